import type { Bill } from '../domain/cost.ts';
import type { Command } from 'commander';
import type { OpenReservationDocument } from '../../projections/open-reservations.ts';
import { displayEur, nanoFromSum, type NanoEur } from '../domain/money.ts';
import type { SettleReservation, WalletCommand } from '../domain/wallet-commands.ts';
import type { WalletEvent } from '../domain/wallet-events.ts';
import { amount, documented, reason } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { refused, wrongUsage } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly release?: boolean;
  readonly settleEur?: NanoEur;
  readonly settleUsage?: string;
  readonly serviceTier?: string;
  readonly reason?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function reservationsResolve(reservations: Command): void {
  const command = reservations
    .command('resolve')
    .description('end a flagged reservation by hand: with --release, --settle-eur or --settle-usage')
    .argument('<reservation_id>', 'id of the reservation')
    .option('--release', 'charge nothing and return the whole reservation')
    .option('--settle-eur <eur>', 'charge this amount', amount)
    .option(
      '--settle-usage <json>',
      'charge these counters, e.g. {"prompt_tokens":12,"completion_tokens":34}, at the prices of the reservation',
    )
    .option('--service-tier <tier>', 'with --settle-usage: the service tier used, if the request asked for one')
    .option('--reason <text>', 'recorded with the outcome', reason)
    .option('--force', 'also end a reservation that is not flagged, whose request may still be running')
    .action(resolve);
  documented(command, {
    example:
      'waybill reservations resolve 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11 --release --reason "checked with the provider"',
    json: '{"reservation_id","wallet_id","outcome":"released"|"settled","cost_eur","released_eur","overrun_eur"}',
  });
}

async function resolve(reservationId: string, options: Options): Promise<void> {
  const { openReservations } = await import('../../projections/open-reservations.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const { refusalAdvice } = await import('../admin/refusal-advice.ts');
  const ways = [options.release, options.settleEur, options.settleUsage].filter((way) => way !== undefined);
  if (ways.length !== 1) throw wrongUsage('set exactly one of --release, --settle-eur and --settle-usage');
  if (options.serviceTier !== undefined && options.settleUsage === undefined) {
    throw wrongUsage('--service-tier can only be used with --settle-usage');
  }
  await withLedger([openReservations], async ({ readModels, wallets }) => {
    const reservation = readModels.get(openReservations, reservationId);
    if (reservation === null) throw notOpen(reservationId);
    if (reservation.flag === null && options.force !== true) {
      throw refused(
        'reservation_not_flagged',
        `${reservationId} is not flagged and its request may still be running: wait, or add --force`,
      );
    }
    const answer = await wallets.execute(reservation.wallet_id, await endingOf(reservation, options));
    if (!answer.accepted) {
      if (answer.refusal === 'reservation_not_open') throw notOpen(reservationId);
      throw refused(
        answer.refusal,
        `${reservationId} was not ended: ${answer.refusal}. ${refusalAdvice[answer.refusal]}`,
      );
    }
    printResolved(reservation, answer.events, options.json ?? false);
  });
}

function notOpen(reservationId: string) {
  return refused(
    'reservation_not_open',
    `there is no open reservation ${reservationId}: it has ended or never existed`,
  );
}

async function endingOf(reservation: OpenReservationDocument, options: Options): Promise<WalletCommand> {
  const { reservation_id: reservationId } = reservation;
  const stated = options.reason === undefined ? {} : { reason: options.reason };
  if (options.settleUsage !== undefined) {
    const bill = await billOfUsage(options.settleUsage, options.serviceTier ?? null, reservation);
    return { ...settlement(reservation, bill), ...stated };
  }
  if (options.settleEur !== undefined) {
    const { enteredBill } = await import('../domain/prices/bill-by.ts');
    const bill = enteredBill(options.settleEur, 'operator', reservation.bounds);
    return { ...settlement(reservation, bill), ...stated };
  }
  return {
    type: 'release_reservation',
    reservationId,
    reason: options.reason ?? 'operator',
    resolvedBy: 'operator',
    actor: cliActor(),
    attempt: reservation.attempt ?? 1,
  };
}

function settlement(
  { reservation_id, price_list, attempt = 1 }: OpenReservationDocument,
  bill: Pick<SettleReservation, 'cost' | 'counted' | 'serviceTier' | 'usageSource'>,
): SettleReservation {
  return {
    type: 'settle_reservation',
    reservationId: reservation_id,
    ...bill,
    priceListId: price_list.id,
    priceListVersion: price_list.version,
    resolvedBy: 'operator',
    actor: cliActor(),
    attempt,
  };
}

async function billOfUsage(
  text: string,
  servedTier: string | null,
  reservation: OpenReservationDocument,
): Promise<Bill> {
  const { billOf, countedRecord } = await import('../domain/cost.ts');
  const { createPriceList, isOrdinaryTier } = await import('../domain/price-list.ts');
  const { readCounters } = await import('../domain/counters/read-counters.ts');
  const { surface, service_tier, price_list } = reservation;
  const reading = readCounters(surface, parsed(text));
  if (reading === null)
    throw wrongUsage(`--settle-usage needs at least the input and output tokens, in the format of ${surface}`);
  if (reading.corrected.length > 0)
    throw wrongUsage(`--settle-usage: these values are impossible: ${reading.corrected.join(', ')}`);
  const priceList = createPriceList(price_list);
  const isPriced = (tier: string): boolean => isOrdinaryTier(tier) || priceList.tiers.has(tier);
  const tiers = ['default', ...priceList.tiers.keys()].join(', ');
  if (servedTier === null && service_tier !== undefined && !isOrdinaryTier(service_tier)) {
    throw wrongUsage(
      `the request asked for service tier ${service_tier}: set --service-tier to the tier used: ${tiers}`,
    );
  }
  if (servedTier !== null && !isPriced(servedTier)) {
    throw wrongUsage(`--service-tier ${servedTier} has no price in the price list of the reservation: ${tiers}`);
  }
  const counted = countedRecord({ usage: reading.usage, asked: service_tier ?? null, served: servedTier });
  return billOf(counted, 'billing_records', priceList);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongUsage('--settle-usage is not JSON: write it in single quotes');
  }
}

function printResolved(
  { reservation_id, wallet_id, amount_eur }: OpenReservationDocument,
  events: readonly WalletEvent[],
  json: boolean,
): void {
  const event = events.find(({ type }) => type === 'ReservationSettled');
  const result =
    event?.type === 'ReservationSettled'
      ? {
          outcome: 'settled',
          cost_eur: event.data.cost_eur,
          released_eur: event.data.released_eur,
          overrun_eur: event.data.overrun_eur,
        }
      : { outcome: 'released', cost_eur: '0.000000000', released_eur: amount_eur, overrun_eur: '0.000000000' };
  if (json) {
    printJson({ reservation_id, wallet_id, ...result });
    return;
  }
  const inWords = (eur: string): string => displayEur(nanoFromSum(eur));
  const overrun = result.overrun_eur === '0.000000000' ? '' : `, ${inWords(result.overrun_eur)} more than reserved`;
  printLine(
    `${result.outcome}: ${inWords(result.cost_eur)} charged, ${inWords(result.released_eur)} returned${overrun}`,
  );
}
