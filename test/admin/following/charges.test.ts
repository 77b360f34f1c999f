import test from 'ava';
import { adminScene, type Person } from '../../_support/admin-scene.ts';
import { FollowedStream, type SeenEvent } from '../../_support/followed-stream.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import { lostInstance, plantReservation } from '../../_support/planted-reservation.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';

/** Charges as they come into a state. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { call } = scene;
const other = await startTestGateway(shared, scene.environment);
test.after.always('close', shared.end);

const { auditor, finance, member, tenant_admin: admin } = scene.people;
const { tenant, foreign } = scene;

const open = (person: Person, query = '', lastEventId = '', adminUrl = scene.adminUrl) =>
  FollowedStream.open(adminUrl, person, `/charges?follow=true${query}`, lastEventId);

async function chargesOf(query: string): Promise<readonly object[]> {
  const { json } = await scene.ask(auditor, `/charges?limit=200&${query}`);
  return json['data'] as readonly object[];
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
/** Somebody whose streams are theirs alone: there is a most for each person. */
const newAuditor = () => scene.addPerson(scene.tenant, { platformRole: 'auditor' });

const rows = (events: readonly SeenEvent[]) => events.map(({ data }) => data);

/** Reads until each of these has ended. */
async function untilEnded(stream: FollowedStream, ids: readonly string[]): Promise<readonly SeenEvent[]> {
  const [left, seen] = [new Set(ids), [] as SeenEvent[]];
  while (left.size > 0) {
    const [found] = await stream.take(1);
    if (found === undefined) break;
    seen.push(found);
    if (found.data['state'] === 'settled') left.delete(String(found.data['id']));
  }
  return seen;
}

test('a tenant follows its charges alone, each once in its last state', async (t) => {
  const stream = await open(admin);
  // First, so that it would come before those that are waited for.
  await call(foreign.member);
  const [own, also] = await Promise.all([call(member), call(admin)]);
  const seen = await untilEnded(stream, [own, also]);
  t.true(seen.every(({ event, data }) => event === 'charge' && data['tenant_id'] === tenant.tenantId));
  const ended = rows(seen).filter(({ id, state }) => [own, also].includes(String(id)) && state === 'settled');
  const listed = await chargesOf(`tenant_id=${tenant.tenantId}&state=settled`);
  t.deepEqual(sorted(ended), sorted(listed.filter((row) => [own, also].includes(String(Object(row)['id'])))));
  stream.cut();
});

test('wherever streams are cut, each charge comes once, from either gateway, and none of another tenant', async (t) => {
  const auditor = await newAuditor();
  const random = randomOf(t);
  const person = await scene.addPerson(tenant);
  const query = `&key_id=${person.keyId}&state=settled`;
  const first = await open(auditor, query);
  first.cut();
  let { lastEventId } = first;
  const seen: SeenEvent[] = [];
  const requests = 12;
  let made = 0;
  while (seen.length < requests) {
    const now = random.whole(made === requests ? 0 : 1, Math.min(4, requests - made));
    const stream = await open(auditor, query, lastEventId, random.oneOf([scene.adminUrl, other.adminUrl ?? '']));
    await Promise.all([...Array.from({ length: now }, () => call(person)), call(foreign.member), call(member)]);
    made += now;
    seen.push(...(await stream.take(random.whole(0, made - seen.length))));
    stream.cut();
    ({ lastEventId } = stream);
  }
  t.deepEqual(sorted(rows(seen)), sorted(await chargesOf(`key_id=${person.keyId}`)));
});

test('a member follows their own charges alone, without upstreams', async (t) => {
  const person = await scene.addPerson(tenant);
  const stream = await open(person);
  await call(admin);
  const id = await call(person);
  const seen = rows(await untilEnded(stream, [id]));
  t.deepEqual([...new Set(seen.map((row) => row['id']))], [id]);
  t.true(seen.every((row) => !('upstream' in row) && !('target' in row)));
  stream.cut();
});

test('who was demoted receives no charge of others any more', async (t) => {
  for (const query of ['', `&key_id=${member.keyId}`]) {
    const person = await scene.addPerson(tenant, { role: 'admin' });
    const stream = await open(person, query);
    await scene.ask(scene.people.operator, `/users/${person.userId}`, { method: 'PATCH', body: { role: 'member' } });
    const id = await call(member);
    const told = await stream.rest();
    t.is(told.at(-1)?.event, 'end', query);
    // Other tests may call before the change.
    t.false(rows(told).some((row) => row['id'] === id));
  }
});

test('a flagged hold is told, and once more when somebody ends it', async (t) => {
  const auditor = await newAuditor();
  const instanceId = await lostInstance(scene.environment);
  const { member: holder, tenantId, walletId } = tenant;
  const stream = await open(auditor, `&key_id=${holder.keyId}`);
  const planted = { instanceId, upstream: 'elsewhere', flag: 'process_lost' };
  const id = await plantReservation(scene.ledger.log, { ...holder, tenantId, walletId }, planted);
  let found: SeenEvent | undefined;
  do [found] = await stream.take(1);
  while (found?.data['state'] === 'held');
  t.like(found?.data, { id, state: 'flagged' });
  const body = { cost_eur: '0.002', reason: 'the provider has sent a bill' };
  await scene.ask(finance, `/reservations/${id}/settle`, { method: 'POST', body });
  t.like((await stream.take(1))[0]?.data, { id, state: 'settled', cost_eur: '0.002000000' });
  stream.cut();
});

test('filters and days are those of pages', async (t) => {
  const auditor = await newAuditor();
  const query = `&tenant_id=${tenant.tenantId}&state=settled`;
  const today = new Date().toISOString().slice(0, 10);
  const past = await open(auditor, `${query}&to=2020-01-01`);
  const person = await scene.addPerson(tenant);
  const now = await open(auditor, `${query}&user_id=${person.userId}&from=${today}`);
  await call(admin);
  const id = await call(person);
  t.is((await now.take(1))[0]?.data['id'], id);
  for (const stream of [past, now]) stream.cut();
});

test('whose charges are meant must be named and within reach, and a cursor of pages is none of a stream', async (t) => {
  const status = async (person: Person, query: string) =>
    (await scene.ask(person, `/charges?follow=true${query}`)).status;
  t.is(await status(auditor, ''), 400);
  t.is(await status(admin, `&tenant_id=${foreign.tenantId}`), 404);
  t.is(await status(member, `&user_id=${admin.userId}`), 404);
  t.is(await status(admin, '&from=2026-02-01&to=2026-01-01'), 400);
  await Promise.all([call(admin), call(admin)]);
  const { json } = await scene.ask(admin, '/charges?limit=1');
  t.is(await status(admin, `&after=${String(json['next'])}`), 400);
  const stream = await open(admin);
  stream.cut();
  t.is(await status(auditor, `&tenant_id=${tenant.tenantId}&after=${stream.lastEventId}`), 400, 'of another person');
});
