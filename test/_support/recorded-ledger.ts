import { randomUUID } from 'node:crypto';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { processUnknown } from '../../src/domain/wallet-state.ts';
import { createApiKey, registerPrincipal, setPolicy } from '../../src/ledger/identities.ts';
import { rebuildProjection } from '../../src/ledger/rebuild.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { ReadModels } from '../../src/ports/read-models.ts';
import { policyWith, principalWith } from './grant-vocabulary.ts';
import { billing } from './usage.ts';
import {
  credit,
  debit,
  eur,
  flag,
  id,
  keyA,
  lift,
  open,
  priceList,
  release,
  reserve,
  settle,
  tenantId,
  userId,
  walletId,
  uncounted,
} from './wallet-vocabulary.ts';

/** One reservation for each way in which one can end, and two that are open; the second is to be checked. */
export const reservations = {
  settled: id('e', 1),
  released: id('e', 2),
  givenUp: id('e', 3),
  overrun: id('e', 4),
  settledByHold: id('e', 5),
  free: id('e', 6),
  open: id('e', 7),
  flagged: id('e', 8),
} as const;

export const otherWalletId = id('a', 2);

/** 100 tokens in at 0.25 €, 200 out at 2 € per million: 0.000425 €. */
const bill = billing({ input_tokens: 100, output_tokens: 200 }, priceList);
const freePrices = createPriceList({ id: 'free', version: '1', eur_per_million_tokens: { input: '0', output: '0' } });

const life: readonly WalletCommand[] = [
  open,
  credit('10'),
  reserve('1', { reservationId: reservations.settled }),
  settle('0', { reservationId: reservations.settled, ...bill }),
  reserve('0.5', { reservationId: reservations.released }),
  flag(reservations.released),
  release(reservations.released),
  reserve('0.25', { reservationId: reservations.givenUp }),
  flag(reservations.givenUp, processUnknown),
  { ...release(reservations.givenUp), resolvedBy: 'rule' },
  settle('0', { reservationId: reservations.givenUp, ...bill, usageSource: 'billing_records', resolvedBy: 'rule' }),
  debit('1'),
  reserve('0.0001', { reservationId: reservations.overrun }),
  settle('0', { reservationId: reservations.overrun, ...bill }),
  lift,
  reserve('0.125', { reservationId: reservations.settledByHold }),
  settle('0', {
    reservationId: reservations.settledByHold,
    cost: { total: eur('0.125'), lines: [] },
    counted: uncounted,
    usageSource: 'hold',
    resolvedBy: 'rule',
  }),
  reserve('0', { reservationId: reservations.free, priceList: freePrices }),
  settle('0', {
    reservationId: reservations.free,
    ...billing({}, freePrices),
    priceListId: 'free',
    priceListVersion: '1',
  }),
  reserve('2', { reservationId: reservations.open, expiresAt: '2999-01-01T00:00:00.000Z' }),
  reserve('3', { reservationId: reservations.flagged, expiresAt: '2020-01-01T00:00:00.000Z' }),
  flag(reservations.flagged),
];

/**
 * Records a ledger in which every type of event occurs: a wallet with a whole life, one with nothing but its credit, a
 * person, a key and a policy.
 */
export async function recordLedger(log: EventLog): Promise<void> {
  const wallets = new Wallets({ log, createId: randomUUID });
  for (const command of life) await accepted(wallets, walletId, command);
  await accepted(wallets, otherWalletId, { type: 'open_wallet', walletId: otherWalletId, tenantId });
  await accepted(wallets, otherWalletId, credit('7', id('f', 9)));
  const identities = { log, createId: randomUUID, actor: 'system:test', keyHasher: { hash: () => 'ab'.repeat(32) } };
  await registerPrincipal(identities, principalWith());
  await createApiKey(identities, newKey);
  await setPolicy(identities, policyWith());
}

/** Two times: the flagged reservation of a recorded ledger should have ended by then, or not yet. */
export const recordedLedgerTimes = { overdue: Date.parse('2020-01-02'), before: Date.parse('2019-12-31') } as const;

const newKey = {
  keyId: keyA,
  secret: 'wb_not_a_secret',
  name: 'laptop',
  userId,
  tenantId,
  walletId,
  allowedProfiles: ['light'],
  allowAllModels: false,
  maxRequestEur: null,
  budgetEur: null,
  expiresAt: null,
};

async function accepted(wallets: Wallets, wallet: string, command: WalletCommand): Promise<void> {
  const answer = await wallets.execute(wallet, command);
  if (!answer.accepted) throw new Error(`${command.type} was refused: ${answer.refusal}`);
}

/** Brings every read model level with the log. */
export async function projectAll(log: EventLog, readModels: ReadModels): Promise<void> {
  for (const projection of projectionCatalogue) await rebuildProjection(log, readModels, projection);
}

/** How many events {@link recordLedger} records, and the position of the last of a wallet. */
export async function recordedCounts(): Promise<readonly [events: number, lastOfWallets: number]> {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const events = await log.readAll({ limit: 1_000 });
  return [events.length, events.findLastIndex(({ stream }) => stream.startsWith('wallet-')) + 1];
}
