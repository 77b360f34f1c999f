import type { Target } from '../../catalogue/model-catalogue.ts';
import type { ReasoningEffort } from '../../catalogue/reasoning-effort.ts';
import type { UsageBound } from '../../domain/cost.ts';
import { larger, type NanoEur } from '../../domain/money.ts';
import type { ExclusionReason } from '../../domain/selection/selection-events.ts';
import type { GatewayError } from '../../errors.ts';

/** A target that may answer, with the settings that it would be asked with. */
export interface Member {
  readonly target: Target;
  /** The target's nearest effort level; `null` when it takes none. */
  readonly effort: ReasoningEffort | null;
  /** Per choice, at most the target's limit. */
  readonly outputTokensMax: number;
}

/** A member whose usage and cost are bounded. */
export interface BoundMember extends Member {
  readonly bound: UsageBound;
  readonly worstCase: NanoEur;
}

/** A profile that may answer. Its own target and settings are those of its first member. */
export interface RouteOption<Of extends Member = Member> extends Member {
  readonly profile: string;
  /** Its place among the candidates: 0 is the most economical. */
  readonly rank: number;
  /** At least one, in order of preference. */
  readonly members: readonly Of[];
}

/** An option whose cost is bounded: `worstCase` is that of its most expensive member. */
export interface BoundOption extends RouteOption<BoundMember> {
  readonly bound: UsageBound;
  readonly worstCase: NanoEur;
}

/** A profile that may not answer. */
export interface ExcludedCandidate {
  readonly profile: string;
  /** `null`: the profile has none on this surface. */
  readonly target: string | null;
  readonly reason: ExclusionReason;
}

/** The candidates, when the gateway chooses. */
export interface Routing<Option extends RouteOption = RouteOption> {
  /** At least one, from the most economical to the most capable. */
  readonly options: readonly Option[];
  readonly excluded: readonly ExcludedCandidate[];
  /** The target that answered what is continued: no other is chosen. `null`: a new conversation. */
  readonly boundTo: string | null;
}

/** A record and its target: the first candidate's until one is chosen. */
interface Directed extends Member {
  readonly routing: Routing | null;
  readonly members: readonly Member[];
}

/** All members that may answer: of every candidate, when the gateway chooses. */
export function everyMember<Of extends Member>({
  members,
  routing,
}: {
  readonly members: readonly Of[];
  readonly routing: { readonly options: readonly { readonly members: readonly Of[] }[] } | null;
}): readonly Of[] {
  return routing === null ? members : routing.options.flatMap((option) => option.members);
}

/**
 * Removes the targets that have a fault, and the candidates that have no target left. Raises the fault of the first
 * target when none is left; when the gateway chooses, the fault of the most capable candidate.
 */
export function withoutFaulty<Record extends Directed>(
  record: Record,
  reason: ExclusionReason,
  fault: (target: Target) => GatewayError | null,
): Record {
  const { routing } = record;
  if (routing === null) {
    const members = faultless(record.members, fault);
    return members === record.members ? record : { ...record, ...ledByFirst(members, () => fault(record.target)) };
  }
  const left = routing.options.map((option) => ({ option, members: faultless(option.members, fault) }));
  if (left.every(({ option, members }) => members === option.members)) return record;
  const options = left.flatMap(({ option, members }) =>
    members[0] === undefined ? [] : [{ ...option, ...memberOf(members[0]), members }],
  );
  const [first] = options;
  const excluded = left.flatMap(({ option, members }) => (members.length > 0 ? [] : [exclusionOf(option, reason)]));
  if (first === undefined) {
    throw (
      routing.options.map(({ target }) => fault(target)).findLast((found) => found !== null) ??
      new RangeError('no option')
    );
  }
  const kept: Routing = { ...routing, options, excluded: [...routing.excluded, ...excluded] };
  return { ...record, ...memberOf(first), members: first.members, routing: kept };
}

function faultless<Of extends Member>(
  members: readonly Of[],
  fault: (target: Target) => GatewayError | null,
): readonly Of[] {
  const left = members.filter(({ target }) => fault(target) === null);
  return left.length === members.length ? members : left;
}

function ledByFirst(members: readonly Member[], fault: () => GatewayError | null) {
  const [first] = members;
  if (first === undefined) throw fault() ?? new RangeError('no member');
  return { ...memberOf(first), members };
}

function memberOf({ target, effort, outputTokensMax }: Member): Member {
  return { target, effort, outputTokensMax };
}

/** A candidate with these of its members only; `null` for none. */
export function optionWith(option: RouteOption, members: readonly BoundMember[]): BoundOption | null {
  const [first] = members;
  if (first === undefined) return null;
  const worstCase = members.reduce((most, member) => larger(most, member.worstCase), first.worstCase);
  return { ...option, ...first, members, worstCase };
}

export function exclusionOf({ profile, target }: RouteOption, reason: ExclusionReason): ExcludedCandidate {
  return { profile, target: target.name, reason };
}
