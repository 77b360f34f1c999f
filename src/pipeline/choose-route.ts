import { costOf } from '../domain/cost.ts';
import { amountNanoMax, eurFromNano, exceedsRatio } from '../domain/money.ts';
import { billedTier } from '../domain/price-list.ts';
import type { SelectionCall, SelectionSpend } from '../domain/selection/selection-commands.ts';
import { estimatedTokens, noUsage, outputTokensExpected } from '../domain/usage.ts';
import { GatewayError } from '../errors.ts';
import type { Wallets } from '../ledger/wallets.ts';
import { heardWithinMs } from '../ledger/within-ms.ts';
import { sharerOf } from '../limits/caller-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Judgement, RouteJudge } from '../ports/route-judge.ts';
import type { CastTelemetry, SelectionTelemetry } from '../ports/telemetry.ts';
import type { Timer } from '../ports/timer.ts';
import type { Candidate } from '../routing/candidate.ts';
import type { ReasonCode, RouteChoice } from '../routing/choice.ts';
import type { OpenTasks } from '../routing/open-tasks.ts';
import type { RoutingQuestion } from '../routing/question.ts';
import type { AskedJudge, Switchyard } from '../routing/switchyard.ts';
import { chatFace } from '../protocols/chat/face.ts';
import { systemOneFace } from '../protocols/systemone/face.ts';
import { egressSweep } from './egress-sweep.ts';
import type { Exchange } from './exchanges.ts';
import { asAsked } from './hold-offers.ts';
import { inferenceAt } from './inference-at.ts';
import type { BoundMember, BoundOption } from './route-options.ts';
import { selectionChoice, type Decided } from './selection-choice.ts';
import type { SelectionInHand } from './selection-in-hand.ts';
import { InferenceFailure, type Reserved, type Routed } from './records.ts';
import { TurnInHand, type TurnDeps } from './attempts/turn-in-hand.ts';

export interface ChooseRouteDeps extends TurnDeps {
  /** `null` when the name `switchyard` is not configured. */
  readonly switchyard: Switchyard | null;
  /** Asked when the embedded choice is not sure; `null`: there is no judge. */
  readonly judge: RouteJudge | null;
  /** The profiles chosen for tasks that are still running. */
  readonly openTasks: OpenTasks;
  readonly wallets: Pick<Wallets, 'execute'>;
  readonly selectionTelemetry: SelectionTelemetry;
  readonly castTelemetry: CastTelemetry;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly instanceId: string;
  readonly reservationTtlMs: number;
  /** Longest wait for the ledger to record the choice, milliseconds. */
  readonly reserveWaitMs: number;
}

/**
 * Chooses the target that answers. Only the profile `switchyard` leaves a choice between profiles; for any other, the
 * target is the one whose turn it is. A continued response is never chosen anew. The choice and its cost are recorded
 * before anything is forwarded.
 *
 * Raises `InferenceFailure` (503) when there is no verdict and the configuration is strict, when no target has a turn,
 * or when the ledger does not record the choice.
 */
export async function chooseRoute(reserved: Reserved, exchange: Exchange, deps: ChooseRouteDeps): Promise<Routed> {
  const { routing, selection, client } = reserved;
  const { switchyard, timer } = deps;
  if (routing === null || switchyard === null) {
    const turn = reserved.turn ?? (await TurnInHand.begin(reserved, deps).catch(notForwarded));
    return { ...reserved, ...asAsked(turn.member), turn, route: turn.member.target, exchange };
  }
  const beganAtMs = timer.monotonic();
  const decided = await decide(reserved, exchange, { ...deps, switchyard });
  const { option } = decided;
  if (option === null) throw notChosen(decided);
  const durationUs = Math.round((timer.monotonic() - beganAtMs) * 1_000);
  const chosen = { ...reserved, profileName: option.profile, members: option.members };
  const turn = await TurnInHand.begin(chosen, deps).catch(notForwarded);
  const hold = option.worstCase;
  if (selection !== null) {
    const choice = selectionChoice(reserved, decided, { switchyard, durationUs });
    const answer = { ...answerOf(reserved, turn.member), hold };
    await record(reserved, selection, selection.charge(choice, answer), deps).catch((error: unknown) => {
      turn.close();
      throw error;
    });
    client.announce('x-waybill-selection-eur', eurFromNano(selection.cost));
    const { strategy, outcome } = decided;
    const target = turn.member.target.name;
    deps.selectionTelemetry.routeChosen({ strategy, outcome, target, cost: selection.cost });
  }
  client.announce('x-waybill-selected-profile', option.profile);
  const { members } = option;
  return { ...reserved, ...asAsked(turn.member), members, hold, turn, route: turn.member.target, exchange };
}

/** No target that may answer has a turn: nothing was forwarded. */
function notForwarded(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  throw new InferenceFailure(error, { kind: 'release', reason: 'no_turn' });
}

