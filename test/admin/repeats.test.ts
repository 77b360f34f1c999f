import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { z } from 'zod';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { describedSchema } from '../../src/config/described-schema.ts';
import { fileId } from '../../src/domain/file-id.ts';
import { responseId } from '../../src/domain/responses/response-id.ts';
import type { Answer, Person } from '../_support/admin-scene.ts';
import { factPrefixes } from '../../src/ledger/stream-names.ts';
import { piiEntities, piiGrades } from '../../src/personal-data/pii-kinds.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { operationCases } from './_operation-cases.ts';

/** Every write, repeated under one name: the same thing once, and whatever differs in anything is refused. */

const shared = new SharedTeardown();
const { scene, cases } = await operationCases(shared);

test.after.always('close', shared.end);

type Asked = Readonly<Record<string, unknown>>;

const { tenant } = scene;

async function validInput(operation: AdminOperation): Promise<Asked> {
  const person = tenant.member;
  const asked = await cases[operation.id]?.ask({ target: 'tenant', role: 'operator', tenancy: tenant, person });
  return asked ?? {};
}

/** Somebody who may do it there. */
function callerOf({ id }: AdminOperation): Person {
  return cases[id]?.reaches.startsWith('a') === true ? scene.people.operator : scene.people.finance;
}

async function call(operation: AdminOperation, asked: Asked, key?: string, caller = callerOf(operation)) {
  const names = pathNames(operation);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(asked[name]));
  const body = Object.fromEntries(Object.entries(asked).filter(([name]) => !names.includes(name)));
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return await scene.ask(caller, path, { method: operation.method.toUpperCase(), body, headers });
}

async function eventCount(): Promise<number> {
  const streamPrefixes = [...factPrefixes, 'administration-'];
  return (await scene.ledger.log.readAll({ limit: 10_000, streamPrefixes })).length;
}

/** Of any type: one of them fits each member. */
const others: readonly unknown[] = [
  'other',
  'https://other.example/',
  '2019-11',
  'Europe/Oslo',
  ['wallet.low'],
  '7',
  7,
  true,
  false,
  randomUUID(),
  '2026-11-19',
  '2099-01-01T00:00:00Z',
  'daily',
  'debit',
  'auditor',
  'user',
  'admin',
  12_345,
  { other: { factor_basis_points: 12_345 } },
  'reseller',
  ['other'],
  [randomUUID()],
  [{ wallet_id: randomUUID(), basis_points: 5 }],
  [{ name: 'other', values: ['other'] }],
  'week',
  '2026-12-31T00:00:00Z',
  [{ amount_eur: '7', per: 'total' }],
  { [piiEntities[0]]: piiGrades[0] },
  responseId(0, '0'.repeat(32)),
  fileId('openai', 0, '0'.repeat(32)),
];

/** The same request, but for one member; `null` where nothing else is allowed. */
function changed({ input }: AdminOperation, asked: Asked, name: string): Asked | null {
  const text = JSON.stringify(input.parse(asked));
  const found = others
    .map((other) => ({ ...asked, [name]: other }))
    .find((each) => {
      const parsed = input.safeParse(each);
      return parsed.success && JSON.stringify(parsed.data) !== text;
    });
  return found ?? null;
}

const told = ({ status, json }: Answer): unknown => ({
  status,
  json: { ...json, ...('api_key' in json && { api_key: null }), ...('secret' in json && { secret: null }) },
});

for (const operation of adminOperations.filter(({ method }) => method !== 'get')) {
  // What was read with a record changes nothing, and may be one word only.
  const names = Object.entries<z.ZodType>(operation.input.shape)
    .filter(([name, schema]) => name !== 'id' && describedSchema(schema).readOnly !== true)
    .map(([name]) => name);
  const ways =
    'id' in operation.input.shape ? (['an idempotency key', 'an id'] as const) : (['an idempotency key'] as const);

  for (const way of ways) {
    test.serial(`${operation.id} under ${way} is done once, and refuses any other values`, async (t) => {
      const [valid, name] = [await validInput(operation), randomUUID()];
      const asked = way === 'an id' ? { ...valid, id: name } : valid;
      const key = way === 'an id' ? undefined : name;
      const first = await call(operation, asked, key);
      t.is(first.status, 200, JSON.stringify(first.json));
      const before = await eventCount();
      t.deepEqual(told(await call(operation, asked, key)), told(first));
      for (const member of names) {
        const other = changed(operation, asked, member);
        t.not(other, null, `nothing is known that ${member} may be instead`);
        const { status, json } = await call(operation, other ?? {}, key);
        t.is(`${status} ${json.error?.code}`, '409 already_exists', member);
      }
      t.is(await eventCount(), before);
    });
  }

  if ('id' in operation.input.shape) {
    test.serial(`${operation.id} refuses an id that another person has used, and shows nothing of it`, async (t) => {
      const asked = { ...(await validInput(operation)), id: randomUUID() };
      t.is((await call(operation, asked)).status, 200);
      const roles = callerOf(operation) === scene.people.finance ? 'finance' : 'operator';
      const somebody = await scene.addPerson(tenant, { platformRole: roles });
      const before = await eventCount();
      const { status, json } = await call(operation, asked, undefined, somebody);
      t.is(`${status} ${json.error?.code}`, '409 already_exists');
      t.is(await eventCount(), before);
    });
  }
}

