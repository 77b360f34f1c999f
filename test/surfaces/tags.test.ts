import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { chargingSurfaces } from '../_support/charging-surfaces.ts';
import { httpCall } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// The tags of a request are in its hold, on every surface that charges something, and stay here.

const shared = new SharedTeardown();
test.after.always(shared.end);
const setting = { surfaces: chargingSurfaces, target: { prices: audioPrices } };
const scene = setScriptedScene(shared, setting);
const passing = setScriptedScene(shared, { ...setting, upstream: { tags_header: 'pass' } });

/** A tenant that has declared two tags, and somebody in it. */
async function caller(place = scene, metadata = false) {
  const { ledger, baseUrl, answer, lastCall } = await place;
  const tenantId = randomUUID();
  const deps = { log: ledger.log, createId: randomUUID, actor: 'system:test' };
  const kind = { kind: 'tenant', scopeId: tenantId } as const;
  const scope = { scope_kind: 'tenant', scope_id: tenantId, parent_id: null, name: 'a tenant' } as const;
  await changeScope(deps, kind, { type: 'create_scope', scope });
  const declared = [
    { name: 'project', values: ['atlas', 'helios'] },
    { name: 'cost_center', characters: 'digits' },
  ] as const;
  const tags = { declared: declared.map((tag) => ({ ...tag })), from_metadata: metadata } as never;
  await changeScope(deps, kind, { type: 'declare_tags', tags });
  const tenant = await ledger.tenant({ tenantId });
  const call = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    httpCall(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json', ...headers },
      body,
    });
  return { ...tenant, ledger, call, answer, lastCall };
}

const chat = (text: string, more: object = {}): string =>
  JSON.stringify({ model: 'light', max_tokens: 9, messages: [{ role: 'user', content: text }], ...more });
const { transcriptEvents } = streamingSurfaces;

const requests: Readonly<Record<string, readonly [path: string, body: string, contentType?: string]>> = {
  chat: ['/chat/completions', chat('Hi')],
  messages: ['/messages', chat('Hi')],
  responses: ['/responses', JSON.stringify({ model: 'light', input: 'Hi', store: false })],
  embeddings: ['/embeddings', JSON.stringify({ model: 'light', input: 'Hi' })],
  'system one': [
    '/systemone',
    JSON.stringify({ model: 'light', state: 'Hi', questions: { q: { type: 'noul', instructions: 'So?' } } }),
  ],
  speech: ['/audio/speech', JSON.stringify({ model: 'light', input: 'Hi', voice: 'x' })],
  transcription: [
    '/audio/transcriptions',
    transcriptEvents?.body('light', '') ?? '',
    transcriptEvents?.contentType ?? '',
  ],
};

for (const [name, [path, body, contentType = 'application/json']] of Object.entries(requests)) {
  test.serial(`tags are in the hold, and not sent upstream: ${name}`, async (t) => {
    const { call, ledger, walletId, answer, lastCall } = await caller();
    answer({ headers: { 'content-type': 'application/json' }, pieces: ['{}'] });
    const headers = { 'content-type': contentType, 'x-waybill-tags': 'project=atlas, cost_center=42' };
    await call(path, body, headers);
    const { reservations } = await ledger.settledWallet(walletId);
    t.deepEqual(reservations[0]?.reserved.inference.tags, { project: 'atlas', cost_center: '42' });
    t.is(lastCall().headers['x-waybill-tags'], undefined);
    t.false(lastCall().body.includes('atlas'));
    const refused = await call(path, body, { ...headers, 'x-waybill-tags': 'project=zeus' });
    t.is(refused.status, 400);
    t.regex(refused.text, /tags_refused/);
    t.false(refused.text.includes('zeus'));
    t.is((await ledger.wallet(walletId)).reservations.length, 1, 'nothing was held');
  });
}

test.serial('an upstream that is configured so gets them, in the order of their names', async (t) => {
  const { call, answer, lastCall } = await caller(passing);
  answer({ headers: { 'content-type': 'application/json' }, pieces: ['{}'] });
  await call('/chat/completions', chat('one'), { 'x-waybill-tags': 'project=atlas,cost_center=42' });
  t.is(lastCall().headers['x-waybill-tags'], 'cost_center=42,project=atlas');
  await call('/chat/completions', chat('two'), {});
  t.is(lastCall().headers['x-waybill-tags'], undefined);
});

