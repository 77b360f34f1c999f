import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { createUndiciWebhookSender, type WebhookSenderSettings } from '../../src/adapters/undici-webhook-sender.ts';
import type { WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { freePort } from '../_support/free-port.ts';
import { serve, serveSocket } from './_upstream-server.ts';

const secrets = [randomBytes(24), randomBytes(24)];
const body = '{"type":"wallet.low","timestamp":"2026-11-02T12:00:00.000Z","data":{"posted_eur":"1.000000000"}}';
const message = { id: 'f3d1b0a2-0000-4000-8000-000000000001', body, secrets, at: Date.now() };
const closed = { networks: [], httpLoopback: false };
const onLoopback = { networks: [], httpLoopback: true };

const send = (url: string, settings: WebhookSenderSettings = onLoopback, more: Partial<WebhookMessage> = {}) =>
  createUndiciWebhookSender(settings).send({ ...message, url, ...more });

const folder = join(import.meta.dirname, '..', 'fixtures', 'tls');
const pem = (file: string): string => readFileSync(join(folder, `${file}.pem`), 'utf8');

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A receiver for `https://ledger.test`, whose certificate only its own authority has signed. Returns its port. */
async function tlsReceiver(t: ExecutionContext, answer: (response: ServerResponse) => void) {
  const received: string[] = [];
  const server = createTlsServer({ cert: pem('name'), key: pem('name-key') }, (request, response) => {
    received.push(request.url ?? '');
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `https://ledger.test:${(server.address() as AddressInfo).port}/hook` };
}

/** A receiver on loopback, and what it got. */
async function receiver(t: ExecutionContext, answer: (response: ServerResponse) => void) {
  const received: Received[] = [];
  const origin = await serve(t, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(parts).toString() });
      answer(response);
    });
  });
  return { received, url: `${origin}/hook` };
}

test('the package of the specification verifies a message by each of its secrets', async (t) => {
  const { received, url } = await receiver(t, (response) => response.writeHead(204).end());
  t.deepEqual(await send(url), { kind: 'answered', status: 204, retryAfterMs: null });
  const [{ headers, text } = { headers: {}, text: '' }] = received;
  t.is(text, body);
  t.is(headers['webhook-id'], message.id);
  t.is(headers['webhook-timestamp'], String(Math.floor(message.at / 1_000)));
  const signed = headers as Record<string, string>;
  for (const secret of secrets) {
    t.deepEqual(new Webhook(`whsec_${secret.toString('base64')}`).verify(text, signed), JSON.parse(body));
  }
  const other = new Webhook(`whsec_${randomBytes(24).toString('base64')}`);
  t.throws(() => other.verify(text, signed), { message: /No matching signature/ });
});

test('each attempt is signed with its own time', async (t) => {
  const { received, url } = await receiver(t, (response) => response.writeHead(500).end());
  await send(url);
  await send(url, onLoopback, { at: message.at + 5_000 });
  const [one, other] = received.map(({ headers }) => headers);
  t.is(Number(other?.['webhook-timestamp']) - Number(one?.['webhook-timestamp']), 5);
  t.not(other?.['webhook-signature'], one?.['webhook-signature']);
  t.is(other?.['webhook-id'], one?.['webhook-id']);
});

const refused = [
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://168.63.129.16/',
  'https://10.0.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[ff02::1]/',
  'https://[::]/',
  'https://localhost/',
  'http://203.0.114.1/',
  'http://hooks.example/',
  'ftp://203.0.114.1/',
];
for (const url of refused) {
  test(`${url} is refused`, async (t) => {
    const settings = { networks: [], httpLoopback: true, resolve: async () => ['127.0.0.1', '203.0.114.1'] };
    t.deepEqual(await send(url, url.includes('localhost') ? closed : settings), {
      kind: 'failed',
      failure: 'address_refused',
    });
  });
}

test('http is refused on loopback too, unless it is allowed', async (t) => {
  const { received, url } = await receiver(t, (response) => response.end());
  t.deepEqual(await send(url, closed), { kind: 'failed', failure: 'address_refused' });
  t.deepEqual(await send(url, { networks: ['127.0.0.0/8'], httpLoopback: false }), {
    kind: 'failed',
    failure: 'address_refused',
  });
  t.is(received.length, 0);
});