test.serial('one key of two people, or for two operations, names two requests', async (t) => {
  const [key, { operator, finance }] = [randomUUID(), scene.people];
  const open = async (person: Person) => {
    const asked = { method: 'POST', body: { tenant_id: tenant.tenantId }, headers: { 'idempotency-key': key } };
    return (await scene.ask(person, '/wallets', asked)).json['id'];
  };
  const [one, other] = [await open(operator), await open(finance)];
  t.not(one, other);
  t.is(await open(operator), one);
  const asked = { method: 'POST', body: { name: 'x' }, headers: { 'idempotency-key': key } };
  t.is((await scene.ask(operator, '/resellers', asked)).status, 200);
});

test.serial('an operation is not done again under its key after it was undone', async (t) => {
  const key = randomUUID();
  const path = `/tenants/${await scene.addScope('tenant', tenant.resellerId)}`;
  const suspend = async () => {
    const asked = { method: 'POST', body: { reason: 'overdue' }, headers: { 'idempotency-key': key } };
    return (await scene.ask(scene.people.operator, `${path}/suspend`, asked)).json['status'];
  };
  t.is(await suspend(), 'suspended');
  await scene.ask(scene.people.operator, `${path}/resume`, { method: 'POST' });
  t.is(await suspend(), 'suspended');
  t.is((await scene.ask(scene.people.operator, path)).json['status'], 'active');
});

test.serial(
  'amounts that are the same in other digits, and members in another order, are the same request',
  async (t) => {
    const [key, id] = [randomUUID(), randomUUID()];
    const ask = async (body: object) => {
      const asked = { method: 'POST', body, headers: { 'idempotency-key': key } };
      return (await scene.ask(scene.people.operator, '/keys', asked)).status;
    };
    t.is(await ask({ id, name: 'x', budget_eur: '1.5' }), 200);
    t.is(await ask({ budget_eur: '1.500', name: 'x', id }), 200);
    t.is(await ask({ budget_eur: '1.51', name: 'x', id }), 409);
  },
);

test.serial('a refused request takes no name: it may be repeated, and with other values', async (t) => {
  const key = randomUUID();
  const [source_id, destination_id] = [
    await scene.addWallet(tenant.tenantId),
    await scene.addWallet(tenant.tenantId, '5'),
  ];
  const move = async (body: object) => {
    const asked = { method: 'POST', body: { amount_eur: '5', ...body }, headers: { 'idempotency-key': key } };
    return (await scene.ask(scene.people.finance, '/transfers', asked)).json;
  };
  const before = await eventCount();
  const { error } = await move({ source_id, destination_id });
  t.is(error?.code, 'insufficient_credit');
  t.regex(
    error?.message ?? '',
    /Use at most the available amount, or credit the wallet first\. Credit is at https:\/\/pay\.example$/,
  );
  t.is(error?.credit_hint, 'Credit is at https://pay.example');
  t.is(await eventCount(), before);
  t.is((await move({ source_id: destination_id, destination_id: source_id }))['status'], 'completed');
  t.is((await move({ source_id, destination_id })).error?.code, 'already_exists');
});

test.serial('no recorded answer holds the secret of a key', async (t) => {
  const asked = { method: 'POST', body: { name: 'x' }, headers: { 'idempotency-key': randomUUID() } };
  const { json } = await scene.ask(scene.people.operator, '/keys', asked);
  const recorded = await scene.ledger.log.readAll({ limit: 10_000, streamPrefixes: ['administration-'] });
  t.true(recorded.some(({ data }) => data.includes(String(json['id']))));
  t.false(recorded.some(({ data }) => data.includes(String(json['api_key']))));
  t.false(recorded.some(({ data }) => data.includes('key_hash')));
});
