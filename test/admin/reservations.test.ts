import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { OpenReservationRecord } from '../../src/domain/open-reservation.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { lookUpBillingRecords } from '../../src/admin/look-up-billing-records.ts';
import type { BillingRecord } from '../../src/ports/billing-records.ts';
import { UpstreamFailure } from '../../src/ports/upstream.ts';
import { adminScene, type Answer } from '../_support/admin-scene.ts';
import { plainPrices } from '../_support/gateway.ts';
import { lostInstance, plantReservation, type PlantedReservation } from '../_support/planted-reservation.ts';
import { chat, post } from '../_support/sandbox-post.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';

/** Holds whose outcome is to be checked: what is shown of them, and how somebody ends them. */

const shared = new SharedTeardown();
// One upstream hangs to the end: it is not waited for.
const scene = await adminScene(shared, { top: { server: { heartbeat_ms: 60_000, drain_timeout_ms: 2_000 } } });
const instanceId = await lostInstance(scene.environment);
test.after.always('close', shared.end);

const { auditor, finance, operator } = scene.people;
const { tenantId, walletId, member } = scene.tenant;

/** Flagged; by default at an upstream of which nothing is known, so that nobody ends it but by hand. */
const plant = (planted: Partial<PlantedReservation> = {}): Promise<string> =>
  plantReservation(
    scene.ledger.log,
    { ...member, tenantId, walletId },
    { instanceId, upstream: 'elsewhere', flag: 'process_lost', ...planted },
  );

const end = (id: string, how: 'settle' | 'release', body: object): Promise<Answer> =>
  scene.ask(finance, `/reservations/${id}/${how}`, { method: 'POST', body });

async function eventsOf(id: string, wallet = walletId) {
  const events = await scene.ledger.log.readStream(walletStream(wallet), { limit: 10_000 });
  return events
    .map(({ type, data }) => ({ type, data: JSON.parse(data) as Readonly<Record<string, unknown>> }))
    .filter(({ data }) => data['reservation_id'] === id);
}

test('a flagged hold shows its cause, its times, and the state in the billing records', async (t) => {
  const reservationId = randomUUID();
  // It runs for as long as the sandbox does: no reconciler ends it.
  void post(scene.sandbox, chat('[[sandbox: hang]]'), reservationId);
  const billingRecords = `${scene.sandbox.baseUrl}/sandbox/billing-records/${reservationId}`;
  const headers = { authorization: `Bearer ${scene.sandbox.apiKey}` };
  await until('the sandbox has it', async () => (await fetch(billingRecords, { headers })).status === 200);
  await plant({ reservationId, upstream: 'sandbox' });
  const { status, json } = await scene.ask(auditor, `/reservations/${reservationId}`);
  t.is(status, 200);
  const open = { cause: 'process_lost', billing_record: { state: 'running' } };
  t.like(json, { id: reservationId, object: 'reservation', upstream: 'sandbox', open });
  const list = await scene.ask(
    auditor,
    `/reservations?wallet_id=${walletId}&flagged=true&billing_records=true&limit=200`,
  );
  const listed = list.json['data'] as readonly Readonly<Record<string, unknown>>[];
  t.deepEqual(listed.find(({ id }) => id === reservationId)?.['billing_record'], { state: 'running' });
  const without = await scene.ask(auditor, `/reservations?wallet_id=${walletId}&flagged=true&limit=200`);
  t.true((without.json['data'] as readonly object[]).every((open) => !('billing_record' in open)));
});

test('the length of a cut answer is recorded with the cause', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const body = { model: 'light', max_tokens: 50, stream: true };
  const messages = [{ role: 'user', content: 'One two three four five [[sandbox: cut_mid_stream; frames=8]]' }];
  const made = { name: 'x', user_id: person.userId };
  const { api_key, wallet_id } = (await scene.ask(operator, '/keys', { method: 'POST', body: made })).json;
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': String(api_key), 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, messages }),
  });
  const reservationId = response.headers.get('x-waybill-reservation') ?? '';
  await response.text().catch(() => null);
  await until('it is flagged', async () => (await eventsOf(reservationId, String(wallet_id))).length > 1);
  const [, flagged] = await eventsOf(reservationId, String(wallet_id));
  t.like(flagged, { type: 'ReservationFlagged', data: { reason: 'stream_cut' } });
  t.true(Number(flagged?.data['content_bytes']) > 0);
});

test('finance settles or releases a hold for a reason, which the ledger keeps with the actor', async (t) => {
  const [charged, free] = [await plant(), await plant()];
  t.is((await end(charged, 'settle', { cost_eur: '0.002', reason: 'the provider has sent a bill' })).status, 200);
  t.is((await end(free, 'release', { reason: 'the provider never saw it' })).status, 200);
  const actor = `api:key=${finance.keyId} user=${finance.userId} role=finance`;
  for (const [id, type, reason] of [
    [charged, 'ReservationSettled', 'the provider has sent a bill'],
    [free, 'ReservationReleased', 'the provider never saw it'],
  ] as const) {
    const ended = (await eventsOf(id)).at(-1);
    t.like(ended, { type, data: { reason, resolved_by: 'operator' } });
    t.is(ended?.data['actor'], actor);
  }
  t.is((await end(charged, 'release', { reason: 'again' })).status, 404);
});

