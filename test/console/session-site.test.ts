import type { IncomingMessage } from 'node:http';
import test from 'ava';
import { ownAddress } from '../../src/console/address-of.ts';
import { assertFromSite, secretInCookie, siteOf } from '../../src/console/sessions/session-site.ts';

const request = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as IncomingMessage;
const publicUrl = 'https://console.example';

test('the public name gets a host-bound, secure cookie; a loopback address one of its port', (t) => {
  const far = siteOf(request({ host: 'console.example' }), publicUrl);
  t.deepEqual(far, {
    origin: publicUrl,
    cookieName: '__Host-waybill',
    cookieAttributes: 'Path=/; HttpOnly; Secure; SameSite=Strict',
  });
  const near = siteOf(request({ host: '127.0.0.1:8081' }), publicUrl);
  t.deepEqual(near, {
    origin: 'http://127.0.0.1:8081',
    cookieName: 'waybill-8081',
    cookieAttributes: 'Path=/console; HttpOnly; SameSite=Strict',
  });
});

for (const host of [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1:8081',
  'console.example:444',
  '',
  '127.0.0.1:8081@evil',
]) {
  test(`the console does not answer as ${host === '' ? 'nobody' : host}`, (t) => {
    t.throws(() => siteOf(request({ host }), publicUrl), { message: /does not answer by this name/ });
  });
}

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
