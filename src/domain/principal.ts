import { actorMember } from './actor.ts';
import {
  evolvePersonBudgetRaised,
  evolvePersonBudgets,
  raisePersonBudget,
  setPersonBudgets,
  type BudgetedPerson,
  type RaisePersonBudget,
  type SetPersonBudgets,
} from './budgets/person-budgets.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { PrincipalEvent } from './principal-events.ts';
import type { PrincipalChangeEvent } from './scopes/principal-change-events.ts';
import { mayLift, widerLevel, type Level } from './scopes/level.ts';
import { areKnownLimits, withLimits, type RequestLimits, type SetLimits } from './scopes/request-limits.ts';

/** A role in operating the platform. */
export type PlatformRole = 'operator' | 'finance' | 'auditor';

/** The person behind a key, with the scopes whose policies apply. Plain JSON: a directory document. */
export interface Principal extends SetLimits, BudgetedPerson {
  readonly user_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly role: string;
  readonly platform_role: PlatformRole | null;
  readonly pii_enabled: boolean;
  readonly reseller_id: string | null;
  readonly group_ids: readonly string[];
  /** Absent: the person's keys are accepted. */
  readonly status?: 'suspended' | 'closed';
  /** The level that suspended or closed the person; if several did, the widest. Absent: the keys are accepted. */
  readonly blocked_by?: Level;
}

/** Most groups of one person. */
const groupsMax = 20;

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for a registered person. */
type PrincipalChangeCommand =
  | (Administered & {
      readonly type: 'change_principal';
      readonly walletId?: string | undefined;
      readonly role?: string | undefined;
      readonly platformRole?: PlatformRole | null | undefined;
    })
  | (Administered & { readonly type: 'limit_principal'; readonly limits: RequestLimits })
  | SetPersonBudgets
  | RaisePersonBudget
  | (Administered & { readonly type: 'join_group'; readonly groupId: string })
  | (Administered & { readonly type: 'leave_group'; readonly groupId: string })
  | (Administered & { readonly type: 'suspend_principal'; readonly reason: string })
  | (Administered & { readonly type: 'resume_principal' })
  | (Administered & { readonly type: 'close_principal'; readonly reason: string });

/** Commands for a person. */
export type PrincipalCommand =
  | { readonly type: 'register_principal'; readonly principal: Principal; readonly actor?: string }
  | { readonly type: 'change_principal_pii'; readonly piiEnabled: boolean; readonly actor?: string }
  | PrincipalChangeCommand;

