import { costOf } from '../../domain/cost.ts';
import { eurFromNano } from '../../domain/money.ts';
import { estimatedTokens, noUsage, outputTokensExpected } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import type { RouteJudge } from '../../ports/route-judge.ts';
import type { SelectionTelemetry } from '../../ports/telemetry.ts';
import type { Candidate } from '../../routing/candidate.ts';
import type { ReasonCode, RouteChoice } from '../../routing/choice.ts';
import type { OpenTasks } from '../../routing/open-tasks.ts';
import type { RoutingQuestion } from '../../routing/question.ts';
import type { Switchyard } from '../../routing/switchyard.ts';
import { beginTurn, type TurnDeps } from '../attempts/turn-in-hand.ts';
import type { Exchange } from '../exchanges.ts';
import type { BoundOption } from '../selection/route-options.ts';
import { selectionChoice, type Decided } from '../selection/selection-choice.ts';
import {
  askJudge,
  isWorthAsking,
  type AskJudgeDeps,
  type Asking,
  type Judge,
  type Weighed,
} from '../selection/ask-judge.ts';
import { recordChoice, type RecordChoiceDeps } from '../selection/record-choice.ts';
import { InferenceFailure, type Reserved, type Routed } from '../records.ts';

export interface ChooseRouteDeps extends TurnDeps, AskJudgeDeps, RecordChoiceDeps {
  /** `null` when the name `switchyard` is not configured. */
  readonly switchyard: Switchyard | null;
  /** Asked when the embedded choice is not sure; `null`: there is no judge. */
  readonly judge: RouteJudge | null;
  /** The profiles chosen for tasks that are still running. */
  readonly openTasks: OpenTasks;
  readonly selectionTelemetry: SelectionTelemetry;
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
    const turn = reserved.turn ?? (await beginTurn(reserved, deps).catch(notForwarded));
    return { ...reserved, ...turn.member, turn, route: turn.member.target, exchange };
  }
  const beganAtMs = timer.monotonic();
  const decided = await decide(reserved, exchange, { ...deps, switchyard });
  const { option } = decided;
  if (option === null) throw notChosen(decided);
  const durationUs = Math.round((timer.monotonic() - beganAtMs) * 1_000);
  const chosen = { ...reserved, profileName: option.profile, members: option.members };
  const turn = await beginTurn(chosen, deps).catch(notForwarded);
  const { member } = turn;
  const hold = option.worstCase;
  if (selection !== null) {
    const choice = selectionChoice(reserved, decided, { switchyard, durationUs });
    await recordChoice(reserved, selection, { choice, member, hold }, deps).catch((error: unknown) => {
      turn.turns.close();
      throw error;
    });
    client.announce('x-waybill-selection-eur', eurFromNano(selection.cost));
    const { strategy, outcome } = decided;
    deps.selectionTelemetry.routeChosen({ strategy, outcome, target: member.target.name, cost: selection.cost });
  }
  client.announce('x-waybill-selected-profile', option.profile);
  const { members } = option;
  return { ...reserved, ...member, members, hold, turn, route: member.target, exchange };
}

/** No target that may answer has a turn: nothing was forwarded. */
function notForwarded(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  throw new InferenceFailure(error, { kind: 'release', reason: 'no_turn' });
}

function notChosen({ outcome }: Decided): InferenceFailure {
  const error = new GatewayError('upstream_unavailable', {
    detail: `No model could be chosen: ${outcome.replaceAll('_', ' ')}.`,
  });
  return new InferenceFailure(error, { kind: 'release', reason: `selection_${outcome}` });
}

type Choosing = ChooseRouteDeps & { readonly switchyard: Switchyard };

/** Decides by the first case that applies. */
async function decide(reserved: Reserved, exchange: Exchange, deps: Choosing): Promise<Decided> {
  const given = boundChoice(reserved) ?? singleChoice(reserved);
  if (given !== null) return given;
  const question = questionOf(reserved);
  if (question === null) return defaultChoice(reserved, deps);
  const weighed = embeddedChoice(reserved, question, deps);
  const judge = judgeOf(deps);
  // A caller who is gone gets no turn: a verdict would be paid for nothing.
  if (judge === null || reserved.client.isGone || !isWorthAsking(reserved, weighed, judge)) return weighed.own;
  return taskChoice(reserved, weighed, deps) ?? (await judgedChoice(reserved, { weighed, judge, exchange }, deps));
}

/** A choice that asks nobody. */
function choiceOf(option: BoundOption | null, strategy: Decided['strategy']): Decided {
  return { option, strategy, version: 'none', outcome: 'decided', embedded: null, attempts: 0 };
}

function optionsOf({ routing }: Reserved): readonly BoundOption[] {
  return routing?.options ?? [];
}

/** A continued response stays with its target. */
function boundChoice(reserved: Reserved): Decided | null {
  const boundTo = reserved.routing?.boundTo ?? null;
  return boundTo === null ? null : choiceOf(optionsOf(reserved)[0] ?? null, 'bound');
}

function singleChoice(reserved: Reserved): Decided | null {
  const [first = null, second] = optionsOf(reserved);
  return second === undefined ? choiceOf(first, 'only_candidate') : null;
}

/** For a request without turns, which no strategy can weigh. */
function defaultChoice(reserved: Reserved, deps: Choosing): Decided {
  return choiceOf(fallbackOf(reserved, deps), 'default');
}

function fallbackOf(reserved: Reserved, { switchyard }: Choosing): BoundOption | null {
  const options = optionsOf(reserved);
  return options.find(({ profile }) => profile === switchyard.fallback) ?? options[0] ?? null;
}

function embeddedChoice(reserved: Reserved, question: RoutingQuestion, deps: Choosing): Weighed {
  const { embedded: chooser, policy } = deps.switchyard;
  const candidates = optionsOf(reserved).map((option) => candidateOf(option, question));
  const embedded = chooser.choose(question, candidates, policy);
  const option = optionNamed(reserved, embedded.selected) ?? fallbackOf(reserved, deps);
  const own = { ...choiceOf(option, 'embedded'), version: chooser.version, embedded };
  return { question, candidates, embedded, own };
}

/** A task that is still running stays with its profile, unless results of tools make the choice clear. */
function taskChoice(reserved: Reserved, { question, embedded }: Weighed, { openTasks }: Choosing): Decided | null {
  const begun = speaksForItself(embedded) ? null : openTasks.recall(reserved.caller.key.key_id, question);
  const option = optionNamed(reserved, begun);
  if (option === null) return null;
  return { ...choiceOf(option, 'bound'), boundTo: option.target.name, embedded };
}

async function judgedChoice(reserved: Reserved, asking: Asking, deps: Choosing): Promise<Decided> {
  const decided = await askJudge(reserved, asking, deps);
  const { option } = decided;
  if (option !== null) deps.openTasks.remember(reserved.caller.key.key_id, asking.weighed.question, option.profile);
  return decided;
}

/** `null`: none is configured. */
function judgeOf({ switchyard: { judge: terms, isStrict }, judge: port }: Choosing): Judge | null {
  return terms === null || port === null ? null : { terms, port, isStrict };
}

function optionNamed(reserved: Reserved, name: string | null): BoundOption | null {
  return optionsOf(reserved).find(({ profile }) => profile === name) ?? null;
}

/** Reasons that results of tools give. */
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
