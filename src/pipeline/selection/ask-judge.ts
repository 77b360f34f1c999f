import { possibleTokens } from '../../catalogue/possible-tokens.ts';
import { costOf, billOf, countedRecord } from '../../domain/cost.ts';
import { amountNanoMax, exceedsRatio } from '../../domain/money.ts';
import { isProtected } from '../../domain/policy.ts';
import type { SelectionCall, SelectionSpend } from '../../domain/selection/selection-commands.ts';
import { hasImpossibleCounter, impossibleCounters, noUsage } from '../../domain/usage.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { Clock } from '../../time/clock.ts';
import type { Judgement, RouteJudge } from '../../ports/route-judge.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';
import { chatFace } from '../../protocols/chat/face.ts';
import { systemOneFace } from '../../protocols/systemone/face.ts';
import type { Candidate } from '../../routing/candidate.ts';
import type { RouteChoice } from '../../routing/choice.ts';
import type { RoutingQuestion } from '../../routing/question.ts';
import type { AskedJudge } from '../../routing/switchyard.ts';
import { egressSweep } from '../attempts/egress-sweep.ts';
import type { Exchange } from '../exchanges.ts';
import type { Decided } from './selection-choice.ts';
import type { Reserved } from '../records.ts';

export interface AskJudgeDeps {
  readonly castTelemetry: CastTelemetry;
  readonly clock: Clock;
  readonly instanceId: string;
  readonly reservationTtlMs: number;
}

/** A configured judge, with the terms on which it is asked. */
export interface Judge {
  readonly terms: AskedJudge;
  readonly port: RouteJudge;
  /** Without a verdict no route is decided. */
  readonly isStrict: boolean;
}

/** What the embedded strategy has chosen, and from what. */
export interface Weighed {
  readonly question: RoutingQuestion;
  readonly candidates: readonly Candidate[];
  readonly embedded: RouteChoice;
  /** The embedded choice, which decides when there is no verdict. */
  readonly own: Decided;
}

/** A question for a judge, asked during an exchange. */
export interface Asking {
  readonly weighed: Weighed;
  readonly judge: Judge;
  readonly exchange: Exchange;
}

/**
 * Whether the judge is worth its cost: the embedded choice is not sure, the candidates differ in cost by more than
 * asking may cost, and asking is expected to cost a small share of even the cheapest answer.
 */
export function isWorthAsking(
  { selection }: Reserved,
  { question, candidates, embedded }: Omit<Weighed, 'own'>,
  { terms, port }: Judge,
): boolean {
  const call = selection?.hold.call ?? null;
  if (selection === null || call === null || embedded.margin >= terms.marginMax) return false;
  const costs = candidates.map(({ expectedCost }) => expectedCost).toSorted((a, b) => (a < b ? -1 : 1));
  const [cheapest = 0n, dearest = 0n] = [costs[0], costs.at(-1)];
  const savingMax = dearest - cheapest;
  const askingCostMax = selection.hold.cap;
  if (!exceedsRatio(savingMax, askingCostMax, terms.savingFactorMin)) return false;
  const { input, output } = port.expected({ question, tiers: candidates.length });
  const askingCost = costOf({ ...noUsage, input_tokens: input, output_tokens: output }, call.priceList).total;
  return !exceedsRatio(askingCost, cheapest, terms.answerShareMax);
}

/**
 * Asks the judge, and notes on the selection what that has spent. Without a verdict the embedded choice decides, or, if
 * the configuration is strict, none.
 */
export async function askJudge(
  reserved: Reserved,
  { weighed: { question, own }, judge: { terms, port, isStrict }, exchange: { signal } }: Asking,
  deps: AskJudgeDeps,
): Promise<Decided> {
  const { selection, routing, caller } = reserved;
  const call = selection?.hold.call ?? null;
  if (selection === null || call === null || routing === null) return own;
  const { options } = routing;
  selection.consumed(unknownSpend('selection_unknown', { reserved, call }, deps));
  const judgement = await port.ask({
    question,
    tiers: options.length,
    ranks: options.map(({ rank }) => rank),
    selectionId: selection.hold.selectionId,
    sharer: sharerOf(caller.key),
    signal,
    mayLeave: (body) => mayLeave(body, { reserved, call }, deps),
  });
  selection.consumed(spentBy(judgement, { reserved, call, target: terms.target }, deps));
  const { tier, outcome, confidence } = judgement;
  // The question was not sent because personal data was left in it. The request itself is swept too, and will not be
  // sent either.
  if (outcome === 'withheld') return own;
  const attempts = judgement.usage === 'unsent' ? 0 : 1;
  const option = tier === null ? undefined : options[tier];
  const { strategy } = terms;
  const { version } = port;
  if (option !== undefined) return { ...own, option, strategy, version, outcome, attempts, confidence };
  const failed = outcome === 'decided' ? 'invalid_verdict' : outcome;
  return { ...own, outcome: failed, attempts, ...(isStrict && { option: null }) };
}

interface Calling {
  readonly reserved: Reserved;
  readonly call: SelectionCall;
}

/** The judge gets no more than the target would: the same protection, the same last sweep. */
async function mayLeave(body: Buffer, { reserved, call }: Calling, { castTelemetry }: AskJudgeDeps): Promise<boolean> {
  const { conversation } = reserved;
  if (!isProtected(reserved)) return true;
  if (conversation === null) return false;
  const map = call.inference.surface === systemOneFace.name ? systemOneFace.texts : chatFace.texts;
  return (await egressSweep({ conversation, map }, body, castTelemetry)).mayLeave;
}

function spentBy(
  { usage, serviceTier, outcome }: Judgement,
  calling: Calling & Pick<AskedJudge, 'target'>,
  deps: AskJudgeDeps,
): SelectionSpend {
  if (usage === 'unsent') return { kind: 'nothing' };
  if (usage === 'unknown') return unknownSpend(`selection_${outcome}`, calling, deps);
  if (hasImpossibleCounter(usage, possibleTokens(calling.target, calling.call)))
    return unknownSpend(impossibleCounters, calling, deps);
  const { priceList } = calling.call;
  const bill = billOf(countedRecord({ usage, asked: null, served: serviceTier }), 'upstream', priceList);
  // The ledger cannot hold such an amount: the counters count as unknown, and the request goes on.
  if (bill.cost.total > amountNanoMax) return unknownSpend('selection_exceeds_maximum', calling, deps);
  return { kind: 'counted', ...bill, priceListId: priceList.id, priceListVersion: priceList.version };
}

/** The spend while the call runs: if the request fails meanwhile, the possible cost of the call stays held. */
function unknownSpend(
  reason: string,
  { reserved, call }: Calling,
  { instanceId, clock, reservationTtlMs }: AskJudgeDeps,
): SelectionSpend {
  const expiresAt = new Date(clock.now() + reservationTtlMs).toISOString();
  return { kind: 'unknown', reason, call, userId: reserved.caller.key.user_id, instanceId, expiresAt };
}