test('one address that may not be called refuses a name, whatever its others are', async (t) => {
  for (const addresses of [
    ['203.0.114.1', '169.254.169.254'],
    ['203.0.114.1', '::ffff:10.0.0.1'],
    ['fd00::1', '2a00::1'],
  ]) {
    const settings = { ...closed, resolve: async () => addresses };
    t.deepEqual(await send('https://hooks.example/', settings), { kind: 'failed', failure: 'address_refused' });
  }
});

test('a name without an address is told', async (t) => {
  const settings = { ...closed, resolve: async () => [] };
  t.deepEqual(await send('https://hooks.example/', settings), { kind: 'failed', failure: 'not_found' });
});

const ownNetwork = { networks: ['127.0.0.0/8'], httpLoopback: false, ca: pem('authority') };

test('a name that moves after it was judged is called where it was judged, and asked for once', async (t) => {
  const { received, url } = await tlsReceiver(t, (response) => response.end());
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  const asked: string[] = [];
  const resolve = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    return answers.shift() ?? [];
  };
  const sender = createUndiciWebhookSender({ ...ownNetwork, resolve });
  t.like(await sender.send({ ...message, url }), { kind: 'answered', status: 200 });
  t.deepEqual([received, asked], [['/hook'], ['ledger.test']]);
  // No connection is kept to where it was.
  t.deepEqual(await sender.send({ ...message, url }), { kind: 'failed', failure: 'address_refused' });
  t.is(received.length, 1);
});

test('a receiver of an own authority needs its certificate, and its name in it', async (t) => {
  const { received, url } = await tlsReceiver(t, (response) => response.end());
  const resolve = async (): Promise<readonly string[]> => ['127.0.0.1'];
  const { ca, ...withoutCa } = ownNetwork;
  t.deepEqual(await send(url, { ...withoutCa, resolve }), { kind: 'failed', failure: 'not_connected' });
  const elsewhere = url.replace('ledger.test', 'other.test');
  t.deepEqual(await send(elsewhere, { ...withoutCa, ca, resolve }), { kind: 'failed', failure: 'not_connected' });
  t.is(received.length, 0);
  t.like(await send(url, { ...withoutCa, ca, resolve }), { kind: 'answered', status: 200 });
});

test('a redirect is an answer, and nothing is sent to where it leads', async (t) => {
  const other = await receiver(t, (response) => response.end());
  const { url } = await receiver(t, (response) => response.writeHead(307, { location: other.url }).end());
  t.deepEqual(await send(url), { kind: 'answered', status: 307, retryAfterMs: null });
  t.is(other.received.length, 0);
});

test('a receiver that does not answer is given up', async (t) => {
  const { received, url } = await receiver(t, () => undefined);
  t.deepEqual(await send(url, { ...onLoopback, timeoutMs: 300 }), { kind: 'failed', failure: 'timed_out' });
  t.is(received.length, 1);
});

test('a receiver whose answer never ends has answered', async (t) => {
  const ended = Promise.withResolvers<void>();
  const { url } = await receiver(t, (response) => {
    response.on('close', () => ended.resolve());
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      response.once('drain', more);
    };
    more();
  });
  t.like(await send(url), { kind: 'answered', status: 200 });
  await ended.promise;
});

test('a receiver that ends the connection is told', async (t) => {
  const port = await serveSocket(t, (socket) => socket.once('data', () => socket.destroy()));
  t.deepEqual(await send(`http://127.0.0.1:${port}/`), { kind: 'failed', failure: 'broken_off' });
});

test('a receiver that is not there is told', async (t) => {
  t.deepEqual(await send(`http://127.0.0.1:${await freePort()}/`), { kind: 'failed', failure: 'not_connected' });
});

test('headers without an end are told', async (t) => {
  const port = await serveSocket(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    socket.write(`x: ${'a'.repeat(100_000)}\r\n`);
  });
  t.deepEqual(await send(`http://127.0.0.1:${port}/`), { kind: 'failed', failure: 'broken_off' });
});

const inAMinute = Date.UTC(2026, 10, 2, 12, 1);
for (const [header, milliseconds] of [
  ['120', 120_000],
  [new Date(inAMinute).toUTCString(), 60_000],
  [new Date(0).toUTCString(), 0],
  ['soon', null],
  ['1e9', null],
] as const) {
  test(`retry-after: ${header} is a pause of ${milliseconds} ms`, async (t) => {
    const { url } = await receiver(t, (response) => response.writeHead(503, { 'retry-after': header }).end());
    const answer = await send(url, onLoopback, { at: inAMinute - 60_000 });
    t.is(answer.kind === 'answered' ? answer.retryAfterMs : undefined, milliseconds);
  });
}
