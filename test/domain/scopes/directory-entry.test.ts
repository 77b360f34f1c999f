import test from 'ava';
import { platformScopeId, scopeKey, type ScopeKind } from '../../../src/domain/policy-events.ts';
import { directoryEntry } from '../../../src/domain/scopes/directory-entry.ts';
import { levels, type Level } from '../../../src/domain/scopes/level.ts';
import type { Scope } from '../../../src/domain/scopes/scope.ts';
import { keyWith, policyWith, principalWith } from '../../_support/grant-vocabulary.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const person = principalWith();
const { tenant_id: tenantId, user_id: userId } = person;
const [reseller, group, other] = [id('8', 1), id('9', 1), id('9', 2)];

function scopeWith(scope_kind: Scope['scope_kind'], scope_id: string, more: Partial<Scope> = {}): Scope {
  return { scope_kind, scope_id, parent_id: null, name: '', status: 'active', ...more };
}

function entryWith(scopes: readonly Scope[], principal = person) {
  const known = new Map(scopes.map((scope) => [scopeKey(scope.scope_kind, scope.scope_id), scope]));
  return directoryEntry({ key: keyWith() }, principal, {
    scope: (key) => known.get(key) ?? null,
    policies: (key) => {
      const [scope_kind, scope_id] = [key.slice(0, key.indexOf('-')), key.slice(key.indexOf('-') + 1)];
      const scope = { scope_kind: scope_kind as ScopeKind, scope_id };
      return { ...scope, by_level: { platform: policyWith(scope) } };
    },
  });
}

const tenant = (more: Partial<Scope> = {}): Scope => scopeWith('tenant', tenantId, { parent_id: reseller, ...more });

test('policies hold from the widest scope to the narrowest, of a reseller that only the tenant knows too', (t) => {
  t.deepEqual(
    entryWith([tenant()]).policies.map(({ scope_kind, scope_id }) => [scope_kind, scope_id]),
    [
      ['platform', platformScopeId],
      ['reseller', reseller],
      ['tenant', tenantId],
      ['group', group],
      ['group', other],
      ['user', userId],
    ],
  );
});

test('the widest suspended or closed scope above a key is named', (t) => {
  const suspended = scopeWith('group', other, { status: 'suspended' });
  const gone = { ...person, status: 'closed' } as const;
  for (const [expected, scopes, principal] of [
    [undefined, [tenant()], person],
    ['user', [tenant()], gone],
    ['group', [tenant(), suspended], gone],
    ['tenant', [tenant({ status: 'closed' }), suspended], gone],
    ['reseller', [scopeWith('reseller', reseller, { status: 'suspended' }), tenant({ status: 'closed' })], gone],
  ] as const) {
    t.is(entryWith(scopes, principal).suspended, expected);
  }
});

test('the limits of tenant, groups and person hold for each of their keys', (t) => {
  const limits = { requests_at_once_max: 2 };
  const set = [tenant({ limits }), scopeWith('group', other, { parent_id: tenantId, limits })];
  t.deepEqual(entryWith(set, { ...person, limits }).limitsAbove, [
    { kind: 'tenant', id: tenantId, limits },
    { kind: 'group', id: other, limits },
    { kind: 'user', id: userId, limits },
  ]);
  t.false('limitsAbove' in entryWith([tenant()]));
});

test('a key is used as the keys that made it bound it', (t) => {
  const parent = keyWith({ allowed_profiles: ['light', 'average'], max_request_eur: '1.000000000' });
  const grandparent = keyWith({ allow_all_models: true, expires_at: '2030-01-01T00:00:00.000Z' });
  const key = keyWith({ allowed_profiles: ['average', 'advanced'] });
  const scopes = { scope: () => null, policies: () => null };
  const entry = directoryEntry({ key, parents: [parent, grandparent] }, person, scopes);
  t.like(entry.key, {
    key_id: key.key_id,
    allowed_profiles: ['average'],
    max_request_eur: '1.000000000',
    expires_at: '2030-01-01T00:00:00.000Z',
    revoked: false,
  });
  const ended = directoryEntry({ key, parents: [parent, { ...grandparent, revoked: true }] }, person, scopes);
  t.true(ended.key.revoked);
});

test('a scope that a level below a person blocked shuts them out of no management, and their own suspension does', (t) => {
  const blocked = (by: Level): readonly Scope[] => [tenant({ status: 'closed', blocked_by: by })];
  const roles = {
    platform: { ...person, platform_role: 'auditor' },
    reseller: { ...person, role: 'reseller_admin', reseller_id: reseller },
    tenant: { ...person, role: 'admin' },
  } as const;
  for (const level of levels) {
    for (const by of levels) {
      const entry = entryWith(blocked(by), roles[level]);
      t.is(entry.suspended, 'tenant');
      t.is(entry.shutOut, levels.indexOf(by) >= levels.indexOf(level) ? 'tenant' : undefined, `${by} ${level}`);
    }
    t.is(entryWith([tenant()], { ...roles[level], status: 'suspended', blocked_by: 'tenant' }).shutOut, 'user');
    t.false('shutOut' in entryWith([tenant()], roles[level]));
  }
});
