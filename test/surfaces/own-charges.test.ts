import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import type { ChargeReceipt } from '../../src/ledger/checkpoints/charge-receipt.ts';
import { checkpointOf } from '../_support/checkpoints.ts';
import { isProven } from '../_support/receipts.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What a key reads of itself: what it may do and has left, each charge, and their sums. Over a socket, as callers do.

const served = sharedGateway({
  config: {
    reservations: { sweep_interval_ms: 3_600_000 },
    top: {
      aliases: { little: 'light' },
      limits: { key: { requests_per_minute_max: 60 } },
    },
  },
});
test.after.always(served.end);

type Json = Readonly<Record<string, unknown>>;

async function read(
  apiKey: string,
  path: string,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Json }> {
  const { baseUrl } = await served.start();
  const reply = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Json };
}

async function ask(apiKey: string, content: string, stream = false): Promise<Response> {
  const { baseUrl } = await served.start();
  return await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 50, stream, messages: [{ role: 'user', content }] }),
  });
}

async function reservationOf(reply: Response): Promise<string> {
  await reply.arrayBuffer();
  return reply.headers.get('x-waybill-reservation') ?? '';
}

function chargesOf({ body }: { readonly body: Json }): readonly Json[] {
  return body['data'] as readonly Json[];
}

function sumOf(charges: readonly Json[]): string {
  return eurFromNano(charges.reduce((sum, { cost_eur }) => sum + nanoFromSum(String(cost_eur)), 0n));
}

const codeOf = ({ body }: { readonly body: Json }): unknown => (body['error'] as Json | undefined)?.['code'];

test('a charge is what the header said, line by line, and sums to the usage and to what the wallet charged', async (t) => {
  const { tenant, wallet } = await served.start();
  const { apiKey, walletId } = await tenant();
  const reply = await ask(apiKey, 'one');
  const cost = reply.headers.get('x-waybill-cost-eur');
  const id = await reservationOf(reply);
  const { status, body: charge } = await read(apiKey, `/charges/${id}`);
  t.is(status, 200);
  t.like(charge, {
    id,
    object: 'charge',
    state: 'settled',
    surface: 'chat_completions',
    profile: 'light',
    model: 'sandbox-small',
    cost_eur: cost,
    overrun_eur: '0.000000000',
    estimate: false,
    usage_source: 'upstream',
    attempts: [],
  });
  const lines = charge['lines'] as readonly Json[];
  t.is(sumOf(lines.map(({ amount_eur }) => ({ cost_eur: amount_eur }))), cost ?? '');
  // Of the operator's names and of ids it says no more than it has to.
  const names = ['wallet_id', 'tenant_id', 'user_id', 'key_id', 'target', 'upstream'];
  t.deepEqual(
    names.filter((name) => name in charge),
    [],
  );
  await reservationOf(await ask(apiKey, 'two'));
  const all = chargesOf(await read(apiKey, '/charges'));
  t.is(all.length, 2);
  t.is(all[1]?.['id'], id, 'the newest comes first');
  const { body: usage } = await read(apiKey, '/usage?by=hour&zone=Asia/Kathmandu');
  t.like(usage['total'], { requests: 2, errors: 0, cost_eur: sumOf(all) });
  const settled = (await wallet(walletId)).filter(({ type }) => type === 'ReservationSettled');
  t.is(sumOf(settled.map(({ data }) => data)), sumOf(all));
  const { body: byModel } = await read(apiKey, '/usage?by=model');
  t.like(byModel['data'], [{ model: 'light', requests: 2 }]);
});

test('the cost of a stream names the reservation that is read here', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  const text = await (await ask(apiKey, 'streamed', true)).text();
  const told = JSON.parse(/^: waybill (.*)$/m.exec(text)?.[1] ?? '{}') as {
    readonly reservation?: string;
    readonly cost_eur?: string;
  };
  const { body: charge } = await read(apiKey, `/charges/${told.reservation}`);
  t.is(charge['id'], told.reservation);
  t.is(charge['cost_eur'], told.cost_eur);
});

test('what runs, what is in doubt and what was refused is there too, with its state', async (t) => {
  const { tenant, log } = await served.start();
  const owner = await tenant();
  const instanceId = randomUUID();
  const held = await plantReservation(log, owner, { instanceId });
  const flagged = await plantReservation(log, owner, { instanceId, flag: 'upstream_reset' });
  const refused = await reservationOf(await ask(owner.apiKey, '[[sandbox: 400]] no'));
  const states = chargesOf(await read(owner.apiKey, '/charges')).map(({ id, state, reason }) => [id, state, reason]);
  t.deepEqual(states.slice(1), [
    [flagged, 'flagged', 'upstream_reset'],
    [held, 'held', null],
  ]);
  t.deepEqual(states[0]?.slice(0, 2), [refused, 'released']);
  t.like((await read(owner.apiKey, '/usage')).body['total'], { requests: 1, errors: 1, cost_eur: '0.000000000' });
});

