import test from 'ava';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { serveGateway } from '../_support/served-gateway.ts';

/** Holds every request before its upstream until it is let go. */
function heldUpstream() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const arrivals = [1, 2].map(() => Promise.withResolvers<void>());
  let waiting = 0;
  return {
    open,
    /** Resolves when so many requests, two at most, wait. */
    reached: async (count: number): Promise<void> => await arrivals[count - 1]?.promise,
    wrapUpstream: (upstream: Upstream): Upstream => ({
      send: async (request) => {
        arrivals[waiting++]?.resolve();
        await opened;
        return await upstream.send(request);
      },
    }),
  };
}

const hello = { model: 'light', messages: [{ role: 'user' as const, content: 'Hi' }] };

test('a request above the concurrency limit is refused with retry-after', async (t) => {
  const upstream = heldUpstream();
  const { tenant, client, baseUrl, wallet } = await serveGateway(t, {
    config: { server: { requests_in_flight_max: 2 }, top: { fairness: { share_percent_max: 100, wait_ms_max: 1 } } },
    wrappers: { wrapUpstream: upstream.wrapUpstream },
  });
  const { apiKey, walletId } = await tenant();
  const inside = [1, 2].map(() => client(apiKey).chat.completions.create(hello));
  await upstream.reached(2);
  const refused = await httpCall(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(hello),
  });
  t.is(refused.status, 503);
  t.like(JSON.parse(refused.text), { error: { code: 'overloaded', type: 'server_error', param: null } });
  t.is(refused.headers['retry-after'], '1');
  t.is((await wallet(walletId)).filter(({ type }) => type === 'CreditReserved').length, 2);
  // What is not an inference is still answered.
  t.is((await client(apiKey).models.list()).data.length, 1);

  upstream.open();
  await Promise.all(inside);
  await t.notThrowsAsync(client(apiKey).chat.completions.create(hello));
});

test('a stopping gateway answers admitted requests and refuses others', async (t) => {
  const upstream = heldUpstream();
  const { tenant, client, wallet, baseUrl, stop } = await serveGateway(t, {
    wrappers: { wrapUpstream: upstream.wrapUpstream },
  });
  const { apiKey, walletId } = await tenant();
  const inside = client(apiKey).chat.completions.create(hello);
  const connection = await rawConnection(baseUrl);
  await upstream.reached(1);
  // A request that is on its way when the end begins: its connection is there, its head is not complete.
  connection.socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n');
  await httpCall(`${baseUrl}/models`);
  const stopped = stop();
  connection.socket.write(`authorization: Bearer ${apiKey}\r\ncontent-length: 0\r\n\r\n`);
  const late = await connection.until((text) => text.includes('\r\n\r\n{'));
  t.regex(late, /^HTTP\/1\.1 503 .*"shutting_down"/s);
  t.deepEqual(
    (await wallet(walletId)).slice(2).map(({ type }) => type),
    ['CreditReserved'],
  );
  upstream.open();
  t.is((await inside).choices[0]?.message.content, 'You said: Hi');
  await stopped;
});

test('a caller who hangs up while the key is looked up frees its place', async (t) => {
  const { tenant, baseUrl, operations } = await serveGateway(t, { config: { ledger: { projection_batch_ms: 5_000 } } });
  // The log was just looked at for an unknown key: the next look, for the next unknown key, has to wait its turn.
  await httpCall(`${baseUrl}/models`, { headers: { 'x-api-key': apiKeySecret(Buffer.alloc(32, 7)) } });
  const { apiKey } = await tenant();
  const { socket } = await rawConnection(baseUrl);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  );
  while (!(await httpCall(`${operations}/metrics`)).text.includes('\nwaybill_requests_in_flight 1\n'));
  socket.destroy();
  while (!(await httpCall(`${operations}/metrics`)).text.includes('\nwaybill_requests_in_flight 0\n'));
  t.pass();
});
