import test from 'ava';
import {
  actingRole,
  adminRoles,
  isWithin,
  mayGrant,
  permissions,
  reachOf,
  rolesOf,
  type AdminAction,
  type AdminRole,
} from '../../../src/domain/scopes/permissions.ts';
import { principalWith } from '../../_support/grant-vocabulary.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const [resellerId, otherId] = [id('1', 1), id('1', 2)];

const people: Readonly<Record<AdminRole, ReturnType<typeof principalWith>>> = {
  operator: principalWith({ platform_role: 'operator', role: 'member' }),
  finance: principalWith({ platform_role: 'finance', role: 'member' }),
  auditor: principalWith({ platform_role: 'auditor', role: 'member' }),
  reseller_admin: principalWith({ role: 'reseller_admin', reseller_id: resellerId }),
  tenant_admin: principalWith({ role: 'admin' }),
  member: principalWith({ role: 'member' }),
};
const actions = Object.keys(permissions) as AdminAction[];
const reads = (action: AdminAction): boolean => action.endsWith('.read');

test('a role follows from the platform and from the tenant', (t) => {
  for (const role of adminRoles) t.true(rolesOf(people[role]).includes(role), role);
  t.deepEqual(rolesOf(principalWith({ role: 'reseller_admin', reseller_id: null })), ['member']);
  t.deepEqual(rolesOf(principalWith({ role: 'developer' })), ['member']);
});

test('a person acts in the role with the widest reach for the action', (t) => {
  const both = principalWith({ platform_role: 'finance', role: 'admin' });
  t.is(actingRole(both, 'users.read'), 'finance');
  t.is(actingRole(both, 'users.write'), 'tenant_admin', 'finance changes no users');
  t.is(actingRole(people.operator, 'keys.write'), 'operator');
  t.is(actingRole(people.finance, 'users.write'), null);
});

test('the auditor reads everything and changes only their own settings', (t) => {
  for (const action of actions) {
    const reach = reachOf(people.auditor, action);
    if (reads(action)) t.is(reach, 'all', action);
    else t.true(reach === null || reach === 'own', action);
  }
});

test('money is confirmed and corrected by finance alone', (t) => {
  for (const action of ['topups.confirm', 'wallets.correct'] as const) {
    t.deepEqual(
      adminRoles.filter((role) => reachOf(people[role], action) !== null),
      ['finance'],
    );
  }
});

test('no role but those of the platform reaches everything', (t) => {
  for (const action of actions) {
    for (const role of ['reseller_admin', 'tenant_admin', 'member'] as const) {
      t.not(reachOf(people[role], action), 'all', `${role} ${action}`);
    }
  }
});

test('the widest reach of a person counts', (t) => {
  t.is(reachOf(principalWith({ role: 'admin', platform_role: 'auditor' }), 'groups.write'), 'tenant');
  t.is(reachOf(principalWith({ role: 'admin', platform_role: 'auditor' }), 'keys.read'), 'all');
});

test('a reach ends at the scope of the person', (t) => {
  const { reseller_admin: reseller, tenant_admin: admin, member } = people;
  t.true(isWithin('reseller', reseller, { resellerId }));
  t.false(isWithin('reseller', reseller, { resellerId: otherId }));
  t.false(
    isWithin('reseller', { ...reseller, reseller_id: null }, { resellerId: null }),
    'none is not the same as none',
  );
  t.true(isWithin('tenant', admin, { tenantId: admin.tenant_id }));
  t.false(isWithin('tenant', admin, { tenantId: otherId }));
  t.true(isWithin('own', member, { userId: member.user_id, tenantId: otherId }));
  t.false(isWithin('own', member, { tenantId: member.tenant_id }));
  t.true(isWithin('all', people.auditor, {}));
});

test('no person may change the roles of people above them or make keys for them', (t) => {
  const operator = { role: 'member', platform_role: 'operator' } as const;
  const admin = { role: 'admin', platform_role: null } as const;
  t.true(mayGrant(people.operator, operator));
  for (const role of ['finance', 'auditor', 'reseller_admin', 'tenant_admin', 'member'] as const) {
    t.false(mayGrant(people[role], operator), role);
  }
  t.true(mayGrant(people.tenant_admin, admin));
  t.true(mayGrant(people.reseller_admin, admin));
  t.false(mayGrant(people.member, admin));
  t.false(mayGrant(people.tenant_admin, { role: 'reseller_admin', platform_role: null }));
  t.true(mayGrant(people.member, { role: 'member', platform_role: null }));
});
