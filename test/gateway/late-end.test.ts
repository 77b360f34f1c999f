import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';

const frames = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } },
];

test('a stream that sent [DONE] and does not end delays neither the caller nor the settlement', async (t) => {
  const upstream = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of frames) response.write(`data: ${JSON.stringify({ model: 'sandbox-small', ...frame })}\n\n`);
    response.write('data: [DONE]\n\n');
  });
  const baseUrl = await listening(upstream);
  t.teardown(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const config = testConfig({ baseUrl, apiKey: 'any' }, { upstream: { idle_timeout_ms: 60_000 } });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  const gateway = await startTestGateway(t, environment);

  const seen = await callChat(gateway, tenant.apiKey, chat(HELLO, { model: 'light', stream: true })).seen;

  t.false(seen.broken);
  t.true(seen.text.endsWith('data: [DONE]\n\n'));
  const { reservations } = await ledger.wallet(tenant.walletId);
  t.deepEqual(
    reservations.map(({ story }) => story),
    [['ReservationSettled']],
  );
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address record.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
