import type { IncomingMessage } from 'node:http';
import test from 'ava';
import { ownAddress } from '../../src/console/address-of.ts';
import { assertFromSite, pacedAddresses, secretInCookie, siteOf } from '../../src/console/sessions/session-site.ts';

const request = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as IncomingMessage;
const publicUrl = 'https://console.example';

test('the public name gets a host-bound, secure cookie; a loopback address one of its port', (t) => {
  const far = siteOf(request({ host: 'console.example' }), publicUrl);
  t.deepEqual(far, {
    origin: publicUrl,
    cookieName: '__Host-waybill',
    cookieAttributes: 'Path=/; HttpOnly; Secure; SameSite=Strict',
    rpId: 'console.example',
  });
  const near = siteOf(request({ host: '127.0.0.1:8081' }), publicUrl);
  t.deepEqual(near, {
    origin: 'http://127.0.0.1:8081',
    cookieName: 'waybill-8081',
    cookieAttributes: 'Path=/console; HttpOnly; SameSite=Strict',
    rpId: null,
  });
  t.is(siteOf(request({ host: 'localhost:8081' }), publicUrl).rpId, 'localhost');
});

for (const host of [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1:8081',
  'console.example:444',
  'console.example.',
  'console.example:443:443',
  '127.0.0.1:99999',
  '127.999.1.1',
  'localhost:99999',
  '',
  '127.0.0.1:8081@evil',
]) {
  test(`the console does not answer as ${host === '' ? 'nobody' : host}`, (t) => {
    t.throws(() => siteOf(request({ host }), publicUrl), { message: /does not answer by this name/ });
  });
}

test('a proxy may name the port that browsers leave out, or pass another case', (t) => {
  for (const host of ['console.example:443', 'CONSOLE.example']) {
    t.is(siteOf(request({ host }), publicUrl).origin, publicUrl, host);
  }
  t.is(siteOf(request({ host: 'console.example:8443' }), `${publicUrl}:8443`).origin, `${publicUrl}:8443`);
  t.throws(() => siteOf(request({ host: 'console.example' }), `${publicUrl}:8443`));
});

test('a cookie that was planted beside the session is no session', (t) => {
  const site = siteOf(request({ host: 'localhost:8081' }), null);
  const secret = 'a'.repeat(43);
  t.is(secretInCookie(request({ cookie: `other=1; waybill-8081=${secret}` }), site), secret);
  t.is(secretInCookie(request({ cookie: `waybill-8081=${secret}; waybill-8081=${'b'.repeat(43)}` }), site), null);
  t.is(secretInCookie(request({ cookie: 'waybill-8081=short' }), site), null);
  t.is(secretInCookie(request({ cookie: `waybill-8082=${secret}` }), site), null);
  t.is(secretInCookie(request({}), site), null);
});

const site = siteOf(request({ host: 'localhost:8081' }), null);

for (const headers of [
  { origin: 'http://localhost:8081' },
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost:8081', 'sec-fetch-site': 'same-origin' },
]) {
  test(`a form of this site is taken: ${JSON.stringify(headers)}`, (t) => {
    t.notThrows(() => assertFromSite(request(headers), site));
  });
}

for (const headers of [
  {},
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:8082' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://localhost:8081', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
]) {
  test(`a form from elsewhere is refused: ${JSON.stringify(headers)}`, (t) => {
    t.throws(() => assertFromSite(request(headers), site), { message: /not sent by a page of this console/ });
  });
}

test('a log-in goes on to a page of the console alone', (t) => {
  t.is(
    ownAddress('/console/operations/listKeys?user_id=a%20b&zone=Europe%2FRome'),
    '/console/operations/listKeys?user_id=a%20b&zone=Europe%2FRome',
  );
  for (const asked of [
    undefined,
    '',
    '//evil.example',
    'https://evil.example',
    '/console//evil.example/..',
    '/console/../admin',
    '/console/\\evil',
    '/console/\r\nset-cookie: a=b',
    '/consolex',
    '/console/#x',
    `/console/${'a'.repeat(3_000)}`,
  ]) {
    const address = ownAddress(asked);
    t.true(address === '/console/' || /^\/console\/[\w/]*$/.test(address), asked);
  }
});

/** By whom a request is paced, with an address as its own hash. */
function paced(remoteAddress: string, headers: Readonly<Record<string, string>>) {
  const from = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  const hasher = { hash: (text: string) => (JSON.parse(text) as readonly string[])[2] ?? '' };
  return pacedAddresses(from, publicUrl, hasher).map(({ name, triesMax }) => [name, triesMax]);
}

test('log-ins are paced by the address that the proxy has added last, and more loosely by the proxy', (t) => {
  const host = 'console.example';
  const proxied = (forwarded: string) => paced('10.0.0.1', { host, 'x-forwarded-for': forwarded });
  t.deepEqual(proxied('198.51.100.7'), [
    ['198.51.100.7', 10],
    ['10.0.0.1', 600],
  ]);
  t.is(proxied('203.0.113.9, evil, 198.51.100.7')[0]?.[0], '198.51.100.7');
  t.is(proxied('::ffff:198.51.100.7')[0]?.[0], '198.51.100.7');
  t.is(proxied('2001:db8:1:2::9')[0]?.[0], '2001:db8:1:2');
  t.is(proxied('2001:DB8:1:2:3:4:5:6')[0]?.[0], '2001:db8:1:2');
  t.is(proxied('::1')[0]?.[0], '0:0:0:0');
  t.is(proxied('203.0.113.9, 198.51.100.7:52811')[0]?.[0], '198.51.100.7');
  t.is(proxied('[2001:db8:1:2::9]:443')[0]?.[0], '2001:db8:1:2');
  t.is(proxied('[::ffff:198.51.100.7]')[0]?.[0], '198.51.100.7');
  for (const odd of [
    '',
    'evil',
    '1.2.3.4:',
    '1.2.3.4:80:80',
    '[1.2.3.4',
    '[]',
    '2001:db8::1%eth0 x',
    '9'.repeat(5_000),
  ]) {
    t.deepEqual(proxied(odd), [['10.0.0.1', 10]], odd);
  }
});

test('past the proxy, under a loopback address, nobody says where they come from', (t) => {
  const headers = { host: '127.0.0.1:8081', 'x-forwarded-for': '198.51.100.7' };
  t.deepEqual(paced('127.0.0.1', headers), [['127.0.0.1', 10]]);
  t.deepEqual(paced('127.0.0.1', { host: 'console.example' }), [['127.0.0.1', 10]]);
});
