import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminOperations } from '../../src/admin/operations.ts';
import { pathNames } from '../../src/admin/operation.ts';
import { adminRoles } from '../../src/domain/scopes/permissions.ts';
import type { Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { expectedStatus } from './_expected-status.ts';
import { withMissingIds } from './_missing-ids.ts';
import { operationCases, targets, tenancyOf } from './_operation-cases.ts';

/** Every operation, by every role, on what is one's own, of one's tenant, of a tenant beside it and of a foreign reseller. */

const shared = new SharedTeardown();
const { scene, cases } = await operationCases(shared);

test.after.always('close', shared.end);

test('every operation has its row in the matrix', (t) => {
  t.deepEqual(adminOperations.map(({ id }) => id).toSorted(), Object.keys(cases).toSorted());
});

for (const operation of adminOperations) {
  const tried = cases[operation.id];
  test.serial(`${operation.id}: every role, every scope`, async (t) => {
    if (tried === undefined) return t.fail('no row');
    const cells = adminRoles.flatMap((role, index) => targets.map((target) => ({ role, index, target })));
    const found = await Promise.all(
      cells.map(async ({ role, index, target }) => {
        const tenancy = tenancyOf(scene, target);
        const person = target === 'own' ? scene.people[role] : tenancy.member;
        const asked = await tried.ask({ target, role, tenancy, person });
        const { status, json } = await call(operation, scene.people[role], asked);
        if (status === 404) {
          const missing = await call(operation, scene.people[role], withMissingIds(asked));
          if (wordsOf(missing.json) !== wordsOf(json)) {
            return `${role} on ${target}: told apart: ${wordsOf(json)} and ${wordsOf(missing.json)}`;
          }
        }
        const expected = expectedStatus(operation.id, tried.reaches.charAt(index), target);
        return status === expected
          ? null
          : `${role} on ${target}: ${status} instead of ${expected} ${JSON.stringify(json)}`;
      }),
    );
    t.deepEqual(
      found.filter((each) => each !== null),
      [],
    );
  });
}

function wordsOf(json: object): string {
  return JSON.stringify(json).replaceAll(/"request_id":"[^"]*"|req_[0-9a-f]+/g, '');
}

for (const kind of ['reseller', 'tenant', 'group', 'user'] as const) {
  test.serial(`the policy of a foreign ${kind} is told apart from that of a missing one by nobody`, async (t) => {
    const { resellerId, tenantId, groupId, member } = scene.foreign;
    const foreign = { reseller: resellerId, tenant: tenantId, group: groupId, user: member.userId }[kind];
    const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
    await scene.ask(scene.people.operator, `/policies/${kind}/${foreign}`, { method: 'PUT', body: rules });
    for (const role of adminRoles) {
      if (['operator', 'finance', 'auditor'].includes(role)) continue;
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const asked = { method, ...(method === 'PUT' && { body: rules }) };
        const [known, missing] = await Promise.all(
          [foreign, randomUUID()].map((id) => scene.ask(scene.people[role], `/policies/${kind}/${id}`, asked)),
        );
        t.true((known?.status ?? 0) >= 403, `${role} ${method}`);
        t.deepEqual([known?.status, wordsOf(known?.json ?? {})], [missing?.status, wordsOf(missing?.json ?? {})]);
      }
    }
    await scene.ask(scene.people.operator, `/policies/${kind}/${foreign}`, { method: 'DELETE' });
  });
}

test.serial('nobody learns from leaving a foreign group whether it exists', async (t) => {
  const foreign = await scene.addScope('group', scene.foreign.tenantId);
  await scene.ask(scene.people.operator, `/groups/${foreign}/suspend`, { method: 'POST', body: { reason: 'x' } });
  const leave = (groupId: string) =>
    scene.ask(scene.people.tenant_admin, `/groups/${groupId}/members/${scene.people.member.userId}`, {
      method: 'DELETE',
    });
  t.deepEqual(await leave(foreign), await leave(randomUUID()));
});

type Operation = (typeof adminOperations)[number];

function call(operation: Operation, person: Person, asked: Readonly<Record<string, unknown>>) {
  const names = pathNames(operation);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(asked[name]));
  const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => !names.includes(name)));
  if (operation.method === 'get') return scene.ask(person, `${path}?${new URLSearchParams(rest as never).toString()}`);
  return scene.ask(person, path, { method: operation.method.toUpperCase(), body: rest });
}

test('nothing is answered without a key, or with one that is not for administration', async (t) => {
  const { json } = await scene.ask(scene.people.operator, '/keys', {
    method: 'POST',
    body: { name: 'calls only', user_id: scene.people.operator.userId },
  });
  const callsOnly = { apiKey: String(json['api_key']) };
  for (const operation of adminOperations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, () => randomUUID());
    const method = operation.method.toUpperCase();
    t.is((await scene.ask({ apiKey: 'wb_x' }, path, { method })).status, 401, operation.id);
    t.is((await scene.ask(callsOnly, path, { method })).json.error?.code, 'not_permitted', operation.id);
  }
});
