import test from 'ava';
import { adminSection } from '../../src/config/admin-section.ts';

const issuer = { issuer: 'https://login.example.com/realms/staff', client_id: 'console' };
const tenant_id = '5C1F0E2A-7D34-4B8E-9A61-3F2D8C7B6E10';
const parsed = (name: string, more: object = {}) =>
  adminSection.safeParse({ oidc: { [name]: { ...issuer, ...more } } });

test('an issuer needs its address and its client, and registers nobody by itself', (t) => {
  t.like(parsed('company').data?.oidc['company'], { first_login: 'refuse', groups_claim: 'groups', scopes: [] });
  t.is(parsed('company', { tenant_id }).data?.oidc['company']?.tenant_id, tenant_id.toLowerCase());
});

test('an issuer is called by TLS, unless it is on this machine', (t) => {
  for (const address of ['http://localhost:1', 'http://127.0.0.1:8080/x', 'http://[::1]:1/']) {
    t.true(parsed('company', { issuer: address }).success, address);
  }
  for (const address of [
    'http://login.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'ftp://x',
    'x',
  ]) {
    t.false(parsed('company', { issuer: address }).success, address);
  }
});

test('who makes people or gives roles says in which tenant', (t) => {
  for (const more of [{ first_login: 'create' }, { roles: { admins: 'admin' } }]) {
    t.false(parsed('company', more).success);
    t.true(parsed('company', { ...more, tenant_id }).success);
  }
});

test('no issuer gives a role on the platform', (t) => {
  for (const role of ['operator', 'finance', 'auditor', '']) {
    t.false(parsed('company', { tenant_id, roles: { all: role } }).success, role);
  }
});

test('names of issuers are parts of addresses, and there are ten at most', (t) => {
  for (const name of ['', 'A', 'a/b', '..', 'a b', '-a', 'a'.repeat(41)]) t.false(parsed(name).success, name);
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, issuer]));
  t.true(adminSection.safeParse({ oidc: many(10) }).success);
  t.false(adminSection.safeParse({ oidc: many(11) }).success);
});

test('a scope has no blanks, which would make several', (t) => {
  t.true(parsed('company', { scopes: ['groups', 'api://x/.default'] }).success);
  for (const scope of ['a b', '', '"', 'a\\b', 'é']) t.false(parsed('company', { scopes: [scope] }).success, scope);
});
