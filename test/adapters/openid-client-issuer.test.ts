import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import test from 'ava';
import { createOpenidClientIssuer } from '../../src/adapters/openid-client-issuer.ts';
import { IssuerUnavailable } from '../../src/ports/log-in-issuer.ts';
import type { Teardown } from '../_support/gateway.ts';

async function serverOf(t: Teardown, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const attempt = {
  redirectUri: 'https://console.example/back',
  state: 's'.repeat(64),
  nonce: 'n'.repeat(64),
  codeVerifier: 'v'.repeat(64),
};

function issuerAt(issuer: string, clock = { now: () => Date.now() }) {
  const settings = { issuer, clientId: 'console', clientSecret: null, scopes: ['staff', 'openid'], groupsClaim: null };
  return createOpenidClientIssuer(settings, clock);
}

test('an answer without end is read to its limit and left', async (t) => {
  let sent = 0;
  const piece = Buffer.alloc(65_536, 'x');
  const endless = function* (): Generator<Buffer> {
    for (;;) {
      sent += piece.length;
      yield piece;
    }
  };
  const issuer = await serverOf(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const pieces = Readable.from(endless());
    pieces.pipe(response.once('close', () => void pieces.destroy()));
  });
  await t.throwsAsync(issuerAt(issuer).begin(attempt), { instanceOf: IssuerUnavailable, message: 'answer_too_large' });
  t.true(sent < 32 * 1_048_576, String(sent));
});

test('an answer that leads elsewhere is not followed', async (t) => {
  let calls = 0;
  const elsewhere = await serverOf(t, (_, response) => {
    calls += 1;
    response.end('{}');
  });
  const issuer = await serverOf(t, (_, response) => response.writeHead(302, { location: elsewhere }).end());
  await t.throwsAsync(issuerAt(issuer).begin(attempt), { instanceOf: IssuerUnavailable });
  t.is(calls, 0);
});

test('what an issuer says of itself is asked for once an hour, and again after it could not be had', async (t) => {
  const clock = { now: 1_000_000 };
  let [calls, isAway] = [0, true];
  const issuer: string = await serverOf(t, (_, response) => {
    calls += 1;
    response.writeHead(isAway ? 500 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }),
    );
  });
  const asked = issuerAt(issuer, { now: () => clock.now });
  await t.throwsAsync(asked.begin(attempt), { instanceOf: IssuerUnavailable });
  isAway = false;
  const address = await asked.begin(attempt);
  t.is(address.searchParams.get('scope'), 'openid staff');
  t.is(address.searchParams.get('client_secret'), null);
  await asked.begin(attempt);
  t.is(calls, 2);
  clock.now += 3_600_000;
  await asked.begin(attempt);
  t.is(calls, 3);
});

test('an issuer that says to be another one is not believed', async (t) => {
  const issuer = await serverOf(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer: 'http://127.0.0.1:1', authorization_endpoint: 'http://127.0.0.1:1/auth' }));
  });
  await t.throwsAsync(issuerAt(issuer).begin(attempt), { instanceOf: IssuerUnavailable });
});
