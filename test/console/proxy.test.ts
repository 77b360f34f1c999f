import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import type { Teardown } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { startIdentityProvider } from '../_support/identity-provider.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { publicUrl } from './_invited.ts';

const shared = new SharedTeardown();
const { host } = new URL(publicUrl);
const provider = await startIdentityProvider(shared, () => [`${publicUrl}/console/log-in/with/company/back`]);
const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
const scene = await adminScene(shared, {
  top: { admin: { public_url: publicUrl, oidc: { company: { issuer, client_id, client_secret } } } },
});

test.after.always('close', shared.end);

/** What stands before the console and ends TLS, without TLS: it passes `Host`, and adds the address of its caller. */
async function proxyBefore(t: Teardown, adminUrl: string): Promise<string> {
  const { hostname, port } = new URL(adminUrl);
  const server = createServer((asked, answer) => {
    const told = asked.headers['x-forwarded-for'];
    // A caller that says where it comes from is not believed: its own address comes last.
    const caller = String(asked.headers['x-test-caller'] ?? asked.socket.remoteAddress);
    const headers = { ...asked.headers, 'x-forwarded-for': told === undefined ? caller : `${String(told)}, ${caller}` };
    const passed = httpRequest({ hostname, port, method: asked.method, path: asked.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('behind a proxy, the public address decides Host, Origin, Secure and where an issuer sends back', async (t) => {
  const place = await proxyBefore(t, scene.adminUrl);
  const post = (headers: Readonly<Record<string, string>>) =>
    httpCall(`${place}/console/log-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: scene.people.operator.apiKey }).toString(),
      headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const entered = await post({ origin: publicUrl });
  t.is(entered.status, 200);
  const [cookie = ''] = entered.headers['set-cookie'] ?? [];
  t.regex(cookie, /^__Host-waybill=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const session = { host, cookie: cookie.split(';')[0] ?? '' };
  t.is((await httpCall(`${place}/console/`, { headers: session })).status, 200);
  // The proxy's own address is another origin, and another name.
  for (const origin of [place, 'https://evil.example', `http://${host}`]) t.is((await post({ origin })).status, 403);
  t.is((await post({ origin: publicUrl, host: 'evil.example' })).status, 421);
  // A cookie of the public name is none at a loopback address.
  t.is((await httpCall(`${place}/console/`, { headers: { cookie: session.cookie } })).status, 302);
  const { headers } = await httpCall(`${place}/console/log-in/with/company`, { headers: { host } });
  const asked = new URL(headers.location ?? '');
  t.is(asked.searchParams.get('redirect_uri'), `${publicUrl}/console/log-in/with/company/back`);
  t.regex(headers['set-cookie']?.[0] ?? '', /^__Secure-.*; Secure$/);
});

test('behind a proxy, who fails makes nobody else wait, and who says to come from elsewhere waits', async (t) => {
  const place = await proxyBefore(t, scene.adminUrl);
  const fail = async (caller: string, forwarded?: string): Promise<number> => {
    const headers = {
      host,
      origin: publicUrl,
      'content-type': 'application/x-www-form-urlencoded',
      'x-test-caller': caller,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    };
    const body = new URLSearchParams({ key: `wb_${Math.trunc(performance.now() * 1_000)}` }).toString();
    return (await httpCall(`${place}/console/log-in`, { method: 'POST', body, headers })).status;
  };
  const statuses: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) statuses.push(await fail('198.51.100.1', `203.0.113.${tries}`));
  t.deepEqual([statuses.slice(0, 10), statuses.slice(10)], [Array(10).fill(401), Array(5).fill(429)]);
  t.is(await fail('198.51.100.2'), 401);
});

test('behind a proxy on the same machine, the link of a command opens nothing', async (t) => {
  const place = await proxyBefore(t, scene.adminUrl);
  const { pathname, search } = scene.consoleLink();
  t.is((await httpCall(place + pathname + search, { headers: { host } })).status, 403);
  t.is((await httpCall(new URL(scene.adminUrl).origin + pathname + search)).status, 200);
});