test('nobody reads what another key was charged, of the same person and wallet or not: it is as if it were not there', async (t) => {
  const { tenant } = await served.start();
  const owner = await tenant();
  const id = await reservationOf(await ask(owner.apiKey, 'mine'));
  const { walletId, tenantId, userId } = owner;
  const others: readonly TestTenant[] = [await tenant({ walletId, tenantId, userId }), await tenant()];
  for (const { apiKey } of others) {
    const foreign = await read(apiKey, `/charges/${id}`);
    const unknown = randomUUID();
    const missing = await read(apiKey, `/charges/${unknown}`);
    t.deepEqual([foreign.status, codeOf(foreign)], [404, 'resource_not_found']);
    const words = ({ body }: { readonly body: Json }, named: string): string =>
      JSON.stringify(body)
        .replaceAll(named, '')
        .replaceAll(/req_\w+/g, '');
    t.is(words(foreign, id), words(missing, unknown));
    t.deepEqual(chargesOf(await read(apiKey, '/charges')), []);
    const cursor = await read(apiKey, `/charges?after=${id}`);
    t.deepEqual([cursor.status, codeOf(cursor)], [400, 'invalid_value']);
    const { body } = await read(apiKey, '/usage');
    t.like(body, { data: [], total: { requests: 0, cost_eur: '0.000000000' } });
  }
  for (const hostile of ['..%2f..', '%00', 'charge%2f' + id, 'a'.repeat(3_000), '%F0%9F%92%B6']) {
    const reply = await read(owner.apiKey, `/charges/${hostile}`);
    t.true([400, 404].includes(reply.status), hostile.slice(0, 20));
  }
});

test('a receipt proves a charge of the key to whoever has the key of the ledger, and nobody else may have it', async (t) => {
  const { tenant, log } = await served.start();
  const owner = await tenant();
  const { walletId, tenantId, userId } = owner;
  const other = await tenant({ walletId, tenantId, userId });
  const id = await reservationOf(await ask(owner.apiKey, 'mine'));
  const path = `/charges/${id}/receipt`;
  const early = await read(owner.apiKey, path);
  t.deepEqual([early.status, codeOf(early)], [404, 'resource_not_found']);
  await checkpointOf(chainedLog(log));
  const { status, body } = await read(owner.apiKey, path);
  t.is(status, 200);
  const receipt = body as unknown as ChargeReceipt; // of this shape, or it proves nothing
  t.true(isProven(receipt, receipt.verifier_key));
  t.true(receipt.event.includes(`"reservation_id":"${id}"`));
  t.false(
    isProven({ ...receipt, event: receipt.event.replace('"cost_eur":"0', '"cost_eur":"1') }, receipt.verifier_key),
  );
  const foreign = await read(other.apiKey, path);
  t.deepEqual([foreign.status, codeOf(foreign)], [404, 'resource_not_found']);
  for (const hostile of ['..%2f..', '%00', 'a'.repeat(3_000)]) {
    t.true([400, 404].includes((await read(owner.apiKey, `/charges/${hostile}/receipt`)).status), hostile.slice(0, 20));
  }
});

const refusals: readonly (readonly [path: string, param: string])[] = [
  ['/charges?limit=0', 'limit'],
  ['/charges?limit=201', 'limit'],
  ['/charges?limit=1.5', 'limit'],
  ['/charges?limit=1&limit=2', 'limit'],
  ['/charges?after=nobody', 'after'],
  ['/charges?from=yesterday', 'from'],
  ['/charges?from=2026-02-30', 'from'],
  ['/charges?to=2026-11-01T25:00:00Z', 'to'],
  ['/charges?from=2026-11-02&to=2026-11-01T00:00:00Z', 'to'],
  ['/usage?by=year', 'by'],
  ['/usage?zone=Mars/Olympus', 'zone'],
  ['/usage?zone=%2B01:00', 'zone'],
  ['/usage?from=2026-11-01T00:00:00Z', 'from'],
  ['/usage?from=2026-11-02&to=2026-11-01', 'to'],
  ['/usage?from=2026-10-01&to=2026-11-01', 'from'],
];

test('what is asked beyond the bounds is refused, with the name of what is wrong', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  for (const [path, param] of refusals) {
    const { status, body } = await read(apiKey, path);
    t.is(status, 400, path);
    t.is((body['error'] as Json)['param'], param, path);
  }
});

