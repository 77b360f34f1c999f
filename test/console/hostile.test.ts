import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { httpCall } from '../_support/http-call.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, tenant_admin: admin } = scene.people;

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

/** The number of resellers, which forms of others try to raise. */
async function resellers(): Promise<number> {
  const { json } = await scene.ask(operator, '/resellers?limit=200');
  return (json['data'] as readonly unknown[]).length;
}

test('a page says that it may not be framed, kept or run anything of others', async (t) => {
  const visitor = await visitorOf(operator);
  for (const path of ['/console/', '/console/operations/listKeys', '/console/nothing', '/console/log-in']) {
    const { headers } = await visitor.get(path);
    t.is(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      path,
    );
    t.is(headers['cache-control'], 'no-store', path);
    t.is(headers['x-frame-options'], 'DENY');
    t.is(headers['x-content-type-options'], 'nosniff');
  }
});

test('assets have names by their bytes, and are kept for ever', async (t) => {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.get('/console/log-in');
  const names = [...visitor.page.matchAll(/\/console\/assets\/([\w.-]+)/g)].map(([, name]) => name);
  t.true(names.length >= 3);
  for (const name of names) {
    t.regex(name ?? '', /-[0-9a-f]{16}\.(css|mjs|svg)$/);
    const { status, headers } = await visitor.get(`/console/assets/${name}`);
    t.is(status, 200);
    t.is(headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  t.is((await visitor.get('/console/assets/..%2fpackage.json')).status, 404);
});

test('another name in Host is refused, on pages and on log-ins', async (t) => {
  const visitor = await visitorOf(operator);
  for (const host of ['evil.example', `evil.example:${new URL(scene.adminUrl).port}`, '169.254.1.1']) {
    t.is((await visitor.get('/console/', { host })).status, 421);
    t.is((await visitor.post('/console/log-in', { key: operator.apiKey }, { host })).status, 421);
  }
});

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD']) {
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json',
    '',
  ]) {
    test.serial(`a request from elsewhere changes nothing: ${method} ${type}`, async (t) => {
      const visitor = await visitorOf(operator);
      await visitor.get('/console/operations/createReseller');
      const fields = { _form: visitor.hidden('_form'), _once: randomUUID(), name: 'forged' };
      const before = await resellers();
      const body = type === 'application/json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
      const reply = await httpCall(`${visitor.origin}/console/operations/createReseller`, {
        method,
        ...(method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body } : {}),
        headers: {
          ...(type !== '' && { 'content-type': type }),
          cookie: visitor.cookie ?? '',
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        },
      });
      t.true(method === 'GET' || method === 'HEAD' || reply.status >= 400, String(reply.status));
      t.is(await resellers(), before);
    });
  }
}

test.serial('a form needs the token of its own session, and the content type of forms', async (t) => {
  const [mine, yours] = [await visitorOf(operator), await visitorOf(operator)];
  await yours.get('/console/operations/createReseller');
  const before = await resellers();
  for (const token of ['', 'x', yours.hidden('_form')]) {
    const { status } = await mine.post('/console/operations/createReseller', {
      _form: token,
      _once: randomUUID(),
      name: 'x',
    });
    t.is(status, 403);
  }
  await mine.get('/console/operations/createReseller');
  const fields = { _form: mine.hidden('_form'), _once: randomUUID(), name: 'x' };
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    t.is((await mine.post('/console/operations/createReseller', fields, { 'content-type': type })).status, 415);
  }
  t.is(await resellers(), before);
  t.is((await mine.post('/console/operations/createReseller', fields)).status, 200);
  t.is(await resellers(), before + 1);
});

test.serial('a form that is sent twice is done once, and its secret is shown once', async (t) => {
  const visitor = await visitorOf(admin);
  await visitor.get('/console/operations/createKey');
  const fields = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once'), name: 'twice' };
  const [first, second] = [
    await visitor.post('/console/operations/createKey', fields),
    await visitor.post('/console/operations/createKey', fields),
  ];
  t.deepEqual([first.status, second.status], [200, 200]);
  const [secret] = /wb_[0-9A-Za-z]{30,}/.exec(first.text) ?? [];
  t.truthy(secret);
  t.false(second.text.includes(secret ?? ''));
  const { json } = await scene.ask(admin, `/keys?user_id=${admin.userId}&limit=200`);
  const named = (json['data'] as readonly { readonly name: string }[]).filter(({ name }) => name === 'twice');
  t.is(named.length, 1);
});

test('the browser never gets the key that it has sent', async (t) => {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  const { text, headers } = await visitor.logIn(operator.apiKey);
  await visitor.get('/console/sessions');
  for (const each of [text, JSON.stringify(headers), visitor.page]) t.false(each.includes(operator.apiKey));
});