/** The rules that can be broken, in the order in which they are checked. */
export const principalRefusals = [
  'principal_already_registered',
  'principal_not_registered',
  'principal_closed',
  /** A wider level than the actor's suspended the person. */
  'principal_suspended_above',
  'principal_in_too_many_groups',
  'budget_not_set',
  /** A raise is above the amount of the budget. */
  'budget_not_raised',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type PrincipalRefusal = (typeof principalRefusals)[number];

export const principal: Decider<Principal | null, PrincipalCommand, PrincipalEvent, PrincipalRefusal> = {
  initialState: null,
  evolve: evolvePrincipal,
  decide,
};

function decide(command: PrincipalCommand, state: Principal | null): Decision<PrincipalEvent, PrincipalRefusal> {
  switch (command.type) {
    case 'register_principal': {
      if (state !== null) return refuse('principal_already_registered');
      const {
        group_ids,
        status: _,
        blocked_by: _level,
        limits: _limits,
        limits_by: _by,
        budgets_by: _budgets,
        ...person
      } = command.principal;
      const data = { ...person, group_ids: [...group_ids], ...actorMember(command.actor) };
      return accept<PrincipalEvent>({ type: 'PrincipalRegistered', data }, ...grantsOf(person, null, command.actor));
    }
    case 'change_principal_pii': {
      if (state === null) return refuse('principal_not_registered');
      if (state.pii_enabled === command.piiEnabled) return accept();
      return accept({
        type: 'PrincipalPiiChanged',
        data: { user_id: state.user_id, pii_enabled: command.piiEnabled, ...actorMember(command.actor) },
      });
    }
    case 'change_principal':
    case 'limit_principal':
    case 'set_person_budgets':
    case 'raise_person_budget':
    case 'join_group':
    case 'leave_group':
    case 'suspend_principal':
    case 'resume_principal':
    case 'close_principal':
      if (state === null) return refuse('principal_not_registered');
      return decidePrincipalChange(command, state);
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolvePrincipal(state: Principal | null, event: PrincipalEvent): Principal | null {
  switch (event.type) {
    case 'PrincipalRegistered': {
      const { actor: _, ...person } = event.data;
      return person;
    }
    case 'PrincipalPiiChanged':
      return state === null ? null : { ...state, pii_enabled: event.data.pii_enabled };
    case 'PrincipalChanged':
    case 'PlatformRoleGranted':
    case 'PrincipalLimitsSet':
    case 'PrincipalBudgetsSet':
    case 'PrincipalBudgetRaised':
    case 'PrincipalJoinedGroup':
    case 'PrincipalLeftGroup':
    case 'PrincipalSuspended':
    case 'PrincipalResumed':
    case 'PrincipalClosed':
      return state === null ? null : evolvePrincipalChange(state, event);
    // See `log-ins/log-ins.ts`.
    case 'PrincipalInvited':
    case 'PrincipalPasskeySet':
    case 'PrincipalPasskeyRemoved':
    case 'PrincipalAccountJoined':
      return state;
  }
}

/** The alert of a role that was not there before. */
function grantsOf(
  { user_id, platform_role }: Pick<Principal, 'user_id' | 'platform_role'>,
  before: Principal | null,
  actor: string | undefined,
): readonly PrincipalChangeEvent[] {
  if (platform_role === null || platform_role === 'auditor' || platform_role === before?.platform_role) return [];
  return [{ type: 'PlatformRoleGranted', data: { user_id, platform_role, ...actorMember(actor) } }];
}

/** Repeating a command is accepted without an event, so that every command may be retried. */
function decidePrincipalChange(
  command: PrincipalChangeCommand,
  state: Principal,
): Decision<PrincipalChangeEvent, PrincipalRefusal> {
  if (state.status === 'closed' && command.type !== 'close_principal') return refuse('principal_closed');
  const data = { user_id: state.user_id, ...actorMember(command.actor) };
  switch (command.type) {
    case 'change_principal': {
      const { walletId = state.wallet_id, role = state.role, platformRole = state.platform_role } = command;
      const isSame = walletId === state.wallet_id && role === state.role && platformRole === state.platform_role;
      if (isSame) return accept();
      const changed = { ...data, wallet_id: walletId, role, platform_role: platformRole };
      return accept({ type: 'PrincipalChanged', data: changed }, ...grantsOf(changed, state, command.actor));
    }
    case 'limit_principal':
      if (areKnownLimits(state, command.limits, command.actor)) return accept();
      return accept({ type: 'PrincipalLimitsSet', data: { ...data, ...command.limits } });
    case 'set_person_budgets':
      return setPersonBudgets(command, state, data);
    case 'raise_person_budget':
      return raisePersonBudget(command, state, data);
    case 'join_group': {
      if (state.group_ids.includes(command.groupId)) return accept();
      if (state.group_ids.length >= groupsMax) return refuse('principal_in_too_many_groups');
      return accept({ type: 'PrincipalJoinedGroup', data: { ...data, group_id: command.groupId } });
    }
    case 'leave_group':
      if (!state.group_ids.includes(command.groupId)) return accept();
      return accept({ type: 'PrincipalLeftGroup', data: { ...data, group_id: command.groupId } });
    case 'suspend_principal':
      // A wider level makes the suspension its own, so that the narrower one can no longer lift it.
      if (state.status === 'suspended' && widerLevel(command.actor, state.blocked_by) === state.blocked_by) {
        return accept();
      }
      return accept({ type: 'PrincipalSuspended', data: { ...data, reason: command.reason } });
    case 'close_principal':
      if (state.status === 'closed' && widerLevel(command.actor, state.blocked_by) === state.blocked_by) {
        return accept();
      }
      return accept({ type: 'PrincipalClosed', data: { ...data, reason: command.reason } });
    case 'resume_principal':
      if (!mayLift(command.actor, state.blocked_by)) return refuse('principal_suspended_above');
      if (state.status === undefined) return accept();
      return accept({ type: 'PrincipalResumed', data });
  }
}

function evolvePrincipalChange(state: Principal, event: PrincipalChangeEvent): Principal {
  switch (event.type) {
    case 'PrincipalChanged': {
      const { wallet_id, role, platform_role } = event.data;
      return { ...state, wallet_id, role, platform_role };
    }
    case 'PlatformRoleGranted':
      return state;
    case 'PrincipalLimitsSet': {
      const { actor, user_id: _, ...limits } = event.data;
      const { limits: _limits, limits_by: _by, ...rest } = state;
      return { ...rest, ...withLimits(state, limits, actor) };
    }
    case 'PrincipalBudgetsSet':
      return evolvePersonBudgets(state, event.data);
    case 'PrincipalBudgetRaised':
      return evolvePersonBudgetRaised(state, event.data);
    case 'PrincipalJoinedGroup':
      return { ...state, group_ids: [...state.group_ids, event.data.group_id] };
    case 'PrincipalLeftGroup':
      return { ...state, group_ids: state.group_ids.filter((group) => group !== event.data.group_id) };
    case 'PrincipalSuspended':
      return { ...state, status: 'suspended', blocked_by: widerLevel(event.data.actor, state.blocked_by) };
    case 'PrincipalResumed': {
      const { status: _, blocked_by: _level, ...active } = state;
      return active;
    }
    case 'PrincipalClosed':
      return { ...state, status: 'closed', blocked_by: widerLevel(event.data.actor, state.blocked_by) };
  }
}
