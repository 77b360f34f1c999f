import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { PriceTerms, SetPriceTerms } from '../prices/price-terms.ts';
import type { TagDeclaration } from '../tags/tag-terms.ts';
import { withTags, type SetTags } from '../tags/set-tags.ts';
import { areKnownLimits, withLimits, type RequestLimits, type SetLimits } from './request-limits.ts';
import type { ManagedScopeKind, ScopeEvent } from './scope-events.ts';
import { levelOf, mayLift, widerLevel, type ByLevel, type Level } from './level.ts';

/** Whether the keys below a scope, or of a person, are accepted. */
export type Status = 'active' | 'suspended' | 'closed';

/**
 * A reseller, a tenant or a group, folded from its events. Plain JSON: a directory document. Its limits are those of all
 * keys of a tenant or a group together, below the configured ones.
 */
export interface Scope extends SetLimits, SetTags {
  readonly scope_kind: ManagedScopeKind;
  readonly scope_id: string;
  /** The reseller of a tenant, the tenant of a group; `null`: directly below the platform. */
  readonly parent_id: string | null;
  readonly name: string;
  readonly status: Status;
  /** The level that suspended or closed it; if several did, the widest. Absent: it is active. */
  readonly blocked_by?: Level;
  /** What those below pay, by the level that set it; absent: what the level above charges. */
  readonly prices_by?: ByLevel<SetPriceTerms>;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Creates a reseller, tenant or group. */
export interface CreateScope extends Administered {
  readonly type: 'create_scope';
  readonly scope: Omit<Scope, 'status' | 'blocked_by' | 'prices_by' | keyof SetLimits | keyof SetTags>;
}

/** Commands for a scope. */
export type ScopeCommand =
  | CreateScope
  | (Administered & { readonly type: 'rename_scope'; readonly name: string })
  | (Administered & { readonly type: 'suspend_scope'; readonly reason: string })
  | (Administered & { readonly type: 'resume_scope' })
  | (Administered & { readonly type: 'limit_scope'; readonly limits: RequestLimits })
  | (Administered & { readonly type: 'declare_tags'; readonly tags: TagDeclaration })
  | (Administered & { readonly type: 'set_prices'; readonly pricesId: string; readonly terms: PriceTerms })
  | (Administered & { readonly type: 'close_scope'; readonly reason: string });

/** The rules that can be broken, in the order in which they are checked. */
export const scopeRefusals = [
  /** It exists with another name or parent. */
  'scope_already_created',
  'scope_not_created',
  'scope_closed',
  /** A wider level than the actor's suspended it. */
  'scope_suspended_above',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type ScopeRefusal = (typeof scopeRefusals)[number];

/** A scope. Repeating a command is accepted without an event, so that every command may be retried. */
export const scope: Decider<Scope | null, ScopeCommand, ScopeEvent, ScopeRefusal> = {
  initialState: null,
  evolve: evolveScope,
  decide,
};

function decide(command: ScopeCommand, state: Scope | null): Decision<ScopeEvent, ScopeRefusal> {
  if (command.type === 'create_scope') return create(command, state);
  if (state === null) return refuse('scope_not_created');
  const { scope_kind, scope_id, status, blocked_by } = state;
  if (status === 'closed' && command.type !== 'close_scope') return refuse('scope_closed');
  const data = { scope_kind, scope_id, ...actorMember(command.actor) };
  switch (command.type) {
    case 'rename_scope':
      if (command.name === state.name) return accept();
      return accept({ type: 'ScopeChanged', data: { ...data, name: command.name } });
    case 'suspend_scope':
      // A wider level makes the suspension its own, so that the narrower one can no longer lift it.
      if (status === 'suspended' && widerLevel(command.actor, blocked_by) === blocked_by) return accept();
      return accept({ type: 'ScopeSuspended', data: { ...data, reason: command.reason } });
    case 'limit_scope':
      if (areKnownLimits(state, command.limits, command.actor)) return accept();
      return accept({ type: 'ScopeLimitsSet', data: { ...data, ...command.limits } });
    case 'declare_tags': {
      const { declared, from_metadata: metadata_tags } = command.tags;
      const { tags_by } = withTags(state, command.tags, command.actor);
      if (JSON.stringify(tags_by) === JSON.stringify(state.tags_by)) return accept();
      return accept({ type: 'ScopeTagsDeclared', data: { ...data, tags: [...declared], metadata_tags } });
    }
    case 'set_prices': {
      const { terms, pricesId: prices_id } = command;
      if (termsAsText(terms) === termsAsText(state.prices_by?.[levelOf(command.actor)] ?? {})) return accept();
      return accept({ type: 'ScopePricesSet', data: { ...data, prices_id, ...terms } });
    }
    case 'resume_scope':
      if (!mayLift(command.actor, blocked_by)) return refuse('scope_suspended_above');
      if (status === 'active') return accept();
      return accept({ type: 'ScopeResumed', data });
    case 'close_scope':
      if (status === 'closed' && widerLevel(command.actor, blocked_by) === blocked_by) return accept();
      return accept({ type: 'ScopeClosed', data: { ...data, reason: command.reason } });
  }
}

/** Equal for the same terms, whatever their ids. */
function termsAsText({ factor_basis_points, profiles = {} }: PriceTerms): string {
  return JSON.stringify([
    factor_basis_points ?? null,
    Object.entries(profiles).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

function create({ scope: asked, actor }: CreateScope, state: Scope | null): Decision<ScopeEvent, ScopeRefusal> {
  const isAnother = state !== null && (state.name !== asked.name || state.parent_id !== asked.parent_id);
  if (isAnother) return refuse('scope_already_created');
  if (state !== null) return accept();
  return accept({ type: 'ScopeCreated', data: { ...asked, ...actorMember(actor) } });
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveScope(state: Scope | null, event: ScopeEvent): Scope | null {
  if (event.type === 'ScopeCreated') {
    const { actor: _, ...created } = event.data;
    return { ...created, status: 'active' };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'ScopeChanged':
      return { ...state, name: event.data.name };
    case 'ScopeSuspended':
      return { ...state, status: 'suspended', blocked_by: widerLevel(event.data.actor, state.blocked_by) };
    case 'ScopeResumed': {
      const { blocked_by: _, ...resumed } = state;
      return { ...resumed, status: 'active' };
    }
    case 'ScopeLimitsSet': {
      const { actor, scope_kind: _kind, scope_id: _id, ...limits } = event.data;
      const { limits: _limits, limits_by: _by, ...rest } = state;
      return { ...rest, ...withLimits(state, limits, actor) };
    }
    case 'ScopeTagsDeclared': {
      const { tags: declared, metadata_tags: from_metadata, actor } = event.data;
      const { tags: _, tags_by: _by, ...rest } = state;
      return { ...rest, ...withTags(state, { declared, from_metadata }, actor) };
    }
    case 'ScopePricesSet': {
      const { actor, scope_kind: _kind, scope_id: _id, ...terms } = event.data;
      const { prices_by, ...rest } = state;
      const { [levelOf(actor)]: _, ...others } = prices_by ?? {};
      const isSet = terms.factor_basis_points !== undefined || Object.keys(terms.profiles ?? {}).length > 0;
      const by = isSet ? { ...others, [levelOf(actor)]: terms } : others;
      return Object.keys(by).length === 0 ? rest : { ...rest, prices_by: by };
    }
    case 'ScopeClosed':
      return { ...state, status: 'closed', blocked_by: widerLevel(event.data.actor, state.blocked_by) };
  }
}
