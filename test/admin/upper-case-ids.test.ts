import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { z } from 'zod';
import { adminOperations } from '../../src/admin/operations.ts';
import { describedSchema } from '../../src/config/described-schema.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Some tools write UUIDs in upper case. They name the same as in lower case: RFC 9562, section 4. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator } = scene.people;

function isUuid(schema: z.ZodType): boolean {
  return describedSchema(schema).format === 'uuid';
}

for (const { id, input } of adminOperations) {
  const members = Object.entries(input.shape).filter(([, schema]) => isUuid(schema));
  if (members.length === 0) continue;
  test(`${id} reads its ids in upper case as in lower case`, (t) => {
    for (const [name, schema] of members) {
      const own = randomUUID();
      t.is(schema.parse(own.toUpperCase()), own, name);
    }
  });
}

test('a person of a tenant in upper case is below the policy and the suspension of that tenant', async (t) => {
  const { tenantId } = scene.sibling;
  const named = tenantId.toUpperCase();

  const user = await scene.ask(operator, '/users', { method: 'POST', body: { tenant_id: named, pii_enabled: false } });
  const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: true, max_request_eur: '1' };
  await scene.ask(operator, `/policies/tenant/${named}`, { method: 'PUT', body: rules });

  t.is(user.json['tenant_id'], tenantId);
  t.is(user.json['reseller_id'], scene.sibling.resellerId);
  const policies = await scene.ask(operator, `/users/${String(user.json['id']).toUpperCase()}/policies`);
  t.like(policies.json['data'], [{ scope_kind: 'tenant', scope_id: tenantId, pii_required: true }]);
});

test('groups and shares in upper case are the same groups and wallets', async (t) => {
  const { tenantId, groupId, walletId } = scene.sibling;
  const destination = await scene.addWallet(tenantId);

  const user = await scene.ask(operator, '/users', {
    method: 'POST',
    body: { tenant_id: tenantId, group_ids: [groupId.toUpperCase()] },
  });
  const allocations = [destination, destination.toUpperCase()].map((wallet_id) => ({ wallet_id, basis_points: 5_000 }));
  const twice = await scene.ask(scene.people.finance, '/allocations', {
    method: 'POST',
    body: { parent_id: walletId, allocations },
  });

  t.deepEqual(user.json['group_ids'], [groupId]);
  t.is(twice.status, 400);
});
