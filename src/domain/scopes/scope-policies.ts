import { piiEntities } from '../../personal-data/pii-kinds.ts';
import { actorMember } from '../actor.ts';
import { accept, type Decider, type Decision } from '../decider.ts';
import type { PolicyEvent, ScopeKind } from '../policy-events.ts';
import type { Policy } from '../policy.ts';
import { isAsWide, levelOf, levels, withoutUpTo, type ByLevel, type Level } from './level.ts';

/**
 * The policies of one scope, one of each level that has set one. All of them apply, so that a lower level narrows what an
 * upper one has set, and never replaces it. Plain JSON: a directory document.
 */
export interface ScopePolicies {
  readonly scope_kind: ScopeKind;
  readonly scope_id: string;
  readonly by_level: ByLevel<Policy>;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for the policies of a scope. */
export type PolicyCommand =
  /** Replaces all rules of the actor's level. */
  | (Administered & { readonly type: 'set_policy'; readonly policy: Omit<Policy, 'set_by'> })
  /** Removes the policies of the actor's level and of those below. */
  | (Administered & {
      readonly type: 'remove_policy';
      readonly scope: { readonly scope_kind: ScopeKind; readonly scope_id: string };
    });

/** The policies of a scope; `null`: there is none. What changes nothing is accepted without an event. */
export const scopePolicies: Decider<ScopePolicies | null, PolicyCommand, PolicyEvent, never> = {
  initialState: null,
  evolve: evolveScopePolicies,
  decide,
};

function decide(command: PolicyCommand, state: ScopePolicies | null): Decision<PolicyEvent, never> {
  if (command.type === 'set_policy') {
    const known = state?.by_level[levelOf(command.actor)];
    if (known !== undefined && rulesAsText(known) === rulesAsText(command.policy)) return accept();
    const { allowed_profiles, ...rules } = command.policy;
    const data = { ...rules, allowed_profiles: [...allowed_profiles], ...actorMember(command.actor) };
    return accept({ type: 'PolicySet', data });
  }
  if (isRemoved(state, command.actor)) return accept();
  return accept({ type: 'PolicyRemoved', data: { ...command.scope, ...actorMember(command.actor) } });
}

/** Equal for the same rules, whoever set them. */
function rulesAsText({ allowed_profiles, pii_grades, ...rules }: Omit<Policy, 'set_by'>): string {
  const { default_profile, pii_required, max_request_eur, allow_all_models } = rules;
  const grades = piiEntities.map((entity) => pii_grades?.[entity] ?? null);
  const set = [allowed_profiles, default_profile, pii_required, max_request_eur, allow_all_models];
  return JSON.stringify([...set, pii_grades === undefined ? null : grades]);
}

/** Whether an actor has nothing to remove. */
function isRemoved(state: ScopePolicies | null, actor: string | undefined): boolean {
  const own = levelOf(actor);
  return levels.every((level) => state?.by_level[level] === undefined || !isAsWide(own, level));
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveScopePolicies(state: ScopePolicies | null, event: PolicyEvent): ScopePolicies | null {
  const { scope_kind, scope_id, actor } = event.data;
  const [own, known] = [levelOf(actor), state?.by_level ?? {}];
  if (event.type === 'PolicySet') {
    const { actor: _, ...rules } = event.data;
    const policy = actor === undefined ? rules : { ...rules, set_by: actor };
    return { scope_kind, scope_id, by_level: { ...known, [own]: policy } };
  }
  const by_level = withoutUpTo(own, known);
  return Object.keys(by_level).length === 0 ? null : { scope_kind, scope_id, by_level };
}

/** The policies of a scope, from the widest level to the narrowest. */
export function policiesOf(policies: ScopePolicies | null): readonly Policy[] {
  return levels.toReversed().flatMap((level) => policies?.by_level[level] ?? []);
}

/** A policy with the level that set it. */
export function shownPolicy(policy: Policy): Policy & { readonly level: Level } {
  return { ...policy, level: levelOf(policy.set_by) };
}
