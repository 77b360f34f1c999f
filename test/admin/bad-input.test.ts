import { randomUUID } from 'node:crypto';
import test from 'ava';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

/** Between them, somebody who may do everything. */
const callers = [scene.people.operator, scene.people.finance];
const callerOf = ({ action }: AdminOperation) =>
  /^(topups|payouts|transfers|allocations)\.|wallets\.correct|bills\.close/.test(action) ? callers[1] : callers[0];

const pathOf = (operation: AdminOperation, value: (name: string) => string): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name));

const id = (name: string): string => (name === 'scope_kind' ? 'tenant' : randomUUID());

async function lastPosition(): Promise<unknown> {
  const events = await scene.ledger.log.readAll({ limit: 10_000 });
  return events.at(-1)?.position;
}

async function ask(operation: AdminOperation, path: string, body?: unknown) {
  const caller = callerOf(operation) ?? scene.people.operator;
  const isGet = operation.method === 'get';
  const query = isGet && body !== undefined ? `?${new URLSearchParams(body as never).toString()}` : '';
  return await scene.ask(caller, path + query, {
    method: operation.method.toUpperCase(),
    ...(isGet || body === undefined ? {} : { body }),
  });
}

for (const operation of adminOperations) {
  test.serial(`${operation.id} names an unknown member, and writes nothing`, async (t) => {
    const before = await lastPosition();
    const { status, json } = await ask(operation, pathOf(operation, id), { unheard_of: '1' });
    t.is(status, 400);
    t.true(['unsupported_parameter', 'invalid_value'].includes(json.error?.code ?? ''), JSON.stringify(json));
    t.is(await lastPosition(), before);
  });

  if (pathNames(operation).length > 0) {
    test.serial(`${operation.id} refuses an invalid id, and an unknown one`, async (t) => {
      const before = await lastPosition();
      t.is(
        (
          await ask(
            operation,
            pathOf(operation, () => 'x'),
            {},
          )
        ).status,
        400,
      );
      const { status } = await ask(operation, pathOf(operation, id), {});
      t.true(status === 404 || status === 400, String(status));
      t.is(await lastPosition(), before);
    });
  }

  if (operation.method !== 'get') {
    test.serial(
      `${operation.id} refuses bodies that are no JSON, too large, of another type, with a name twice`,
      async (t) => {
        const before = await lastPosition();
        const path = pathOf(operation, id);
        const codes = await Promise.all(
          [
            '{',
            '[]',
            '{"a":1,"a":2}',
            `{"a":"${'x'.repeat((operation.bodyBytesMax ?? 262_144) + 1)}"}`,
            '{"a":"\ud800"',
          ].map(async (body) => (await ask(operation, path, body)).json.error?.code),
        );
        t.deepEqual(codes, ['malformed_json', 'malformed_json', 'duplicate_key', 'body_too_large', 'malformed_json']);
        const caller = callerOf(operation) ?? scene.people.operator;
        const method = operation.method.toUpperCase();
        const typed = await scene.ask(caller, path, { method, body: '{}', headers: { 'content-type': 'text/plain' } });
        t.is(typed.json.error?.code, 'unsupported_media_type');
        const named = await scene.ask(caller, path, {
          method,
          body: {},
          headers: { 'idempotency-key': 'x'.repeat(256) },
        });
        t.is(named.status, 400);
        t.is(await lastPosition(), before);
      },
    );
  }
}

const bad: readonly (readonly [method: string, path: string, body: object, param: string])[] = [
  ['POST', '/tenants', { name: '' }, 'name'],
  ['POST', '/tenants', { name: 'x'.repeat(201) }, 'name'],
  ['POST', '/tenants', { name: 'a\u0000b' }, 'name'],
  ['POST', '/tenants', { name: 'x', id: 'no uuid' }, 'id'],
  ['POST', '/tenants', { name: 7 }, 'name'],
  ['POST', '/users', { tenant_id: scene.tenant.tenantId, role: 'A' }, 'role'],
  ['POST', '/users', { tenant_id: scene.tenant.tenantId, platform_role: 'root' }, 'platform_role'],
  ['POST', '/keys', { name: 'x', budget_eur: '-1' }, 'budget_eur'],
  ['POST', '/keys', { name: 'x', budget_eur: '1.0000000001' }, 'budget_eur'],
  ['POST', '/keys', { name: 'x', budget_eur: '1e3' }, 'budget_eur'],
  ['POST', '/keys', { name: 'x', budget_eur: '99999999999' }, 'budget_eur'],
  ['POST', '/keys', { name: 'x', max_request_eur: 1 }, 'max_request_eur'],
  ['POST', '/keys', { name: 'x', expires_in_days: 0 }, 'expires_in_days'],
  ['POST', '/keys', { name: 'x', expires_in_days: 366 }, 'expires_in_days'],
  ['POST', '/keys', { name: 'x', allowed_profiles: [' '] }, 'allowed_profiles.0'],
  ['GET', '/keys?limit=0', {}, 'limit'],
  ['GET', '/keys?limit=201', {}, 'limit'],
  ['GET', '/keys?limit=ten', {}, 'limit'],
  ['GET', '/keys?after=!!', {}, 'after'],
  ['GET', '/keys?limit=1&limit=2', {}, 'limit'],
];

for (const [method, path, body, param] of bad) {
  const shown = JSON.stringify(body).replace(scene.tenant.tenantId, 'a tenant').slice(0, 60);
  test.serial(`${method} ${path} ${shown} names ${param}`, async (t) => {
    const before = await lastPosition();
    const asked = method === 'GET' ? {} : { method, body };
    const { status, json } = await scene.ask(scene.people.operator, path, asked);
    t.is(status, 400);
    t.like(json.error, { code: 'invalid_value', param });
    t.is(await lastPosition(), before);
  });
}

test.serial('an unknown path and an unknown method are refused', async (t) => {
  t.is((await scene.ask(scene.people.operator, '/nothing')).json.error?.code, 'not_found');
  t.is((await scene.ask(scene.people.operator, '/keys', { method: 'DELETE' })).json.error?.code, 'method_not_allowed');
});

test('a policy of a reseller that does not exist is refused', async (t) => {
  const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
  const set = (resellerId: string) =>
    scene.ask(scene.people.operator, `/policies/reseller/${resellerId}`, { method: 'PUT', body: rules });

  t.is((await set(scene.foreign.resellerId)).status, 200);
  const mistyped = await set(randomUUID());

  t.is(mistyped.status, 404);
  t.is(mistyped.json.error?.code, 'resource_not_found');
});

test.serial(
  'an idempotency key that is empty, too long or not printable is refused, and nothing is written',
  async (t) => {
    const before = await lastPosition();
    for (const key of ['', 'x'.repeat(256), 'é']) {
      const asked = { method: 'POST', body: { name: 'Again' }, headers: { 'idempotency-key': key } };
      const { status, json } = await scene.ask(scene.people.operator, '/resellers', asked);
      t.is(status, 400, key);
      t.is(json.error?.param, 'idempotency-key');
    }
    t.is(await lastPosition(), before);
  },
);

test('an amount that is too large is refused as too large', async (t) => {
  const ask = async (amount_eur: string) => {
    const body = { wallet_id: scene.tenant.walletId, amount_eur };
    return (await scene.ask(scene.people.finance, '/topups', { method: 'POST', body })).json.error?.message ?? '';
  };

  t.regex(await ask('1000000000'), /^`amount_eur` must be at most 999999999\.999999999\. /);
  t.regex(await ask('12,50'), /^`amount_eur` must be digits, optionally a dot and 1 to 9 decimals\. /);
});
