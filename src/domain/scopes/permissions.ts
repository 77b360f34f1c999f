import type { Principal } from '../principal.ts';
import type { Level } from './level.ts';

/**
 * Roles of administration. Platform roles are assigned by name; the others follow from a person's role in their tenant.
 */
export const adminRoles = ['operator', 'finance', 'auditor', 'reseller_admin', 'tenant_admin', 'member'] as const;
/** The name of a role. */
export type AdminRole = (typeof adminRoles)[number];

/** The reach of a role: everything, everything below its reseller, everything in its tenant, or only its own. */
export type Reach = 'all' | 'reseller' | 'tenant' | 'own';

type Reaches = Partial<Record<AdminRole, Reach>>;

const platformReads = { operator: 'all', finance: 'all', auditor: 'all' } as const satisfies Reaches;
const everyone = { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant', member: 'own' } as const;
const administrators = { operator: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' } as const;

/**
 * The permissions: the only table that decides, and the source of `docs/roles.md`. A role that an action does not list
 * may not perform it. Only `finance` moves money; the auditor reads and changes nothing.
 */
export const permissions = {
  'resellers.read': { ...platformReads, reseller_admin: 'reseller' },
  'resellers.write': { operator: 'all' },
  'tenants.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'tenants.write': { operator: 'all', reseller_admin: 'reseller' },
  'groups.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'groups.write': administrators,
  'users.read': everyone,
  'users.write': administrators,
  'policies.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'policies.write': administrators,
  'keys.read': everyone,
  'keys.write': { operator: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant', member: 'own' },
  'keys.limit': administrators,
  'tags.write': administrators,
  'prices.read': { ...platformReads, reseller_admin: 'reseller' },
  'price_lists.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'prices.write': { operator: 'all', finance: 'all', reseller_admin: 'reseller' },
  'wallets.read': everyone,
  'wallets.open': { operator: 'all', finance: 'all', reseller_admin: 'reseller' },
  'wallets.correct': { finance: 'all' },
  'alerts.write': { ...administrators, finance: 'all' },
  'topups.read': everyone,
  'topups.request': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant', member: 'own' },
  'topups.cancel': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'topups.confirm': { finance: 'all' },
  'payouts.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'payouts.request': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'payouts.cancel': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'payouts.confirm': { finance: 'all' },
  'transfers.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'transfers.write': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'transfers.across_tenants': { finance: 'all', reseller_admin: 'reseller' },
  'allocations.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'allocations.write': { finance: 'all', reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'charges.read': everyone,
  'reservations.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'reservations.resolve': { operator: 'all', finance: 'all' },
  'actions.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'bills.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'bills.close': { finance: 'all' },
  'checkpoints.read': everyone,
  'postings.read': platformReads,
  'webhooks.read': { ...platformReads, reseller_admin: 'reseller', tenant_admin: 'tenant' },
  'webhooks.write': administrators,
  'targets.read': platformReads,
  'usage.read': everyone,
  'responses.read': everyone,
  'responses.delete': { ...administrators, member: 'own' },
  'files.read': everyone,
  'files.delete': { ...administrators, member: 'own' },
} as const satisfies Readonly<Record<string, Reaches>>;

/** The name of an action. */
export type AdminAction = keyof typeof permissions;

/** The place of something, which a reach is compared with. A member that is absent or `null` is out of every reach. */
export interface ScopePlace {
  readonly resellerId?: string | null;
  readonly tenantId?: string | null;
  readonly userId?: string | null;
}

/** The roles of a person: at most one in the platform and one in their tenant. */
export function rolesOf({ platform_role, role, reseller_id }: Principal): readonly AdminRole[] {
  const ofTenant =
    role === 'reseller_admin' && reseller_id !== null ? role : role === 'admin' ? 'tenant_admin' : 'member';
  return platform_role === null ? [ofTenant] : [platform_role, ofTenant];
}

/** The level of a person: below it, nobody keeps them from the management API. */
export function levelOfPerson(person: Principal): Level {
  if (person.platform_role !== null) return 'platform';
  return rolesOf(person).includes('reseller_admin') ? 'reseller' : 'tenant';
}

/** The widest reach of a person's roles for an action; `null`: none of them may perform it. */
export function reachOf(person: Principal, action: AdminAction): Reach | null {
  return widestOf(person, action)?.reach ?? null;
}

/** The role with the widest reach for an action: the one in which the person acts. `null`: none may perform it. */
export function actingRole(person: Principal, action: AdminAction): AdminRole | null {
  return widestOf(person, action)?.role ?? null;
}

interface RoleReach {
  readonly role: AdminRole;
  readonly reach: Reach;
}

function widestOf(person: Principal, action: AdminAction): RoleReach | null {
  const reaches: Reaches = permissions[action];
  const found = rolesOf(person).flatMap((role) => {
    const reach = reaches[role];
    return reach === undefined ? [] : [{ role, reach }];
  });
  const [widest = null] = found.toSorted((one, other) => widths.indexOf(one.reach) - widths.indexOf(other.reach));
  return widest;
}

/** From the widest to the narrowest. */
const widths: readonly Reach[] = ['all', 'reseller', 'tenant', 'own'];

/** Whether a place is within the reach of a person. */
export function isWithin(reach: Reach, person: Principal, place: ScopePlace): boolean {
  switch (reach) {
    case 'all':
      return true;
    case 'reseller':
      return person.reseller_id !== null && place.resellerId === person.reseller_id;
    case 'tenant':
      return place.tenantId === person.tenant_id;
    case 'own':
      return place.userId === person.user_id;
  }
}

/** The roles of a person in their tenant and in the platform. */
export type Roles = Pick<Principal, 'role' | 'platform_role'>;

/**
 * Whether a person may assign or remove roles, or create a key for a person who has them. No one may act on people in
 * higher roles, and only the operator assigns platform roles.
 */
export function mayGrant(person: Principal, { role, platform_role }: Roles): boolean {
  if (person.platform_role === 'operator') return true;
  return platform_role === null && rankIn(role) <= rankIn(person.role);
}

function rankIn(role: string): number {
  return ['admin', 'reseller_admin'].indexOf(role);
}