test.serial('metadata names tags where the tenant says so, and is passed on as it was', async (t) => {
  const metadata = { project: 'helios', note: 'x', cost_center: 42 };
  const [plain, reading] = [await caller(), await caller(scene, true)];
  reading.answer({ headers: { 'content-type': 'application/json' }, pieces: ['{}'] });
  await plain.call('/chat/completions', chat('three', { metadata }), {});
  t.is((await plain.ledger.settledWallet(plain.walletId)).reservations[0]?.reserved.inference.tags, undefined);
  for (const [n, path] of ['/chat/completions', '/responses', '/messages'].entries()) {
    const body = { model: 'light', max_tokens: path === '/responses' ? undefined : 9, metadata };
    const asked =
      path === '/responses' ? { ...body, input: 'x' } : { ...body, messages: [{ role: 'user', content: 'x' }] };
    await reading.call(path, JSON.stringify(asked), { 'x-waybill-tags': 'cost_center=7' });
    const { reservations } = await reading.ledger.settledWallet(reading.walletId, n + 1);
    t.deepEqual(reservations.at(-1)?.reserved.inference.tags, { cost_center: '7', project: 'helios' }, path);
    t.true(reading.lastCall().body.includes(JSON.stringify(metadata)));
  }
  const differs = await reading.call('/chat/completions', chat('four', { metadata }), {
    'x-waybill-tags': 'project=atlas',
  });
  t.is(differs.status, 400);
  t.regex(differs.text, /another one in `metadata`/);
});

test.serial('hostile headers are refused, by the server or by name, and hold nothing', async (t) => {
  const { call, ledger, walletId } = await caller();
  const hostile = [
    'a=1,'.repeat(10_000),
    'x'.repeat(1_048_576),
    'project=atlas,project=helios',
    '__proto__=x',
    'constructor=x',
    'project=__proto__',
    Buffer.from('project=atläs').toString('latin1'),
    'project=atlas,,',
    '=',
    ','.repeat(900),
  ];
  for (const header of hostile) {
    const outcome = await call('/chat/completions', chat(`five ${header.length}`), { 'x-waybill-tags': header }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    // The server may reset a connection whose head is too large while it is still being sent.
    if (typeof outcome === 'object') t.true([400, 431].includes(outcome.status), header.slice(0, 40));
    else t.regex(String(outcome), /ECONNRESET|EPIPE/);
  }
  t.is((await ledger.wallet(walletId)).reservations.length, 0);
  t.throws(() => new Headers({ 'x-waybill-tags': 'project=atlas\r\nx: y' }));
});

test.serial('a repeat under an idempotency key is answered with whatever tags it comes', async (t) => {
  const { call, ledger, walletId, answer } = await caller();
  const said = { model: 'light', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }] };
  answer({
    headers: { 'content-type': 'application/json' },
    pieces: [JSON.stringify({ ...said, usage: { prompt_tokens: 5, completion_tokens: 2 } })],
  });
  const named = { 'idempotency-key': 'a' };
  const first = await call('/chat/completions', chat('six'), { ...named, 'x-waybill-tags': 'project=atlas' });
  t.is(first.status, 200, first.text);
  for (const tags of ['project=helios', 'project=zeus']) {
    const again = await call('/chat/completions', chat('six'), { ...named, 'x-waybill-tags': tags });
    t.is(again.headers['idempotent-replayed'], 'true', again.text);
  }
  const { reservations } = await ledger.settledWallet(walletId);
  t.deepEqual(
    reservations.map(({ reserved }) => reserved.inference.tags),
    [{ project: 'atlas' }],
  );
});

test.serial('a tenant that has declared nothing takes requests without tags alone', async (t) => {
  const { ledger, baseUrl, answer } = await scene;
  answer({ headers: { 'content-type': 'application/json' }, pieces: ['{}'] });
  const { apiKey } = await ledger.tenant();
  const call = (headers: object) =>
    httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      body: chat(`seven ${JSON.stringify(headers)}`),
    });
  const refused = await call({ 'x-waybill-tags': 'project=atlas' });
  t.is(refused.status, 400);
  t.regex(refused.text, /Your tenant has declared no tags/);
  t.not((await call({})).status, 400);
});
