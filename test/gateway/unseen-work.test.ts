import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import test from 'ava';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { assertWalletIsSound, chargedLines, viewLedger } from '../_support/ledger-view.ts';
import { toolPrices } from '../_support/sandbox-bill.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { until } from '../_support/until.ts';

// A caller who hangs up while the upstream does what no counter has told yet, where there are no billing records.

const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
const cachingPrices = {
  ...toolPrices,
  eur_per_million_tokens: { ...toolPrices.eur_per_million_tokens, cache_write_1h: '4' },
};

for (const stream of [false, true]) {
  test(`a caller who hangs up is charged for the searches that the hold covers (${stream ? 'SSE' : 'JSON'})`, async (t) => {
    const sandbox = await startSandbox(t);
    const environment = environmentFor(
      dataDirectory(t),
      testConfig(sandbox, {
        server: { disconnect_drain_ms_max: 50 },
        upstream: { billing_records_path: undefined },
        target: { surfaces: ['messages'], prices: cachingPrices, output_tokens_per_second_max: 1 },
      }),
    );
    const ledger = await viewLedger(t, environment);
    const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
    const { baseUrl } = await startTestGateway(t, environment);
    const call = request(`${baseUrl}/messages`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    });
    call.once('error', () => undefined);
    const text = `What is new? [[sandbox: web_searches=3; frames=4000; ${stream ? 'frame_delay_ms=5' : 'hang'}]]`;
    const body = {
      model: 'light',
      max_tokens: 900,
      stream,
      tools: [search],
      messages: [{ role: 'user', content: text }],
    };
    call.end(JSON.stringify(body));
    await until('the upstream works', async () => {
      const [reservation] = (await ledger.wallet(walletId)).reservations;
      return (await sandbox.lookUp(reservation?.id ?? ''))?.entries[0]?.model;
    });
    call.destroy();
    const wallet = await ledger.settledWallet(walletId);
    assertWalletIsSound(t, wallet);
    const [reservation] = wallet.reservations;
    if (reservation === undefined) throw new Error('no reservation');
    t.is(reservation.settled?.usage_source, 'estimate');
    t.is(reservation.settled?.overrun_eur, '0.000000000');
    const counted = new Map(chargedLines(reservation).map(([counter, quantity]) => [counter, quantity]));
    t.is(counted.get('web_searches'), 3);
    const read = (counted.get('input') ?? 0) + (counted.get('cache_write_1h') ?? 0);
    t.is(read, reservation.reserved.input_tokens_max, 'the whole input that the hold covers');
    t.true((counted.get('cache_write_1h') ?? 0) > 0, 'as the kind that costs most');
  });
}

const begun = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":9,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
];

for (const [what, more, isWhole] of [
  [
    'a conversation that may be summarised first is charged as twice read',
    { edits: [{ type: 'compact_20260112' }] },
    true,
  ],
  ['a conversation that is read once is charged as the upstream counted it', {}, false],
] as const) {
  test(`${what}, to a caller who hangs up`, async (t) => {
    const { answer, ledger, baseUrl } = await setScriptedScene(t, {
      surfaces: ['messages'],
      top: { server: { disconnect_drain_ms_max: 20 } },
    });
    const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
    answer({ headers: { 'content-type': 'text/event-stream' }, pieces: begun, isHeld: true });
    const call = request(`${baseUrl}/messages`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    });
    call.once('error', () => undefined);
    const messages = [{ role: 'user', content: 'Where were we?' }];
    call.end(JSON.stringify({ model: 'light', max_tokens: 50, stream: true, messages, context_management: more }));
    // `as`: what the event is documented to carry.
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    t.is(response.statusCode, 200);
    response.once('error', () => undefined);
    call.destroy();
    const [reservation] = (await ledger.settledWallet(walletId)).reservations;
    if (reservation === undefined) throw new Error('no reservation');
    const counted = new Map(chargedLines(reservation).map(([counter, quantity]) => [counter, quantity]));
    t.is(counted.get('input'), isWhole ? reservation.reserved.input_tokens_max : 9);
    t.is(reservation.settled?.overrun_eur, '0.000000000');
  });
}