type Choosing = ChooseRouteDeps & { readonly switchyard: Switchyard };

async function decide(reserved: Reserved, exchange: Exchange, deps: Choosing): Promise<Decided> {
  const { switchyard } = deps;
  const { options = [], boundTo = null } = reserved.routing ?? {};
  const [first] = options;
  const alone = { option: first ?? null, version: 'none', outcome: 'decided', embedded: null, attempts: 0 } as const;
  if (boundTo !== null) return { ...alone, strategy: 'bound' };
  if (options.length < 2) return { ...alone, strategy: 'only_candidate' };
  const question = questionOf(reserved);
  const fallback = options.find(({ profile }) => profile === switchyard.fallback) ?? first ?? null;
  if (question === null) return { ...alone, option: fallback, strategy: 'default' };
  const candidates = options.map((option) => candidateOf(option, question));
  const embedded = switchyard.embedded.choose(question, candidates, switchyard.policy);
  const own: Decided = {
    ...alone,
    option: options.find(({ profile }) => profile === embedded.selected) ?? fallback,
    strategy: 'embedded',
    version: switchyard.embedded.version,
    embedded,
  };
  const { judge } = switchyard;
  const { judge: routeJudge } = deps;
  if (judge === null || routeJudge === null) return own;
  if (!isWorthAsking(reserved, { judge, routeJudge, question, embedded, candidates })) return own;
  const asker = reserved.caller.key.key_id;
  const begun = speaksForItself(embedded) ? null : deps.openTasks.recall(asker, question);
  const option = options.find(({ profile }) => profile === begun) ?? null;
  if (option !== null) return { ...alone, option, strategy: 'bound', boundTo: option.target.name, embedded };
  const asked = await ask(reserved, { question, own, judge, exchange }, { ...deps, judge: routeJudge });
  if (asked.option !== null) deps.openTasks.remember(asker, question, asked.option.profile);
  return asked;
}

const reasonsOfTrajectories: ReadonlySet<ReasonCode> = new Set([
  'critical_failure',
  'compacted',
  'settled_run',
  'struggling_run',
  'progressing_run',
]);

/** Whether results of tools make the choice clear, so that the task may move to another profile. */
function speaksForItself({ reasonCodes }: RouteChoice): boolean {
  return reasonCodes.some((code) => reasonsOfTrajectories.has(code));
}

/** What the choice may see of the request; `null` when its protocol has no turns. */
function questionOf({ request }: Reserved): RoutingQuestion | null {
  const turns = request.turns?.() ?? null;
  if (turns === null) return null;
  const { effort, outputTokensMax } = request.asked;
  return { ...turns, effort, outputTokensMax, inputTokens: estimatedTokens(request.input.bytes) };
}

function candidateOf(
  { profile, target, rank, outputTokensMax }: BoundOption,
  { inputTokens }: RoutingQuestion,
): Candidate {
  const usage = {
    ...noUsage,
    input_tokens: Math.min(inputTokens, target.contextTokensMax),
    output_tokens: Math.min(outputTokensExpected, outputTokensMax),
  };
  const expectedCost = costOf(usage, target.priceList).total;
  return { profile, target: target.name, qualityRank: rank, expectedCost };
}

interface Weighed {
  readonly judge: AskedJudge;
  readonly routeJudge: RouteJudge;
  readonly question: RoutingQuestion;
  readonly embedded: RouteChoice;
  readonly candidates: readonly Candidate[];
}

/**
 * Whether the judge is worth its cost: the embedded choice is not sure, the candidates differ in cost by more than
 * asking may cost, and asking is expected to cost a small share of even the cheapest answer.
 */
function isWorthAsking(
  { selection }: Reserved,
  { judge, routeJudge, question, embedded, candidates }: Weighed,
): boolean {
  const call = selection?.hold.call ?? null;
  if (selection === null || call === null || embedded.margin >= judge.marginMax) return false;
  const costs = candidates.map(({ expectedCost }) => expectedCost).toSorted((a, b) => (a < b ? -1 : 1));
  const [least = 0n, most = 0n] = [costs[0], costs.at(-1)];
  if (!exceedsRatio(most - least, selection.hold.cap, judge.savingFactorMin)) return false;
  const { input, output } = routeJudge.expected({ question, tiers: candidates.length });
  const asking = costOf({ ...noUsage, input_tokens: input, output_tokens: output }, call.priceList).total;
  return !exceedsRatio(asking, least, judge.answerShareMax);
}

interface Asking {
  readonly question: RoutingQuestion;
  /** The embedded choice, which decides when there is no verdict. */
  readonly own: Decided;
  readonly judge: AskedJudge;
  readonly exchange: Exchange;
}

