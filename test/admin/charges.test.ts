import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillFailure, waybillJson } from '../_support/waybill-command.ts';

/** What requests cost, for people who manage. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, finance, auditor, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenant, foreign } = scene;

type Charge = Readonly<Record<string, unknown>> & { readonly id: string };

async function chargesOf(reader: Person, query = `tenant_id=${tenant.tenantId}`): Promise<readonly Charge[]> {
  const { json } = await scene.ask(reader, `/charges?limit=200&${query}`);
  return json['data'] as readonly Charge[];
}

async function call(person: Person, model: string, tags?: string): Promise<string> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'x-api-key': person.apiKey,
      'content-type': 'application/json',
      ...(tags !== undefined && { 'x-waybill-tags': tags }),
    },
    body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
  return response.headers.get('x-waybill-reservation') ?? '';
}

let [ofMember, tagged, ofAdmin, ofForeign, flagged, ended] = ['', '', '', '', '', ''];
test.before('there are charges', async () => {
  const body = { tags: [{ name: 'project', values: ['atlas'] }] };
  await scene.ask(operator, `/tenants/${tenant.tenantId}/tags`, { method: 'PUT', body });
  ofMember = await call(member, 'light');
  const spare = await scene.ask(member, '/keys', { method: 'POST', body: { name: 'spare', inference: true } });
  tagged = await call({ ...member, apiKey: String(spare.json['api_key']) }, 'light', 'project=atlas');
  ofAdmin = await call(admin, 'light');
  ofForeign = await call(foreign.member, 'light');
  const instanceId = await lostInstance(scene.environment);
  const holder = { ...tenant.member, tenantId: tenant.tenantId, walletId: tenant.walletId };
  const planted = { instanceId, upstream: 'elsewhere', flag: 'process_lost' };
  [flagged, ended] = [
    await plantReservation(scene.ledger.log, holder, planted),
    await plantReservation(scene.ledger.log, holder, planted),
  ];
  const settled = { cost_eur: '0.002', reason: 'the provider has sent a bill' };
  await scene.ask(finance, `/reservations/${ended}/settle`, { method: 'POST', body: settled });
});

const minuteMs = 60_000;

const ids = (found: readonly Charge[]): readonly string[] => found.map(({ id }) => id);

test('charges are listed by tenant, person and key, the newest first', async (t) => {
  const newestFirst = [ended, flagged, ofAdmin, tagged, ofMember];
  for (const reader of [auditor, operator, reseller]) t.deepEqual(ids(await chargesOf(reader)), newestFirst);
  t.deepEqual(ids(await chargesOf(admin, '')), newestFirst);
  t.deepEqual(ids(await chargesOf(auditor, `user_id=${member.userId}`)), [tagged, ofMember]);
  t.deepEqual(ids(await chargesOf(auditor, `key_id=${admin.keyId}`)), [ofAdmin]);
  t.deepEqual(ids(await chargesOf(auditor, `key_id=${admin.keyId}&tenant_id=${foreign.tenantId}`)), []);
  t.like((await chargesOf(auditor))[4], { object: 'charge', state: 'settled', estimate: false, overrun: false });
});

test('the id of a reservation begins with its time, so that those of one time are stored side by side', async (t) => {
  const charge = (await chargesOf(auditor)).find(({ id }) => id === ofMember);
  // RFC 9562, version 7: 48 bits of milliseconds.
  const madeAtMs = Number.parseInt(ofMember.replace('-', '').slice(0, 12), 16);
  t.regex(ofMember, /^.{14}7/);
  t.true(Math.abs(madeAtMs - Date.parse(String(charge?.['reserved_at']))) < minuteMs, ofMember);
});

test('filters select what they name', async (t) => {
  const found = async (query: string) => ids(await chargesOf(auditor, `tenant_id=${tenant.tenantId}&${query}`));
  const today = new Date().toISOString().slice(0, 10);
  t.deepEqual(await found('state=flagged'), [flagged]);
  t.deepEqual(await found('state=released'), []);
  t.deepEqual(await found('estimate=true'), [ended]);
  t.is((await found('estimate=false')).length, 4);
  t.deepEqual(await found('overrun=true'), []);
  t.is((await found('overrun=false')).length, 5);
  t.deepEqual(await found('upstream=elsewhere'), [ended, flagged]);
  t.is((await found('profile=light')).length, 5);
  t.deepEqual(await found('profile=average'), []);
  t.is((await found('upstream_model=sandbox-small')).length, 5);
  t.deepEqual(await found('tag=project'), [tagged]);
  t.deepEqual(await found('tag=project=atlas'), [tagged]);
  t.deepEqual(await found('tag=project=helios'), []);
  t.deepEqual(await found('tag=constructor'), []);
  t.is((await found(`from=2020-01-01&to=9999-12-31`)).length, 5);
  t.is((await found(`to=${today}`)).length, 5);
  t.deepEqual(await found('to=2020-01-01'), []);
  t.deepEqual(await found('from=2999-01-01'), []);
  const paramOf = async (query: string) => (await scene.ask(admin, `/charges?${query}`)).json.error?.param;
  t.is(await paramOf('from=2026-02-02&to=2026-02-01'), 'to');
  t.is(await paramOf('tag=Project'), 'tag');
  t.is(await paramOf('state=open'), 'state');
});

test('pages have each charge once', async (t) => {
  const paged: Charge[] = [];
  for (let after = ''; after !== 'null';) {
    const { json } = await scene.ask(admin, `/charges?limit=1${after === '' ? '' : `&after=${after}`}`);
    paged.push(...(json['data'] as readonly Charge[]));
    after = String(json['next']);
  }
  t.deepEqual(paged, await chargesOf(admin, ''));
  const printed = await waybillJson(t, scene.environment, 'charges', 'list', '--tenant-id', tenant.tenantId);
  t.deepEqual(printed['data'], paged);
});

test('who reaches all tenants says whose charges are meant', async (t) => {
  const { status, json } = await scene.ask(auditor, '/charges');
  t.is(status, 400);
  t.like(json.error, { code: 'invalid_value', param: 'tenant_id' });
  t.like(await waybillFailure(t, scene.environment, 'charges', 'list'), { exitCode: 2 });
});

test('what is foreign is as unknown as what does not exist', async (t) => {
  const cases = [
    ['tenant_id', foreign.tenantId],
    ['user_id', foreign.member.userId],
    ['key_id', foreign.member.keyId],
  ] as const;
  for (const person of [admin, reseller, member]) {
    const paths = [
      ...cases.map(([name, id]) => [`/charges?${name}=`, id] as const),
      ['/reservations/', ofForeign] as const,
    ];
    for (const [path, id] of paths) {
      for (const part of path === '/reservations/' ? ['', '/events', '/receipt'] : ['']) {
        const answers = await Promise.all([id, randomUUID()].map((each) => scene.ask(person, path + each + part)));
        const [known, unknown] = answers.map(({ status, json }) => [
          status,
          json.error?.message.replace(/req_\w+/, ''),
        ]);
        t.is(known?.[0], 404, path + part);
        t.deepEqual(known, unknown);
      }
    }
  }
});

test('members read their own charges, of all their keys, and no other', async (t) => {
  const own = [tagged, ofMember];
  for (const query of ['', `tenant_id=${tenant.tenantId}`, `user_id=${member.userId}`]) {
    t.deepEqual(ids(await chargesOf(member, query)), own, query);
  }
  t.deepEqual(ids(await chargesOf(member, `key_id=${member.keyId}`)), [ofMember]);
  t.deepEqual(ids(await chargesOf(tenant.member, '')), [ended, flagged]);
  t.deepEqual(ids(await chargesOf(member, 'tag=project')), [tagged]);
  for (const query of [`user_id=${admin.userId}`, `key_id=${admin.keyId}`, `tenant_id=${scene.sibling.tenantId}`]) {
    t.is((await scene.ask(member, `/charges?${query}`)).status, 404, query);
  }
  const { json } = await scene.ask(member, '/charges?limit=1');
  const place = Buffer.from(String(json['next']).slice(32), 'base64url').toString();
  t.true(place.endsWith(tagged), 'a cursor names no charge of somebody else');
});

test('members are not told of upstreams, nor why an operator decided', async (t) => {
  const [settled] = await chargesOf(tenant.member, 'state=settled');
  t.like(settled, { id: ended, resolved_by: 'operator', reason: null, cost_eur: '0.002000000' });
  t.false(JSON.stringify(settled).includes('elsewhere'));
  t.false('target' in (settled ?? {}));
  const { status, json } = await scene.ask(tenant.member, '/charges?upstream=elsewhere');
  t.is(status, 403);
  t.is(json.error?.code, 'not_permitted');
});

test('a reservation is shown by its id, open or ended', async (t) => {
  const shown = async (id: string) => (await scene.ask(auditor, `/reservations/${id}`)).json;
  t.like(await shown(flagged), {
    id: flagged,
    object: 'reservation',
    state: 'flagged',
    open: { cause: 'process_lost' },
  });
  t.like(await shown(ofMember), { object: 'reservation', state: 'settled', user_id: member.userId, estimate: false });
  const settled = await shown(ended);
  t.like(settled, { state: 'settled', cost_eur: '0.002000000', resolved_by: 'operator', estimate: true });
  const [listed] = await chargesOf(auditor);
  t.deepEqual({ ...settled, object: 'charge' }, listed);
  t.deepEqual(await waybillJson(t, scene.environment, 'reservations', 'show', ended), settled);
});

test('a member reads one charge of theirs as they read it in the list, and none of a colleague', async (t) => {
  const { status, json } = await scene.ask(tenant.member, `/reservations/${ended}`);
  t.is(status, 200);
  const [settled] = await chargesOf(tenant.member, 'state=settled');
  t.deepEqual({ ...json, object: 'charge' }, settled);
  t.false('open' in (await scene.ask(tenant.member, `/reservations/${flagged}`)).json);
  for (const part of ['', '/events', '/receipt']) {
    t.is((await scene.ask(member, `/reservations/${ofAdmin}${part}`)).status, 404, part);
  }
});

test('the events of a charge are those of its hold and its end, and each moves as much out as in', async (t) => {
  const types = (found: Answer): readonly unknown[] =>
    (found.json['data'] as readonly Charge[]).map(({ type }) => type);
  const own = await scene.ask(member, `/reservations/${tagged}/events`);
  t.deepEqual(types(own), ['CreditReserved', 'ReservationSettled']);
  const [held] = own.json['data'] as readonly (Charge & { readonly postings: readonly object[] })[];
  const [settledOfTag] = await chargesOf(member, 'tag=project');
  t.like(held, { object: 'event', stream: `wallet-${String(settledOfTag?.['wallet_id'])}` });
  t.is(held?.postings.length, 1);
  t.false(JSON.stringify(own.json).includes('sandbox'));
  t.deepEqual(types(await scene.ask(auditor, `/reservations/${flagged}/events`)), [
    'CreditReserved',
    'ReservationFlagged',
  ]);
  const printed = await waybillJson(t, scene.environment, 'reservations', 'events', tagged);
  t.deepEqual(printed, own.json);
});