test('a log-in makes a session of its own, and ends the one before', async (t) => {
  const visitor = await visitorOf(operator);
  const fixed = visitor.cookie ?? '';
  await visitor.logIn(operator.apiKey);
  t.not(visitor.cookie, fixed);
  visitor.cookie = fixed;
  t.is((await visitor.get('/console/')).status, 302);
  // One that an attacker chose is not taken over.
  const [name] = fixed.split('=');
  const chosen = `${name}=${'a'.repeat(43)}`;
  visitor.cookie = chosen;
  await visitor.logIn(operator.apiKey);
  t.not(visitor.cookie, chosen);
});

test('a stolen cookie is worth nothing after the log-out', async (t) => {
  const visitor = await visitorOf(operator);
  const stolen = visitor.cookie;
  await visitor.get('/console/');
  const { status, headers } = await visitor.post('/console/log-out', { _form: visitor.hidden('_form') });
  t.is(status, 303);
  t.is(headers['clear-site-data'], '"cache", "storage"');
  visitor.cookie = stolen;
  t.is((await visitor.get('/console/operations/listKeys')).status, 302);
  t.is((await visitor.post('/console/operations/createReseller', { name: 'x' })).status, 401);
});

test('a session is no key: neither API takes it, and the public port has no console', async (t) => {
  const visitor = await visitorOf(operator);
  const cookie = visitor.cookie ?? '';
  const secret = cookie.split('=')[1] ?? '';
  t.is((await httpCall(`${scene.adminUrl}/keys`, { headers: { cookie } })).status, 401);
  t.is((await httpCall(`${scene.adminUrl}/keys`, { headers: { authorization: `Bearer ${secret}` } })).status, 401);
  t.is((await httpCall(`${scene.baseUrl}/key`, { headers: { cookie } })).status, 401);
  t.is((await httpCall(`${scene.baseUrl}/key`, { headers: { authorization: `Bearer ${secret}` } })).status, 401);
  const { origin } = new URL(scene.baseUrl);
  t.is((await httpCall(`${origin}/console/`, { headers: { cookie } })).status, 404);
});

test('a key that may only call models opens nothing', async (t) => {
  const { json } = await scene.ask(operator, '/keys', {
    method: 'POST',
    body: { name: 'calls', user_id: operator.userId },
  });
  const visitor = new ConsoleVisitor(scene.adminUrl);
  const { status } = await visitor.logIn(String(json['api_key']));
  t.is(status, 403);
  t.is(visitor.cookie, null);
  t.false(visitor.page.includes(String(json['api_key'])));
});

for (const end of ['revoke', 'rotate', 'suspend'] as const) {
  test(`a session ends when its person or key is ended: ${end}`, async (t) => {
    const person = await scene.addPerson(scene.tenant, { role: 'admin' });
    const visitor = await visitorOf(person);
    t.is((await visitor.get('/console/')).status, 200);
    const asked = {
      revoke: { path: `/keys/${person.keyId}/revoke`, body: { reason: 'x' } },
      rotate: { path: `/keys/${person.keyId}/rotate`, body: {} },
      suspend: { path: `/users/${person.userId}/suspend`, body: { reason: 'x' } },
    }[end];
    t.is((await scene.ask(operator, asked.path, { method: 'POST', body: asked.body })).status, 200);
    await until('the session has ended', async () => (await visitor.get('/console/')).status === 302);
    t.is((await visitor.post('/console/operations/createKey', { name: 'x' })).status, 401);
  });
}

test('somebody else’s session cannot be ended', async (t) => {
  const [mine, yours] = [await visitorOf(operator), await visitorOf(admin)];
  await yours.get('/console/sessions');
  const id = /name="id"\s+value="([^"]+)"/.exec(yours.page)?.[1] ?? '';
  await mine.get('/console/sessions');
  t.is((await mine.post('/console/sessions/end', { _form: mine.hidden('_form'), id })).status, 404);
  t.is((await yours.get('/console/')).status, 200);
  t.is((await yours.post('/console/sessions/end', { _form: yours.hidden('_form'), id })).status, 303);
  t.is((await yours.get('/console/')).status, 302);
});

test('the log-in goes on to pages of the console alone', async (t) => {
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/console/../../evil',
    '/\\evil.example',
    '/console/\r\nset-cookie: x=y',
  ]) {
    const { text, headers } = await new ConsoleVisitor(scene.adminUrl).logIn(operator.apiKey, next);
    t.regex(text, /url=\/console\/["a-z]/);
    t.false(text.includes('evil'));
    t.is(headers['set-cookie']?.length, 1);
  }
});

