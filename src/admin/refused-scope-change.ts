import type { Principal, PrincipalRefusal } from '../domain/principal.ts';
import type { ManagedScopeKind } from '../domain/scopes/scope-events.ts';
import type { Scope, ScopeRefusal } from '../domain/scopes/scope.ts';
import type { Level } from '../domain/scopes/level.ts';
import { GatewayError } from '../errors.ts';
import { notPossible } from './refusal-advice.ts';

const suspendedBy: Readonly<Record<Level, string>> = {
  tenant: 'An administrator of the tenant',
  reseller: 'An administrator of the reseller',
  platform: 'The operator of the platform',
};

const toAsk: Readonly<Record<Level, string>> = {
  tenant: 'an administrator of the tenant',
  reseller: 'an administrator of the reseller or the operator of the platform',
  platform: 'the operator of the platform',
};

interface Refused<State, Refusal extends string> {
  readonly refusal: Refusal;
  readonly state: State;
}

/** The error for a refused change of a reseller, tenant or group. */
export function refusedScopeChange(
  kind: ManagedScopeKind,
  { refusal, state }: Refused<Scope | null, ScopeRefusal>,
): GatewayError {
  if (refusal !== 'scope_suspended_above') return notPossible(refusal);
  return suspendedAbove(kind, state?.blocked_by);
}

/** The error for a refused change of a user. */
export function refusedUserChange({ refusal, state }: Refused<Principal | null, PrincipalRefusal>): GatewayError {
  if (refusal !== 'principal_suspended_above') return notPossible(refusal);
  return suspendedAbove('user', state?.blocked_by);
}

/** Says who suspended, and whom to ask. */
function suspendedAbove(what: string, level: Level = 'platform'): GatewayError {
  return new GatewayError('not_permitted', {
    detail: `${suspendedBy[level]} suspended this ${what}.`,
    next: `Ask ${toAsk[level]} to resume it.`,
  });
}

/** The error for money that would leave a tenant which is blocked from above, and be spent elsewhere. */
export function heldMoney(level: Level): GatewayError {
  return new GatewayError('not_permitted', {
    detail: `${suspendedBy[level]} suspended or closed this tenant, and its money stays in its wallets.`,
    next: `Ask ${toAsk[level]}, or the finance department to move it.`,
  });
}

/** The error for a member who would leave a group that is blocked from above, and so escape. */
export function blockedGroup(level: Level): GatewayError {
  return new GatewayError('not_permitted', {
    detail: `${suspendedBy[level]} suspended or closed this group, and its members stay blocked with it.`,
    next: `Ask ${toAsk[level]} to remove the user.`,
  });
}
