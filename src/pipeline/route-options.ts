import type { Target } from '../catalogue/model-catalogue.ts';
import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { UsageBound } from '../domain/cost.ts';
import type { NanoEur } from '../domain/money.ts';
import type { ExclusionReason } from '../domain/selection/selection-events.ts';
import type { GatewayError } from '../errors.ts';

/** A profile that may answer, with the target it would be answered by. */
export interface RouteOption {
  readonly profile: string;
  /** Its place among the candidates: 0 is the most economical. */
  readonly rank: number;
  readonly target: Target;
  readonly effort: ReasoningEffort | null;
  readonly outputTokensMax: number;
}

/** The same, when it is known what it may cost. */
export interface BoundOption extends RouteOption {
  readonly bound: UsageBound;
  readonly worstCase: NanoEur;
}

/** A profile that may not. */
export interface ExcludedCandidate {
  readonly profile: string;
  /** `null`: it has none on this surface. */
  readonly target: string | null;
  readonly reason: ExclusionReason;
}

/** Who may answer, where the gateway chooses. */
export interface Routing<Option extends RouteOption = RouteOption> {
  /** At least one, from the most economical to the most capable. */
  readonly options: readonly Option[];
  readonly excluded: readonly ExcludedCandidate[];
  /** What is continued was answered there: nobody else is chosen. `null`: a new conversation. */
  readonly boundTo: string | null;
}

/** What a record says of who answers: for now the first that may, where that is still to be chosen. */
interface Directed {
  readonly routing: Routing | null;
  readonly target: Target;
}

/**
 * A record without the candidates that have a fault. Raises that of the most capable one where none is left, and the fault of
 * the target where the caller named who answers.
 */
export function withoutFaulty<Record extends Directed>(
  record: Record,
  reason: ExclusionReason,
  fault: (target: Target) => GatewayError | null,
): Record {
  const { routing } = record;
  if (routing === null) {
    const found = fault(record.target);
    if (found !== null) throw found;
    return record;
  }
  const faults = new Map(routing.options.map((option) => [option, fault(option.target)]));
  const options = routing.options.filter((option) => faults.get(option) === null);
  if (options.length === routing.options.length) return record;
  const [first] = options;
  if (first === undefined)
    throw [...faults.values()].findLast((found) => found !== null) ?? new RangeError('no option');
  const excluded = routing.options.flatMap((option) => (options.includes(option) ? [] : [exclusionOf(option, reason)]));
  const { target, effort, outputTokensMax } = first;
  const left: Routing = { ...routing, options, excluded: [...routing.excluded, ...excluded] };
  return { ...record, target, effort, outputTokensMax, routing: left };
}

export function exclusionOf({ profile, target }: RouteOption, reason: ExclusionReason): ExcludedCandidate {
  return { profile, target: target.name, reason };
}