test.serial('what is written into forms and addresses is shown as text', async (t) => {
  const visitor = await visitorOf(operator);
  const name = `<script>alert(1)</script>"'\u202e${'x'.repeat(100)}`;
  const { text, status } = await visitor.fill('createReseller', { name });
  t.is(status, 200);
  t.true(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;\u202e'));
  t.false(text.includes('<script>alert'));
  const { text: listed } = await visitor.get(
    `/console/operations/listKeys?key_prefix=${encodeURIComponent('"><script>alert(1)</script>')}`,
  );
  t.false(listed.includes('<script>alert'));
  t.true(listed.includes('role="alert"'));
  const { text: lost } = await visitor.get('/console/operations/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  t.false(lost.includes('<script>alert'));
  const { status: nul, text: shown } = await visitor.fill('createReseller', { name: 'a\0b' });
  t.is(nul, 400);
  t.true(shown.includes('a\u2400b'));
});

test('no header is made of what was sent', async (t) => {
  const visitor = await visitorOf(operator);
  const { headers } = await visitor.get('/console/operations/listKeys?after=%0d%0aset-cookie:%20a=b');
  t.is(headers['set-cookie'], undefined);
  const { headers: redirected } = await new ConsoleVisitor(scene.adminUrl).get('/console/?x=%0d%0aset-cookie:%20a=b');
  t.is(redirected['set-cookie'], undefined);
  t.regex(redirected.location ?? '', /^\/console\/log-in\?/);
});

test.serial('failed log-ins are paced by address, and tell nothing of the key', async (t) => {
  const own = await adminScene(t);
  const visitor = new ConsoleVisitor(own.adminUrl);
  const statuses: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) statuses.push((await visitor.logIn(`wb_${randomUUID()}`)).status);
  t.deepEqual(
    statuses.slice(0, 10),
    Array.from({ length: 10 }, () => 401),
  );
  const paced = statuses.filter((status) => status === 429).length;
  t.true(paced >= 25, String(paced));
  const { status, headers } = await visitor.logIn(own.people.operator.apiKey);
  t.is(status, 429);
  t.truthy(headers['retry-after']);
});

test('a machine’s link opens a session once', async (t) => {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  const link = scene.consoleLink();
  const { status } = await visitor.get(link.pathname + link.search);
  t.is(status, 200);
  t.is((await visitor.get('/console/operations/listWallets')).status, 200);
  const second = new ConsoleVisitor(scene.adminUrl);
  t.is((await second.get(link.pathname + link.search)).status, 403);
  t.is(second.cookie, null);
});

for (const [method, headers] of [
  ['HEAD', {}],
  ['GET', { 'sec-purpose': 'prefetch;prerender' }],
  ['GET', { purpose: 'prefetch' }],
  ['GET', { 'x-moz': 'prefetch' }],
  ['GET', { 'x-purpose': 'preview' }],
] as const) {
  test(`a look at a link uses nothing up: ${method} ${JSON.stringify(headers)}`, async (t) => {
    const { href, pathname, search } = scene.consoleLink();
    const looked = await httpCall(href, { method, headers });
    t.is(looked.status, 403);
    t.is(looked.headers['set-cookie'], undefined);
    t.is((await new ConsoleVisitor(scene.adminUrl).get(pathname + search)).status, 200);
  });
}

test('forms of other sizes and with members twice are refused', async (t) => {
  const visitor = await visitorOf(operator);
  await visitor.get('/console/operations/createReseller');
  const token = visitor.hidden('_form');
  t.is(
    (await visitor.post('/console/operations/createReseller', { _form: token, name: 'x'.repeat(300_000) })).status,
    413,
  );
  const twice = await httpCall(`${visitor.origin}/console/operations/createReseller`, {
    method: 'POST',
    body: `_form=${token}&name=a&name=b`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: visitor.origin,
      cookie: visitor.cookie ?? '',
    },
  });
  t.is(twice.status, 400);
  const unknown = await visitor.post('/console/operations/createReseller', {
    _form: token,
    name: 'a',
    __proto__x: '1',
  });
  t.is(unknown.status, 400);
});

test('every list is downloaded as it is seen, and no text of it is a formula', async (t) => {
  const { operator, member } = scene.people;
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const name = '=HYPERLINK("https://elsewhere.example","x")';
  await visitor.fill('createReseller', { name });
  await visitor.get('/console/operations/listResellers?limit=200');
  const [, address = ''] = /href="([^"]*\/csv[^"]*)"/.exec(visitor.page) ?? [];
  const { status, text, headers } = await visitor.get(address.replaceAll('&amp;', '&'));
  t.is(status, 200);
  t.is(headers['content-disposition'], 'attachment; filename="listResellers.csv"');
  t.true(text.startsWith('id,parent_id,status,name\r\n'));
  t.true(text.includes(`"'${name.replaceAll('"', '""')}"`));
  t.is(
    text.trimEnd().split('\r\n').length - 1,
    visitor.page.match(/<tbody>[^]*<\/tbody>/)?.[0].match(/<tr>/g)?.length ?? 0,
  );
  for (const [id, expected] of [
    ['createReseller', 404],
    ['showTenant?tenant_id=' + scene.tenant.tenantId, 404],
    ['exportUsage', 404],
    ['nothing', 404],
    ['listUsers?limit=x', 400],
  ] as const) {
    const [path, query = ''] = id.split('?');
    t.is((await visitor.get(`/console/operations/${path}/csv?${query}`)).status, expected, id);
  }
  const own = await ConsoleVisitor.loggedIn(scene.adminUrl, member);
  t.is((await own.get('/console/operations/listResellers/csv')).status, 403);
});