test('pages follow each other, and spans are of times and of days', async (t) => {
  const { tenant } = await served.start();
  const { apiKey } = await tenant();
  const ids: string[] = [];
  for (const content of ['a', 'b', 'c']) ids.unshift(await reservationOf(await ask(apiKey, content)));
  const first = await read(apiKey, '/charges?limit=2');
  t.deepEqual(first.body['has_more'], true);
  t.is(first.body['last_id'], ids[1]);
  const second = await read(apiKey, `/charges?limit=2&after=${ids[1]}`);
  t.deepEqual([second.body['has_more'], chargesOf(second).map(({ id }) => id)], [false, [ids[2]]]);
  const from = String(chargesOf(first)[1]?.['reserved_at']);
  // An offset, with its plus as the query of a form has it, and as it should be written.
  const inRome = new Date(Date.parse(from) + 3_600_000).toISOString().replace('Z', '+01:00');
  for (const since of [from, inRome, encodeURIComponent(inRome)]) {
    t.deepEqual(
      chargesOf(await read(apiKey, `/charges?from=${since}`)).map(({ id }) => id),
      ids.slice(0, 2),
      since,
    );
  }
  const until = chargesOf(await read(apiKey, `/charges?to=${from}`)).map(({ id }) => id);
  t.deepEqual(until, ids.slice(2));
  const day = from.slice(0, 10);
  t.is(chargesOf(await read(apiKey, `/charges?from=${day}`)).length, 3);
  t.is(chargesOf(await read(apiKey, '/charges?to=2001-01-01')).length, 0);
});

test('a key reads itself: what it may do, what is left, and no more of its wallet than the amounts', async (t) => {
  const { tenant } = await served.start();
  const budgets = [
    { budget_id: randomUUID(), amount_eur: '1.000000000', per: 'day' as const, zone: 'Europe/Rome' },
    { budget_id: randomUUID(), amount_eur: '2.000000000', per: 'total' as const, profiles: ['light'] },
  ];
  const owner = await tenant({ creditEur: '5', budgetEur: '3', budgets, maxRequestEur: '0.5' });
  const other = await tenant({ walletId: owner.walletId, tenantId: owner.tenantId, userId: owner.userId });
  await reservationOf(await ask(other.apiKey, 'of another key'));
  const reply = await ask(owner.apiKey, 'own');
  const cost = nanoFromSum(reply.headers.get('x-waybill-cost-eur') ?? '');
  await reservationOf(reply);
  const { body, headers } = await read(owner.apiKey, '/key');
  t.like(body, {
    object: 'api_key',
    id: owner.keyId,
    expires_at: null,
    protected: false,
    inference: true,
    profiles: ['light'],
    aliases: { little: 'light' },
    default_profile: 'light',
    max_request_eur: '0.500000000',
  });
  const left = (amount: bigint): string => eurFromNano(amount * 1_000_000_000n - cost);
  const [life, day, total] = body['budgets'] as readonly Json[];
  t.deepEqual(life, { of: 'key', per: 'total', amount_eur: '3.000000000', left_eur: left(3n) });
  t.like(day, { of: 'key', per: 'day', zone: 'Europe/Rome', left_eur: left(1n) });
  t.regex(String(day?.['renews_at']), /^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/);
  t.deepEqual(total, { of: 'key', per: 'total', profiles: ['light'], amount_eur: '2.000000000', left_eur: left(2n) });
  const wallet = body['wallet'] as Json;
  t.deepEqual(Object.keys(wallet), ['available_eur', 'held_eur']);
  t.true(nanoFromSum(String(wallet['available_eur'])) < 5_000_000_000n - cost, 'both keys have spent of it');
  const { requests_per_minute: requests } = body['limits'] as Readonly<Record<string, Json | null>>;
  t.is(String(requests?.['left']), headers.get('x-ratelimit-remaining-requests') ?? '');
  t.is(requests?.['max'], 60);
  t.false(JSON.stringify(body).includes('hash'));
});

test('an empty wallet reads too, and each read counts in the rates of the key', async (t) => {
  const { tenant, wallet } = await served.start();
  // A key for each: one is allowed again with each second, and a machine may take longer.
  for (const path of ['/key', '/charges', '/usage', `/charges/${randomUUID()}`]) {
    const { apiKey, walletId } = await tenant({ creditEur: '0.000000001' });
    const before = (await wallet(walletId)).length;
    const { status, headers } = await read(apiKey, path);
    t.is(status, path.includes('/charges/') ? 404 : 200, path);
    t.is(headers.get('x-ratelimit-remaining-requests'), '59', path);
    t.is((await wallet(walletId)).length, before, 'nothing is recorded');
  }
  const { apiKey } = await tenant({ creditEur: '0.000000001' });
  await rateEnds(t, apiKey);
});

async function rateEnds(t: ExecutionContext, apiKey: string): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const reply = await read(apiKey, '/charges');
    if (reply.status === 429) return void t.is(codeOf(reply), 'rate_limit_exceeded');
  }
  t.fail('it may read as often as it likes');
}
