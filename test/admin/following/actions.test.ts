import test from 'ava';
import { adminScene, type Person, type Tenancy } from '../../_support/admin-scene.ts';
import { FollowedStream, type SeenEvent } from '../../_support/followed-stream.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import { randomOf } from '../../_support/seeded-random.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';

/** What people do, as they do it. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const other = await startTestGateway(shared, scene.environment);
test.after.always('close', shared.end);

const { finance, operator, reseller_admin: reseller, tenant_admin: admin } = scene.people;
const { tenant, sibling, foreign } = scene;

const open = (person: Person, query = '', lastEventId = '', adminUrl = scene.adminUrl) =>
  FollowedStream.open(adminUrl, person, `/actions?follow=true${query}`, lastEventId);

const grant = ({ walletId }: Pick<Tenancy, 'walletId'>, reason: string) =>
  scene.ask(finance, `/wallets/${walletId}/grants`, { method: 'POST', body: { amount_eur: '1', reason } });

/** Somebody whose streams are theirs alone: there is a most for each person. */
const newAuditor = () => scene.addPerson(scene.tenant, { platformRole: 'auditor' });

const rows = (events: readonly SeenEvent[]) => events.map(({ data }) => data);
const reasons = (events: readonly SeenEvent[]) => rows(events).map(({ reason }) => reason);

test.serial(
  'everybody follows what their pages have: an auditor all, a reseller and a tenant what is below them',
  async (t) => {
    const auditor = await newAuditor();
    const streams = await Promise.all(
      [auditor, reseller, admin].map((person) => open(person, '&operation=grantCredit')),
    );
    for (const [tenancy, reason] of [
      [foreign, 'foreign'],
      [sibling, 'sibling'],
      [tenant, 'own'],
    ] as const) {
      await grant(tenancy, reason);
    }
    const [all, below, own] = await Promise.all(streams.map((stream, index) => stream.take(3 - index)));
    t.deepEqual(
      [all, below, own].map((seen = []) => reasons(seen)),
      [['foreign', 'sibling', 'own'], ['sibling', 'own'], ['own']],
    );
    for (const [person, seen = []] of [
      [auditor, all],
      [reseller, below],
      [admin, own],
    ] as const) {
      const { json } = await scene.ask(person, `/actions?operation=grantCredit&limit=200`);
      t.deepEqual((json['data'] as readonly object[]).slice(0, seen.length), rows(seen).toReversed());
    }
    t.is(own?.[0]?.event, 'action');
    for (const stream of streams) stream.cut();
  },
);

test('wherever streams are cut, each action comes once, in order, from either gateway', async (t) => {
  const random = randomOf(t);
  const walletId = await scene.addWallet(sibling.tenantId);
  const foreignWallet = await scene.addWallet(foreign.tenantId);
  const query = `&subject_id=${walletId}`;
  const first = await open(reseller, query);
  first.cut();
  let { lastEventId } = first;
  const [seen, done]: [SeenEvent[], string[]] = [[], []];
  while (seen.length < 12) {
    const stream = await open(reseller, query, lastEventId, random.oneOf([scene.adminUrl, other.adminUrl ?? '']));
    for (let more = random.whole(1, 4); more > 0 && done.length < 12; more -= 1) {
      done.push(`number ${done.length}`);
      await grant({ walletId }, done.at(-1) ?? '');
      await grant({ walletId: foreignWallet }, 'foreign');
    }
    seen.push(...(await stream.take(random.whole(0, done.length - seen.length))));
    stream.cut();
    ({ lastEventId } = stream);
  }
  t.deepEqual(reasons(seen), done);
});

test('filters and days are those of pages, and a role that was taken ends the stream', async (t) => {
  const auditor = await newAuditor();
  const person = await scene.addPerson(tenant, { role: 'admin' });
  const past = await open(auditor, '&to=2020-01-01');
  const stream = await open(person, `&actor_user_id=${admin.userId}&operation=suspendUser`);
  const path = `/users/${tenant.member.userId}`;
  await scene.ask(operator, `${path}/suspend`, { method: 'POST', body: { reason: 'not this' } });
  await scene.ask(operator, `${path}/resume`, { method: 'POST', body: {} });
  await scene.ask(admin, `${path}/suspend`, { method: 'POST', body: { reason: 'this' } });
  t.deepEqual(reasons(await stream.take(1)), ['this']);
  await scene.ask(operator, `/users/${person.userId}`, { method: 'PATCH', body: { role: 'member' } });
  t.like(await stream.rest(), [{ event: 'end', data: { reason: 'not_permitted' } }]);
  past.cut();
  t.is((await scene.ask(person, '/actions?follow=true')).status, 403);
});
