import assert from 'node:assert/strict';
import test from 'ava';
import type { z } from 'zod';
import * as fc from 'fast-check';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminOpenapi } from '../../src/admin/admin-openapi.ts';
import { platformScopeId } from '../../src/domain/policy-events.ts';
import { amountNanoMax, eurFromNano } from '../../src/domain/money.ts';
import { piiEntities, piiGrades } from '../../src/personal-data/pii-kinds.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A record that was read can be written again, as the specification writes it. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, member } = scene.people;
const { resellerId, tenantId, groupId } = scene.tenant;
const places = [
  `platform/${platformScopeId}`,
  `reseller/${resellerId}`,
  `tenant/${tenantId}`,
  `group/${groupId}`,
  `user/${scene.tenant.member.userId}`,
];

const events = async () => (await scene.ledger.log.readAll({ limit: 10_000 })).length;
const put = (place: string, body: object, who = operator) =>
  scene.ask(who, `/policies/${place}`, { method: 'PUT', body });
const read = async (place: string) =>
  (await scene.ask(operator, `/policies/${place}`)).json['data'] as readonly Readonly<Record<string, unknown>>[];

const profiles = fc.uniqueArray(fc.constantFrom('light', 'later', 'switchyard', 'org/model:1', 'other'), {
  minLength: 1,
});
const rules = fc.record(
  {
    allowed_profiles: profiles,
    default_profile: fc.constantFrom('light', 'later'),
    pii_required: fc.boolean(),
    max_request_eur: fc.bigInt({ min: 0n, max: amountNanoMax }).map(eurFromNano),
    allow_all_models: fc.boolean(),
    pii_grades: fc.dictionary(fc.constantFrom(...piiEntities), fc.constantFrom(...piiGrades), {
      noNullPrototype: true,
    }),
  },
  { requiredKeys: ['allowed_profiles', 'default_profile', 'pii_required', 'max_request_eur', 'allow_all_models'] },
);

test.serial(
  'a policy that was set, read and sent back is as it was set, at every scope, and nothing is written',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), rules, async (place, asked) => {
        const set = await put(place, asked);
        assert.equal(set.status, 200, JSON.stringify(set.json));
        const before = await read(place);
        const own = before.find(({ level }) => level === 'platform');
        assert.ok(own);
        const { pii_grades, ...rest } = asked as Readonly<Record<string, unknown>>;
        assert.deepEqual({ ...own, ...rest, ...(pii_grades !== undefined && { pii_grades }) }, own, 'as it was set');
        const { scope_kind, scope_id } = own;
        const [kind, id] = place.split('/');
        assert.deepEqual([scope_kind, scope_id], [kind, id]);
        const recorded = await events();
        // With what the answer alone has, and by a client that writes `null` for what is absent.
        for (const body of [own, set.json, { pii_grades: null, ...own }]) {
          const again = await put(place, body);
          assert.equal(again.status, 200, JSON.stringify(again.json));
          assert.deepEqual(again.json, set.json);
        }
        assert.deepEqual(await read(place), before);
        assert.equal(await events(), recorded);
      }),
      { numRuns: propertyRuns(10) },
    );
    t.pass();
    await scene.ask(operator, `/policies/platform/${platformScopeId}`, { method: 'DELETE' });
  },
);

test.serial('a policy with a list and all models stays what it is after a profile was added', async (t) => {
  const place = `group/${groupId}`;
  const body = { default_profile: 'light', pii_required: false, max_request_eur: '1' };
  // The configuration has `light` alone; what was all of it yesterday is a part of it today.
  for (const allowed_profiles of [['light'], ['later'], undefined]) {
    const set = await put(place, { ...body, allow_all_models: true, ...(allowed_profiles && { allowed_profiles }) });
    t.deepEqual(set.json['allowed_profiles'], allowed_profiles ?? ['light']);
    const [own] = await read(place);
    t.is((await put(place, own ?? {})).status, 200);
    t.deepEqual((await read(place))[0], own);
  }
  t.regex((await put(place, body)).json.error?.message ?? '', /Name the profiles, or set `allow_all_models`/);
});

test.serial(
  'a policy of another level is not taken for one of one’s own, and ids are read in either case',
  async (t) => {
    const place = `user/${scene.tenant.member.userId}`;
    const body = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
    await put(place, body);
    const [own] = await read(place);
    const refused = await put(place, own ?? {}, reseller);
    t.like(refused.json.error, { code: 'invalid_value', param: 'level' });
    const upper = { ...body, scope_kind: 'user', scope_id: scene.tenant.member.userId.toUpperCase() };
    t.is((await put(place, upper)).status, 200);
    t.is((await put(place, { ...upper, scope_id: tenantId })).json.error?.param, 'scope_id');
  },
);