test('a hold is not ended without a reason', async (t) => {
  const flagged = await plant();
  for (const how of ['settle', 'release'] as const) {
    for (const reason of [undefined, '', 'x'.repeat(101), 'a\u0000b']) {
      const { status, json } = await end(flagged, how, { ...(how === 'settle' && { cost_eur: '0' }), reason });
      t.is(status, 400);
      t.is(json.error?.param, 'reason');
    }
  }
  t.is((await eventsOf(flagged)).length, 2);
});

test('a person who does not reach all wallets must name one', async (t) => {
  const { reseller_admin: reseller, tenant_admin: tenant } = scene.people;
  for (const person of [reseller, tenant]) {
    const { status, json } = await scene.ask(person, '/reservations?flagged=true');
    t.is(status, 400);
    t.like(json.error, { code: 'invalid_value', param: 'wallet_id' });
    t.is((await scene.ask(person, `/reservations?wallet_id=${walletId}`)).status, 200);
  }
  t.is((await scene.ask(scene.tenant.member, '/reservations')).status, 403);
  t.is((await scene.ask(tenant, `/reservations?wallet_id=${scene.foreign.walletId}`)).status, 404);
});

test('a hold that is not flagged is not ended, because its request may be running', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const made = { name: 'x', user_id: person.userId };
  const { api_key, wallet_id } = (await scene.ask(operator, '/keys', { method: 'POST', body: made })).json;
  const over = new AbortController();
  const messages = [{ role: 'user', content: '[[sandbox: hang]]' }];
  const calling = fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': String(api_key), 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages }),
    signal: over.signal,
  }).catch(() => null);
  let id = '';
  await until('it is held', async () => {
    const { json } = await scene.ask(auditor, `/reservations?wallet_id=${String(wallet_id)}`);
    const [found] = json['data'] as readonly { readonly id: string }[];
    id = found?.id ?? '';
    return id !== '';
  });
  for (const how of ['settle', 'release'] as const) {
    const { status, json } = await end(id, how, { ...(how === 'settle' && { cost_eur: '0' }), reason: 'test' });
    t.is(status, 409);
    t.regex(json.error?.message ?? '', /reservation_not_flagged/);
  }
  over.abort();
  await calling;
});

const hold: OpenReservationRecord = {
  reservation_id: randomUUID(),
  wallet_id: walletId,
  key_id: member.keyId,
  user_id: member.userId,
  amount_eur: '1.000000000',
  instance_id: instanceId,
  reserved_at: '2026-11-22T12:00:00.000Z',
  expires_at: '2026-11-22T13:00:00.000Z',
  flagged_at: '2026-11-22T12:01:00.000Z',
  flag: 'process_lost',
  surface: 'chat_completions',
  profile: 'light',
  target: 'small',
  upstream: 'sandbox',
  price_list: plainPrices,
  bounds: { counters: { input_tokens: 1_000 } },
};

const charged = (usage: string): BillingRecord => ({ kind: 'charged', usage, serviceTier: null });

test('billing records are shown as states, and a charge at the prices of the hold', async (t) => {
  const answers: readonly (readonly [BillingRecord | null, string])[] = [
    [null, 'none'],
    [{ kind: 'running' }, 'running'],
    [{ kind: 'never_seen' }, 'never_seen'],
    [{ kind: 'not_charged' }, 'not_charged'],
    [charged('{"tokens":"many"}'), 'not_understood'],
    [charged('{"prompt_tokens":1,"completion_tokens":1000000001}'), 'not_understood'],
  ];
  for (const [entry, state] of answers) {
    const told = await lookUpBillingRecords({ billingRecords: { lookUp: async () => entry } }, [hold]);
    t.deepEqual(told, [{ state } as never]);
  }
  const usage = charged('{"prompt_tokens":1000,"completion_tokens":500}');
  const [told] = await lookUpBillingRecords({ billingRecords: { lookUp: async () => usage } }, [hold]);
  t.like(told, { state: 'charged', cost_eur: '0.002000000', service_tier: null });
  t.deepEqual(
    told?.lines?.map(({ counter, quantity }) => [counter, quantity]),
    [
      ['input', 1_000],
      ['output', 500],
    ],
  );
});

test('an upstream with silent billing records is asked a few times for a list, and delays no other', async (t) => {
  const asked: string[] = [];
  const lookUp = async (upstream: string): Promise<BillingRecord> => {
    asked.push(upstream);
    if (upstream === 'silent') throw new UpstreamFailure('connect', 'unknown');
    return { kind: 'running' };
  };
  const holds = Array.from({ length: 40 }, (_, place) => ({ ...hold, upstream: place % 2 === 0 ? 'silent' : 'well' }));
  const told = await lookUpBillingRecords({ billingRecords: { lookUp } }, holds);
  t.deepEqual(
    told.map(({ state }) => state),
    holds.map(({ upstream }) => (upstream === 'silent' ? 'unreachable' : 'running')),
  );
  t.true(asked.filter((upstream) => upstream === 'silent').length <= 4);
});
