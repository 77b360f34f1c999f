// Puts a reservation into a wallet as a gateway process would have, without any request behind it.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { createPriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { plainPrices, type TestTenant } from './gateway.ts';
import { until } from './until.ts';

export interface PlantedReservation {
  readonly instanceId: string;
  /** Default: minted here. */
  readonly reservationId?: string;
  /** Default 0.01. */
  readonly amountEur?: string;
  /** From now; default an hour. */
  readonly expiresInMs?: number;
  readonly upstream?: string;
  /** As the event records them; default {@link plainPrices}. */
  readonly prices?: PriceListRecord;
  /** The tier that was asked for. */
  readonly serviceTier?: string;
  /** Flags it at once. */
  readonly flag?: string;
}

/** The most that can be counted of what {@link plantReservation} holds. */
export const plantedBounds = { counters: { input_tokens: 1_000, output_tokens: 1_000 } };

/**
 * Reserves, and flags where asked for. Answers the reservation's id once its millisecond is over: of two that were reserved
 * in one nobody can say which is newer.
 */
export async function plantReservation(
  log: EventLog,
  { walletId, keyId, userId }: TestTenant,
  planted: PlantedReservation,
): Promise<string> {
  const { reservationId = randomUUID(), upstream = 'sandbox' } = planted;
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(walletId, {
    type: 'reserve_credit',
    reservationId,
    amount: nanoFromEur(planted.amountEur ?? '0.01'),
    keyId,
    userId,
    instanceId: planted.instanceId,
    expiresAt: new Date(Date.now() + (planted.expiresInMs ?? 3_600_000)).toISOString(),
    inference: {
      surface: 'chat_completions',
      profile: 'light',
      target: 'small',
      upstream,
      upstream_model: 'sandbox-small',
      ...(planted.serviceTier === undefined ? {} : { service_tier: planted.serviceTier }),
    },
    inputTokensMax: 1_000,
    outputTokensMax: 1_000,
    priceList: { ...createPriceList(plainPrices), record: planted.prices ?? plainPrices },
    requestCap: null,
    keyBudget: null,
  });
  if (planted.flag !== undefined) {
    await wallets.execute(walletId, { type: 'flag_reservation', reservationId, reason: planted.flag });
  }
  const recordedBy = Date.now();
  await until('the clock goes on', () => Date.now() > recordedBy);
  return reservationId;
}

/** The id of a gateway process that is no more. */
export async function lostInstance(environment: Readonly<Record<string, string>>): Promise<string> {
  const claim = createSqliteInstanceLiveness({ directory: join(environment['WAYBILL_DATA_DIR'] ?? '', 'instances') });
  await claim.release();
  return claim.instanceId;
}
