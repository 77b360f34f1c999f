import { billOf, costOf, countedRecord, type Cost } from '../../domain/cost.ts';
import { isEstimate, type Outcome } from '../../domain/outcome.ts';
import type { ReservationEnding } from '../../domain/wallet-commands.ts';
import type { NanoEur } from '../../domain/money.ts';
import { noUsage } from '../../domain/usage.ts';
import type { PendingEndings } from '../../ledger/pending-endings.ts';
import type { SelectionTelemetry, Telemetry } from '../../ports/telemetry.ts';
import type { SelectionInHand } from '../selection/selection-in-hand.ts';
import type { Answered, Settled } from '../records.ts';

export interface SettleDeps {
  readonly pendingEndings: Pick<PendingEndings, 'end'>;
  readonly telemetry: Telemetry;
  readonly selectionTelemetry: SelectionTelemetry;
}

/**
 * Ends the reservation: counters × prices, rounded once; the rest of the hold is released. Never raises. While the
 * ledger does not answer, the ending is kept and retried; if this process dies first, the reconciler finds the
 * reservation by its instance. A cost that no amount can hold is flagged, and not charged.
 */
export async function settle(
  answered: Answered,
  { pendingEndings, telemetry, selectionTelemetry }: SettleDeps,
): Promise<Settled> {
  const { reservationId, tokens, outcome } = answered;
  // What an unknown outcome used is unknown too.
  if (outcome.kind !== 'flag') {
    const { input_tokens, output_tokens } = outcome.kind === 'release' ? noUsage : outcome.usage;
    tokens?.counted(input_tokens + output_tokens);
  }
  if (reservationId === null) throw new RangeError('a request without a reservation');
  const { selection } = answered;
  const ofChoosing = selection === null ? null : endOfChoosing(selection, outcome);
  const ended = ofChoosing ?? { ...endingOf(answered, reservationId), ifOver: null };
  const fate = await pendingEndings.end(answered.caller.key.wallet_id, ended.ending, ended.ifOver);
  // A cost that the ledger does not have is not reported.
  const cost = fate === 'flagged' ? null : ended.cost;
  telemetry.inferenceEnded({
    surface: answered.surface.name,
    profile: answered.profile,
    target: answered.target.name,
    upstream: answered.target.upstream,
    outcome: fate === 'flagged' ? 'flag' : answered.outcome.kind,
    isRecorded: fate !== 'pending',
    isEstimate: cost !== null && isEstimate(answered.outcome),
    cost: cost?.total ?? 0n,
    usage: answered.outcome.kind === 'settle' && cost !== null ? answered.outcome.usage : null,
  });
  if (cost !== null && selection !== null) reportSaved(answered, selection.cost, { cost, selectionTelemetry });
  return { ...answered, cost };
}

/** Reports what was saved compared with the most expensive candidate, by the same counters. */
function reportSaved(
  { routing, outcome }: Answered,
  choosing: NanoEur,
  { cost: { total }, selectionTelemetry }: { readonly cost: Cost } & Pick<SettleDeps, 'selectionTelemetry'>,
): void {
  if (routing === null || outcome.kind !== 'settle') return;
  const costs = routing.options.map(({ target }) => costOf(outcome.usage, target.priceList).total);
  const dearest = costs.reduce((most, cost) => (cost > most ? cost : most), 0n);
  selectionTelemetry.routeSaved(dearest - total - choosing);
}

/**
 * Charges the selection when nothing was forwarded, whatever became of the request. `null`: it is charged.
 */
function endOfChoosing(
  selection: SelectionInHand,
  outcome: Outcome,
): { readonly ending: ReservationEnding; readonly cost: null; readonly ifOver: ReservationEnding | null } | null {
  if (selection.isCharged) return null;
  const ending = selection.giveUp(outcome.kind === 'settle' ? 'never_forwarded' : outcome.reason);
  return { ending, cost: null, ifOver: selection.chargeLate() };
}

function endingOf(
  { outcome, target: { priceList }, request, attempt }: Answered,
  reservationId: string,
): { readonly ending: ReservationEnding; readonly cost: Cost | null } {
  switch (outcome.kind) {
    case 'release':
      return {
        ending: { type: 'release_reservation', reservationId, reason: outcome.reason, resolvedBy: null },
        cost: null,
      };
    case 'flag':
      // A later attempt may be recorded although the ledger did not confirm it. It was never sent.
      return {
        ending: {
          type: 'flag_reservation',
          reservationId,
          reason: outcome.reason,
          contentBytes: outcome.contentBytes,
          lastSent: attempt,
        },
        cost: null,
      };
    case 'settle': {
      const { usage, source, serviceTier: served, unreportedInputTokens = 0 } = outcome;
      const counted = countedRecord({ usage, asked: request.asked.serviceTier, served, unreportedInputTokens });
      const bill = billOf(counted, source, priceList);
      return {
        ending: {
          type: 'settle_reservation',
          reservationId,
          ...bill,
          priceListId: priceList.id,
          priceListVersion: priceList.version,
          resolvedBy: null,
          attempt,
        },
        cost: bill.cost,
      };
    }
  }
}