test.serial('a key is made with a list and all models, and with the nulls of an answer', async (t) => {
  const asked = { name: 'both', allowed_profiles: ['light'], allow_all_models: true };
  const made = await scene.ask(member, '/keys', { method: 'POST', body: asked });
  t.like(made.json, { allowed_profiles: ['light'], allow_all_models: true, max_request_eur: null, budget_eur: null });
  const { name, wallet_id, allowed_profiles, allow_all_models, max_request_eur, budget_eur } = made.json;
  const record = {
    name,
    wallet_id,
    allowed_profiles,
    allow_all_models,
    max_request_eur,
    budget_eur,
    expires_in_days: null,
  };
  const again = await scene.ask(member, '/keys', { method: 'POST', body: record });
  t.like(again.json, { allowed_profiles: ['light'], allow_all_models: true, max_request_eur: null, expires_at: null });
  const path = `/keys/${String(again.json['id'])}/narrow`;
  const narrowed = await scene.ask(member, path, { method: 'POST', body: { budget_eur: '1', max_request_eur: null } });
  t.like(narrowed.json, { budget_eur: '1.000000000', max_request_eur: null, allow_all_models: true });
  t.is((await scene.ask(member, '/keys', { method: 'POST', body: { name: null } })).json.error?.param, 'name');
});

test.serial('a limit of a key is not lifted by null, and a record without one may be sent back', async (t) => {
  const asked = { name: 'capped', max_request_eur: '1', budget_eur: '5', expires_in_days: 30 };
  const limits = ['max_request_eur', 'budget_eur', 'expires_in_days'];
  const [capped, free] = [
    await scene.ask(member, '/keys', { method: 'POST', body: asked }),
    await scene.ask(member, '/keys', { method: 'POST', body: { name: 'free' } }),
  ];
  const narrow = (made: typeof capped, body: object) =>
    scene.ask(member, `/keys/${String(made.json['id'])}/narrow`, { method: 'POST', body });
  const recorded = await events();
  for (const limit of limits) {
    const refused = await narrow(capped, { [limit]: null });
    t.is(refused.status, 409, limit);
    const kept = await narrow(free, { [limit]: null });
    t.like(kept.json, { max_request_eur: null, budget_eur: null, expires_at: null }, limit);
  }
  t.is(await events(), recorded);
  const { max_request_eur, budget_eur } = (await narrow(capped, { budget_eur: '2' })).json;
  t.deepEqual([max_request_eur, budget_eur], ['1.000000000', '2.000000000']);
});

test.serial('a role of the platform that is changed to null is taken away, and stays none', async (t) => {
  const { userId } = scene.tenant.member;
  const change = (body: object) => scene.ask(operator, `/users/${userId}`, { method: 'PATCH', body });
  t.is((await change({ platform_role: 'auditor' })).json['platform_role'], 'auditor');
  // A change of something else leaves it.
  t.is((await change({ pii_enabled: null, role: null })).json['platform_role'], 'auditor');
  const taken = await change({ platform_role: null });
  t.is(taken.json['platform_role'], null);
  const recorded = await events();
  t.is((await change({ platform_role: taken.json['platform_role'] })).status, 200);
  t.is(await events(), recorded);
});

test('every amount of every operation has the bound of the ledger, in its pattern and in its refusal', (t) => {
  const { paths } = adminOpenapi(adminOperations) as { readonly paths: object };
  const most = eurFromNano(amountNanoMax);
  let seen = 0;
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { pattern } = value as { readonly pattern?: string };
    if (pattern !== undefined && name.endsWith('_eur')) {
      const matches = (text: string): boolean => new RegExp(pattern).test(text);
      seen += 1;
      t.true([most, '0', '1.5', `000${most}`].every(matches), name);
      t.false(['1000000000', '1.0000000001', '-1', '1.', '.5', ''].some(matches), name);
    }
    const { name: parameter } = value as { readonly name?: unknown };
    for (const [member, inner] of Object.entries(value)) {
      // The schema of a member in a query stands beside its name.
      if (member === 'schema' && typeof parameter === 'string') visit(inner, parameter);
      else visit(inner, member === 'anyOf' || /^\d+$/.test(member) ? name : member);
    }
  };
  visit(paths, '');
  const inputs = adminOperations.flatMap(({ id, input }) =>
    [input.shape, ...Object.values(input.shape).map(itemShape)]
      .flatMap((shape) => Object.entries(shape))
      .flatMap(([name, schema]) => (name.endsWith('_eur') ? [{ id, name, schema }] : [])),
  );
  t.true(inputs.length > 5);
  t.is(seen, inputs.length);
  for (const { id, name, schema } of inputs) {
    const parse = (text: string) => (schema as z.ZodType).safeParse(text);
    // A bank pays whole cents.
    t.true(parse(id === 'requestPayout' ? '999999999.99' : most).success, `${id} ${name}`);
    t.regex(parse('1000000000').error?.issues[0]?.message ?? '', /^at most 999999999\.999999999$/, `${id} ${name}`);
  }
});

interface Definition {
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

/** The members of the items of a list; none for anything else. */
function itemShape(schema: unknown): Readonly<Record<string, z.ZodType>> {
  const { innerType, element } = (schema as z.ZodType)._zod.def as Definition;
  if (innerType !== undefined) return itemShape(innerType);
  return (element?._zod.def as Definition | undefined)?.shape ?? {};
}
