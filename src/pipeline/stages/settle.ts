import { costOf, withDearestInput, type Cost } from '../../domain/cost.ts';
import { isEstimate, type Outcome } from '../../domain/outcome.ts';
import { billedTier, type PriceList } from '../../domain/price-list.ts';
import type { ReservationEnding } from '../../domain/wallet-commands.ts';
import type { PendingEndings } from '../../ledger/pending-endings.ts';
import type { SelectionTelemetry, Telemetry } from '../../ports/telemetry.ts';
import type { Answered, Settled } from '../records.ts';

export interface SettleDeps {
  readonly pendingEndings: Pick<PendingEndings, 'end'>;
  readonly telemetry: Telemetry;
  readonly selectionTelemetry: SelectionTelemetry;
}

/**
 * Ends the reservation: counters × prices, rounded once; the rest of the hold is released. Never raises. While the
 * ledger does not answer, the ending is kept and retried; if this process dies first, the reconciler finds the
 * reservation by its instance. A cost that no amount can hold is flagged, and not charged. Without a hold there is
 * nothing to end.
 */
export async function settle(
  answered: Answered,
  { pendingEndings, telemetry, selectionTelemetry }: SettleDeps,
): Promise<Settled> {
  const { reservationId, tokens, outcome } = answered;
  const used = tokensUsed(outcome);
  if (used !== null) tokens?.counted(used, performance.now());
  if (reservationId === null) return { ...answered, cost: null };
  const ended = endOfChoosing(answered) ?? { ...endingOf(answered, reservationId), ifOver: null };
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
  if (cost !== null) reportSaved(answered, cost, selectionTelemetry);
  return { ...answered, cost };
}

/** `null`: what an unknown outcome used is unknown too. */
function tokensUsed(outcome: Outcome): number | null {
  if (outcome.kind === 'flag') return null;
  return outcome.kind === 'release' ? 0 : outcome.usage.input_tokens + outcome.usage.output_tokens;
}

/** Reports what was saved compared with the most expensive candidate, by the same counters. */
function reportSaved({ routing, selection, outcome }: Answered, { total }: Cost, telemetry: SelectionTelemetry): void {
  if (routing === null || selection === null || outcome.kind !== 'settle') return;
  const costs = routing.options.map(({ target }) => costOf(outcome.usage, target.priceList).total);
  const dearest = costs.reduce((most, cost) => (cost > most ? cost : most), 0n);
  telemetry.routeSaved(dearest - total - selection.cost);
}

/**
 * Charges the selection when nothing was forwarded, whatever became of the request. `null`: there is none, or it is
 * charged.
 */
function endOfChoosing({ selection, outcome }: Answered): {
  readonly ending: ReservationEnding;
  readonly cost: null;
  readonly ifOver: ReservationEnding | null;
} | null {
  if (selection === null || selection.isCharged) return null;
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
      const serviceTier = tierOf(outcome, priceList, request.asked.serviceTier);
      const cost = costIn(serviceTier, outcome, priceList);
      return {
        ending: {
          type: 'settle_reservation',
          reservationId,
          cost,
          priceListId: priceList.id,
          priceListVersion: priceList.version,
          serviceTier,
          usageSource: outcome.source,
          resolvedBy: null,
          attempt,
        },
        cost,
      };
    }
  }
}

type Settling = Extract<Outcome, { readonly kind: 'settle' }>;

function costIn(tier: string | null, { usage, unreportedInputTokens = 0 }: Settling, list: PriceList): Cost {
  return costOf(withDearestInput(usage, unreportedInputTokens, list, tier), list, tier);
}

/**
 * The tier of the bill. An estimate whose tier was not told is priced by the one that was asked for, where that is
 * dearer.
 */
function tierOf(outcome: Settling, list: PriceList, asked: string | null): string | null {
  const billed = billedTier(list, outcome.serviceTier, asked);
  if (billed !== null || outcome.source === 'upstream' || asked === null || !list.tiers.has(asked)) return billed;
  return costIn(asked, outcome, list).total > costIn(null, outcome, list).total ? asked : null;
}
