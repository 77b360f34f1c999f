import type { ApiKey } from '../domain/api-key.ts';
import type { Principal } from '../domain/principal.ts';
import type { AdminAction, ScopePlace } from '../domain/scopes/permissions.ts';
import { mayLift } from '../domain/scopes/level.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { isTenantClosed } from '../ledger/administration/closed-tenants.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { recordedApiKey, recordedPrincipal } from '../ledger/identities.ts';
import { walletStream } from '../ledger/stream-names.ts';
import { recordedWalletState } from '../ledger/wallet-fold.ts';
import type { EventLog } from '../ports/event-log.ts';
import { notFound } from './administrator.ts';
import type { AdminRequest } from './operation.ts';
import { heldMoney } from './refused-scope-change.ts';
import { notPossible } from './refusal-advice.ts';

/**
 * Reads the resources that a request names from their own events, up to the last one, and checks that the administrator may
 * access them. All raise `not_permitted`, and `resource_not_found` for a resource that does not exist or is out of reach. For
 * both they read as often, so that the time of an answer does not tell them apart.
 */

/**
 * A tenant with its reseller. A tenant made by an older command has no record of its creation, and so no reseller. `null`:
 * of what was not found; it reads all the same.
 */
export async function placeOfTenant({ deps }: AdminRequest, tenantId: string | null): Promise<ScopePlace> {
  const tenant = await recordedScope(deps.log, 'tenant', tenantId ?? '');
  return { tenantId, resellerId: tenant?.parent_id ?? null };
}

/**
 * The place of a person: below the reseller of their tenant, even if they were registered before the tenant had one, or by a
 * command that knows no reseller. `null`: they were not found.
 */
export async function placeOfPerson(request: AdminRequest, person: Principal | null): Promise<ScopePlace> {
  const place = await placeOfTenant(request, person?.tenant_id ?? null);
  if (person === null) return place;
  return { ...place, resellerId: place.resellerId ?? person.reseller_id, userId: person.user_id };
}

/** The place of a tenant in which something is created. Raises `not_possible` for a closed tenant. */
export async function tenantToFill(request: AdminRequest, action: AdminAction, tenantId: string): Promise<ScopePlace> {
  const place = await placeOfTenant(request, tenantId);
  request.administrator.assertMay(action, place, 'tenant');
  await assertTenantOpen(request, tenantId);
  return place;
}

/** Raises `not_possible` for a closed tenant, and for one of a closed reseller. */
export async function assertTenantOpen({ deps }: AdminRequest, tenantId: string): Promise<void> {
  if (await isTenantClosed(deps.log, tenantId)) throw notPossible('tenant_closed');
}

/**
 * A wallet from which they may move money: not that of a tenant which a level above theirs has suspended or closed, or what
 * was suspended would be spent by another tenant. Raises `not_permitted` for those too.
 */
export async function sourceWithin(request: AdminRequest, action: AdminAction, walletId: string): Promise<WalletState> {
  const { administrator, deps } = request;
  const wallet = await walletWithin(request, action, walletId);
  if (administrator.reach(action) === 'all' || wallet.tenantId === null) return wallet;
  const level = (await recordedScope(deps.log, 'tenant', wallet.tenantId))?.blocked_by;
  if (level !== undefined && !mayLift(administrator.actor, level)) throw heldMoney(level);
  return wallet;
}

export async function personWithin(request: AdminRequest, action: AdminAction, userId: string): Promise<Principal> {
  request.administrator.reach(action);
  const person = await recordedPrincipal(request.deps.log, userId);
  const place = await placeOfPerson(request, person);
  if (person === null) throw notFound('user');
  request.administrator.assertMay(action, place, 'user');
  return person;
}

export async function keyWithin(request: AdminRequest, action: AdminAction, keyId: string): Promise<ApiKey> {
  request.administrator.reach(action);
  const key = await recordedApiKey(request.deps.log, keyId);
  const place = await placeOfTenant(request, key?.tenant_id ?? null);
  if (key === null) throw notFound('key');
  request.administrator.assertMay(action, { ...place, userId: key.user_id }, 'key');
  return key;
}

/**
 * The owner of a key, a response or a file; `null`: unknown. Raises `not_permitted` for a user whose roles are above the
 * administrator's.
 */
export async function assertMayActFor(request: AdminRequest, of: Pick<ApiKey, 'user_id'>): Promise<Principal | null> {
  const { person } = request.administrator;
  return of.user_id === person?.user_id ? person : await assertMayGrantTo(request, of.user_id);
}

/** A user whom the administrator may change. Raises `not_permitted` for one whose roles are above the administrator's. */
export async function changeablePerson(request: AdminRequest, userId: string): Promise<Principal> {
  const person = await personWithin(request, 'users.write', userId);
  request.administrator.assertMayGrant(person);
  return person;
}

/** A key of somebody whom the administrator may act for: {@link assertMayActFor}. */
export async function changeableKey(request: AdminRequest, action: AdminAction, keyId: string): Promise<ApiKey> {
  const key = await keyWithin(request, action, keyId);
  await assertMayActFor(request, key);
  return key;
}

/** The user; `null`: unknown. Raises `not_permitted` if their roles are above the administrator's. */
export async function assertMayGrantTo(
  { administrator, deps }: AdminRequest,
  userId: string,
): Promise<Principal | null> {
  const person = await recordedPrincipal(deps.log, userId);
  if (person !== null) administrator.assertMayGrant(person);
  return person;
}

export async function walletWithin(request: AdminRequest, action: AdminAction, walletId: string): Promise<WalletState> {
  const { administrator } = request;
  administrator.reach(action);
  const state = await recordedWallet(request, walletId);
  const place = await placeOfWallet(request, walletId, state?.tenantId ?? null);
  if (state === null) throw notFound('wallet');
  administrator.assertMay(action, place, 'wallet');
  return state;
}

/** The place of a wallet, and of what is paid into it: also the caller's own, if it pays for their requests. */
export async function placeOfWallet(
  request: AdminRequest,
  walletId: string,
  tenantId: string | null,
): Promise<ScopePlace> {
  const { person } = request.administrator;
  const userId = person?.wallet_id === walletId ? person.user_id : null;
  return { ...(await placeOfTenant(request, tenantId)), userId };
}

/** `null`: the wallet was never opened. */
export async function recordedWallet({ deps }: AdminRequest, walletId: string): Promise<WalletState | null> {
  return await recordedWalletState(deps.log, walletId);
}

/** The revision of a wallet's last event; -1: it has none. */
export async function newestRevision(log: Pick<EventLog, 'readStream'>, walletId: string): Promise<number> {
  const [newest] = await log.readStream(walletStream(walletId), { direction: 'backwards', limit: 1 });
  return newest?.revision ?? -1;
}