async function ask(
  reserved: Reserved,
  { question, own, judge: { strategy }, exchange }: Asking,
  deps: Choosing & { readonly judge: RouteJudge },
): Promise<Decided> {
  const { selection, routing, caller } = reserved;
  const call = selection?.hold.call ?? null;
  if (selection === null || call === null || routing === null) return own;
  const { options } = routing;
  selection.consumed(unknownSpend('selection_unknown', { reserved, call }, deps));
  const judgement = await deps.judge.ask({
    question,
    tiers: options.length,
    ranks: options.map(({ rank }) => rank),
    selectionId: selection.hold.selectionId,
    sharer: sharerOf(caller.key),
    signal: exchange.signal,
    mayLeave: (body) => mayLeave(body, { reserved, call }, deps),
  });
  selection.consumed(spentBy(judgement, { reserved, call }, deps));
  const { tier, outcome, confidence } = judgement;
  // The question was not sent because personal data was left in it. The request itself is swept too, and will not be
  // sent either.
  if (outcome === 'withheld') return own;
  const attempts = judgement.usage === 'unsent' ? 0 : 1;
  const option = tier === null ? undefined : options[tier];
  const { version } = deps.judge;
  if (option !== undefined) return { ...own, option, strategy, version, outcome, attempts, confidence };
  const failed = outcome === 'decided' ? 'invalid_verdict' : outcome;
  return { ...own, outcome: failed, attempts, ...(deps.switchyard.isStrict && { option: null }) };
}

/** The judge gets no more than the target would: the same protection, the same last sweep. */
async function mayLeave(
  body: Buffer,
  { reserved, call }: Calling,
  { castTelemetry }: ChooseRouteDeps,
): Promise<boolean> {
  const { caller, grant, conversation } = reserved;
  if (!caller.principal.pii_enabled && !grant.piiRequired) return true;
  if (conversation === null) return false;
  const texts = call.inference.surface === systemOneFace.name ? systemOneFace.texts : chatFace.texts;
  return (await egressSweep({ conversation, shape: texts.request }, body, castTelemetry)).mayLeave;
}

interface Calling {
  readonly reserved: Reserved;
  readonly call: SelectionCall;
}

function spentBy({ usage, serviceTier, outcome }: Judgement, calling: Calling, deps: ChooseRouteDeps): SelectionSpend {
  if (usage === 'unsent') return { kind: 'nothing' };
  if (usage === 'unknown') return unknownSpend(`selection_${outcome}`, calling, deps);
  const { priceList } = calling.call;
  const tier = billedTier(priceList, serviceTier, null);
  const cost = costOf(usage, priceList, tier);
  // The ledger cannot hold such an amount: the counters count as unknown, and the request goes on.
  if (cost.total > amountNanoMax) return unknownSpend('selection_exceeds_maximum', calling, deps);
  return {
    kind: 'counted',
    cost,
    priceListId: priceList.id,
    priceListVersion: priceList.version,
    serviceTier: tier,
    usageSource: 'upstream',
  };
}

/** The spend while the call runs: if the request fails meanwhile, the possible cost of the call stays held. */
function unknownSpend(
  reason: string,
  { reserved, call }: Calling,
  { instanceId, clock, reservationTtlMs }: ChooseRouteDeps,
): SelectionSpend {
  const expiresAt = new Date(clock.now() + reservationTtlMs).toISOString();
  return { kind: 'unknown', reason, call, userId: reserved.caller.key.user_id, instanceId, expiresAt };
}

function answerOf(reserved: Reserved, { target, bound }: BoundMember) {
  const { inputTokensMax, outputTokensMax } = bound;
  return { inference: inferenceAt(reserved, target), priceList: target.priceList, inputTokensMax, outputTokensMax };
}

/** Raises `InferenceFailure` unless the choice is known to be recorded: without that nothing may be forwarded. */
async function record(
  { caller }: Reserved,
  selection: SelectionInHand,
  command: ReturnType<SelectionInHand['charge']>,
  { wallets, reserveWaitMs, timer }: ChooseRouteDeps,
): Promise<void> {
  const walletId = caller.key.wallet_id;
  try {
    const answer = await heardWithinMs(() => wallets.execute(walletId, command), reserveWaitMs, timer);
    if (answer !== 'too_late' && answer.accepted) return selection.charged();
  } catch (error) {
    throw notRecorded(error);
  }
  throw notRecorded();
}

function notRecorded(cause?: unknown): InferenceFailure {
  const error = new GatewayError('ledger_unavailable', { cause });
  return new InferenceFailure(error, { kind: 'release', reason: 'selection_not_recorded' });
}

function notChosen({ outcome }: Decided): InferenceFailure {
  const error = new GatewayError('upstream_unavailable', {
    detail: `No model could be chosen: ${outcome.replaceAll('_', ' ')}.`,
  });
  return new InferenceFailure(error, { kind: 'release', reason: `selection_${outcome}` });
}
