import test from 'ava';
import { adminScene, type AdminScene } from '../_support/admin-scene.ts';
import { httpCall } from '../_support/http-call.ts';
import {
  startIdentityProvider,
  type Claims,
  type Tampering,
  type TestProvider,
} from '../_support/identity-provider.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { publicUrl } from './_invited.ts';
import { IssuerVisitor } from './_issuer-visitor.ts';

const shared = new SharedTeardown();
const back = (name: string): string => `${publicUrl}/console/log-in/with/${name}/back`;
const provider = await startIdentityProvider(shared, () => ['company', 'known', 'staff', 'wrong'].map(back));
const other = await startIdentityProvider(shared, () => [back('other')]);
const tenantId = 'aaaaaaaa-1111-4000-8000-000000000001';
const of = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
});
const creates = { tenant_id: tenantId, first_login: 'create' };
const scene: AdminScene = await adminScene(shared, {
  top: {
    admin: {
      public_url: publicUrl,
      oidc: {
        company: { ...of(provider), ...creates, title: 'Example Ltd' },
        known: of(provider),
        staff: {
          ...of(provider),
          ...creates,
          scopes: ['staff'],
          roles: { admins: 'admin', resellers: 'reseller_admin', others: 'member' },
        },
        other: { ...of(other), ...creates },
        wrong: { ...of(provider), client_secret: 'not the secret' },
      },
    },
  },
});
const { operator } = scene.people;

test.after.always('close', shared.end);

let people = 0;

const newPerson = (groups?: readonly string[]): void => {
  people += 1;
  provider.person = { sub: `person ${people}`, ...(groups && { groups }) };
  provider.tamper = {};
  provider.answer = null;
};
const visitor = () => new IssuerVisitor(scene.adminUrl);

/** Who is logged in, by their first key's owner: the page of a new key says whose it is. */
async function whoIs(of: IssuerVisitor): Promise<string> {
  const { text } = await of.fill('createKey', { name: 'whose' });
  return /user_id=([0-9a-f-]{36})/.exec(text)?.[1] ?? text;
}

test.serial(
  'a person whom the issuer vouches for is registered at the first log-in, and found at the next',
  async (t) => {
    newPerson();
    const [first, second] = [visitor(), visitor()];
    await first.get('/console/log-in');
    t.regex(first.page, /href="\/console\/log-in\/with\/company\?next=[^"]*"\s*>Log in with <bdi>Example Ltd/);
    const reply = await first.logInBy('company', '/console/sessions');
    t.is(reply.status, 200, reply.text);
    t.regex(reply.text, /url=\/console\/sessions/);
    t.is((await first.get('/console/')).status, 200);
    const userId = await whoIs(first);
    t.is((await second.logInBy()).status, 200);
    t.is(await whoIs(second), userId);
    const { json } = await scene.ask(operator, `/users/${userId}`);
    t.like(json, { tenant_id: tenantId, role: 'member', platform_role: null });
    const actions = await scene.ask(operator, `/actions?subject_id=${userId}&operation=createUser`);
    t.like((actions.json['data'] as readonly object[])[0], { actor: 'console:issuer=company', actor_role: null });
    // The subject is kept nowhere.
    const events = await scene.ledger.log.readAll({ limit: 10_000 });
    t.false(events.some(({ data }) => data.includes(provider.person.sub)));
  },
);

test.serial('two first log-ins at once make one person', async (t) => {
  newPerson();
  const both = [visitor(), visitor()];
  const backs = await Promise.all(both.map(async (each) => await each.atIssuer(await each.start())));
  const replies = await Promise.all(both.map((each, at) => each.comeBack(backs[at] ?? new URL(publicUrl))));
  t.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  t.is(await whoIs(both[0] ?? visitor()), await whoIs(both[1] ?? visitor()));
});

test.serial('who is not registered is told the id under which an administrator registers them', async (t) => {
  newPerson();
  const refused = await visitor().logInBy('known');
  t.is(refused.status, 403);
  const [, id = ''] = /users create --id ([0-9a-f-]{36})/.exec(refused.text) ?? [];
  t.not(id, '');
  const body = { id, tenant_id: scene.tenant.tenantId };
  t.is((await scene.ask(operator, '/users', { method: 'POST', body })).status, 200);
  const again = visitor();
  t.is((await again.logInBy('known')).status, 200);
  t.is(await whoIs(again), id);
  // Another issuer entry vouches for one tenant alone.
  t.is((await visitor().logInBy('company')).status, 403);
});

test.serial('groups give roles in the tenant, none on the platform, and take them', async (t) => {
  newPerson(['admins', 'others', 'operator', 'finance', '__proto__', 'constructor']);
  const first = visitor();
  t.is((await first.logInBy('staff')).status, 200);
  const userId = await whoIs(first);
  const roleNow = async () => (await scene.ask(operator, `/users/${userId}`)).json;
  t.like(await roleNow(), { role: 'admin', platform_role: null });
  for (const [groups, role] of [
    [['resellers', 'admins'], 'reseller_admin'],
    ['admins', 'admin'],
    [['nothing'], 'member'],
    [[...Array.from({ length: 3_000 }, (_, n) => `group ${n}`), 'admins'], 'admin'],
    [undefined, 'member'],
    [{ admins: true }, 'member'],
  ] as const) {
    provider.person = { sub: provider.person.sub, ...(groups && { groups: groups as readonly string[] }) };
    t.is((await visitor().logInBy('staff')).status, 200);
    t.like(await roleNow(), { role, platform_role: null }, JSON.stringify(groups)?.slice(0, 100));
  }
});

const without =
  (name: string) =>
  (claims: Claims): Claims =>
    Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));
const hour = 3_600;
const now = () => Math.floor(Date.now() / 1_000);
const wrongTokens: Readonly<Record<string, Tampering>> = {
  'another nonce': { claims: (claims) => ({ ...claims, nonce: 'another' }) },
  'no nonce': { claims: without('nonce') },
  'a time that is over': { claims: (claims) => ({ ...claims, exp: now() - 60, iat: now() - 120 }) },
  'an age of hours': { claims: (claims) => ({ ...claims, iat: now() - hour, exp: now() + hour }) },
  'the future': { claims: (claims) => ({ ...claims, iat: now() + hour, exp: now() + 2 * hour }) },
  'another client': { claims: (claims) => ({ ...claims, aud: 'another' }) },
  'several clients': { claims: (claims) => ({ ...without('azp')(claims), aud: ['console', 'another'] }) },
  'a client to which it was handed on': { claims: (claims) => ({ ...claims, azp: 'another' }) },
  'another issuer': { claims: (claims) => ({ ...claims, iss: other.issuer }) },
  'no subject': { claims: without('sub') },
  'a subject of control characters': { claims: (claims) => ({ ...claims, sub: 'a\u0000b' }) },
  'a subject without end': { claims: (claims) => ({ ...claims, sub: 'x'.repeat(10_000) }) },
  'nobody who signed': { signed: 'none' },
  'a key of somebody else': { signed: 'stranger' },
};

for (const [name, tamper] of Object.entries(wrongTokens)) {
  test.serial(`a token does not count for ${name}`, async (t) => {
    newPerson();
    const one = visitor();
    provider.tamper = tamper;
    const { status, text } = await one.logInBy();
    t.is(status, 403, text);
    t.is(one.cookie, null);
    provider.tamper = {};
    t.is((await one.logInBy()).status, 200);
  });
}

test.serial('an answer counts once, in the browser that began, for its own state', async (t) => {
  newPerson();
  const [one, thief] = [visitor(), visitor()];
  const address = await one.atIssuer(await one.start());
  // Somebody else’s browser has no cookie of it, or one of its own attempt.
  t.is((await thief.comeBack(address)).status, 403);
  t.regex(thief.page, /begun in another browser/);
  await thief.start();
  t.is((await thief.comeBack(address)).status, 403);
  t.regex(thief.page, /not the last one that was begun in this browser/, 'of two in one browser the older says why');
  const changed = new URL(address);
  changed.searchParams.set('state', 'x'.repeat(64));
  t.is((await one.comeBack(changed)).status, 403);
  t.is((await one.comeBack(address)).status, 200);
  const codes = (): number => provider.calls.filter((path) => path === '/token').length;
  const before = codes();
  t.is((await one.comeBack(address)).status, 403);
  t.is(one.cookie, null);
  // The issuer is not even asked.
  t.is(codes(), before);
});

test.serial('a look at the answer, before the browser opens it, uses nothing up', async (t) => {
  newPerson();
  const one = visitor();
  const address = await one.atIssuer(await one.start());
  const looked = await httpCall(new URL(scene.adminUrl).origin + address.pathname + address.search, {
    method: 'HEAD',
    headers: { host: new URL(publicUrl).host, cookie: one.attempt ?? '' },
  });
  t.is(looked.status, 403);
  t.is(looked.headers['set-cookie'], undefined);
  t.is((await one.comeBack(address)).status, 200);
});

test.serial('whoever leads a browser to another answer ends no attempt, and makes nobody wait', async (t) => {
  newPerson();
  const one = visitor();
  const address = await one.atIssuer(await one.start());
  const foreign = new URL(address);
  foreign.searchParams.set('state', 'x'.repeat(64));
  for (let tries = 0; tries < 20; tries += 1) {
    const led = await one.comeBack(foreign);
    t.is(led.status, 403);
    t.is(led.headers['set-cookie'], undefined);
  }
  t.is((await one.comeBack(address)).status, 200);
});

test.serial('a code that was used is refused by the issuer, and so here', async (t) => {
  newPerson();
  const [one, two] = [visitor(), visitor()];
  const used = await one.atIssuer(await one.start());
  t.is((await one.comeBack(used)).status, 200);
  const own = await two.atIssuer(await two.start());
  own.searchParams.set('code', used.searchParams.get('code') ?? '');
  t.is((await two.comeBack(own)).status, 403);
});

test.serial('the answer of one issuer does not count at the address of another', async (t) => {
  newPerson();
  const one = visitor();
  const address = await one.atIssuer(await one.start('company'));
  address.pathname = address.pathname.replace('company', 'other');
  t.is((await one.comeBack(address)).status, 403);
  const two = visitor();
  const mixed = await two.atIssuer(await two.start('company'));
  mixed.searchParams.set('iss', other.issuer);
  t.is((await two.comeBack(mixed)).status, 403);
  t.false(other.calls.includes('/token'));
});

test.serial('the cookie of an attempt is its own, and the session begins anew', async (t) => {
  newPerson();
  const one = visitor();
  const reply = await one.get('/console/log-in/with/company');
  const [set = '', ...more] = reply.headers['set-cookie'] ?? [];
  t.is(more.length, 0);
  t.regex(
    set,
    /^__Secure-waybill-attempt-=[\w.-]+; Max-Age=600; Path=\/console\/log-in\/with\/company; HttpOnly; SameSite=Lax; Secure$/,
  );
  const asked = new URL(reply.headers.location ?? '');
  t.is(asked.searchParams.get('redirect_uri'), back('company'));
  t.is(asked.searchParams.get('code_challenge_method'), 'S256');
  const fixed = `__Host-waybill=${'a'.repeat(43)}`;
  const address = await one.atIssuer(await one.start());
  const entered = await one.get(address.pathname + address.search, { cookie: `${one.attempt}; ${fixed}` });
  t.is(entered.status, 200);
  t.is(entered.headers.location, undefined);
  const sets = entered.headers['set-cookie'] ?? [];
  t.true(sets.some((each) => each.startsWith('__Secure-waybill-attempt-=; Max-Age=0')));
  const session = sets.find((each) => each.startsWith('__Host-waybill='));
  t.regex(session ?? '', /; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  t.false(session?.startsWith(fixed) ?? true);
});

test.serial('the log-in goes on to pages of this console alone', async (t) => {
  newPerson();
  for (const next of ['https://evil.example/', '//evil.example', '/console/../x', '/\\evil.example']) {
    const { text, status } = await visitor().logInBy('company', next);
    t.is(status, 200);
    t.regex(text, /url=\/console\/"/);
    t.false(text.includes('evil'));
  }
  // Nor can the cookie say another page.
  const one = visitor();
  const address = await one.atIssuer(await one.start());
  const [token = ''] = (one.attempt ?? '').split('.');
  one.attempt = `${token}.${Buffer.from('/console/sessions').toString('base64url')}`;
  t.is((await one.comeBack(address)).status, 403);
});

test.serial('a person who logs out, or is suspended, is out, however the cookie was stolen', async (t) => {
  newPerson();
  const one = visitor();
  await one.logInBy();
  const userId = await whoIs(one);
  const stolen = one.cookie;
  await one.get('/console/');
  t.is((await one.post('/console/log-out', { _form: one.hidden('_form') })).status, 303);
  one.cookie = stolen;
  t.is((await one.get('/console/')).status, 302);
  await one.logInBy();
  await scene.ask(operator, `/users/${userId}/suspend`, { method: 'POST', body: { reason: 'x' } });
  await until('the session has ended', async () => (await one.get('/console/')).status === 302);
  t.is((await one.logInBy()).status, 403);
});

test.serial('who does not want to log in, or may not, is told so', async (t) => {
  newPerson();
  const one = visitor();
  const asked = await one.start();
  const address = new URL(back('company'));
  for (const [name, value] of Object.entries({
    error: 'access_denied',
    error_description: '<script>alert(1)</script>',
    state: asked.searchParams.get('state') ?? '',
    iss: provider.issuer,
  })) {
    address.searchParams.set(name, value);
  }
  const { status, text } = await one.comeBack(address);
  t.is(status, 403);
  t.regex(text, /Example Ltd did not let you in/);
  t.false(text.includes('alert(1)'));
});

test.serial('hostile addresses to come back to are refused, and never fail', async (t) => {
  newPerson();
  for (const search of [
    '',
    '?',
    '?code=a',
    '?state=a&state=b&code=c',
    `?code=${'x'.repeat(5_000)}&state=y`,
    '?%00=%ff',
    '?response=a.b.c',
  ]) {
    const one = visitor();
    const asked = await one.start();
    t.is((await one.comeBack(new URL(back('company') + search))).status, 403, search);
    const two = visitor();
    const state = (await two.start()).searchParams.get('state') ?? '';
    const joined = `${search === '' ? '?' : `${search}&`}state=${state}`;
    t.true([403, 503].includes((await two.comeBack(new URL(back('company') + joined))).status), joined);
    t.truthy(asked);
  }
  t.is((await visitor().get('/console/log-in/with/nobody')).status, 404);
});

test.serial('a new key of the issuer is refused for a minute, with what to do', async (t) => {
  newPerson();
  t.is((await visitor().logInBy()).status, 200);
  provider.rotate();
  const { status, text } = await visitor().logInBy();
  t.is(status, 403);
  t.regex(text, /Start again in a minute/);
});

test.serial(
  'an issuer that answers too much, no JSON or an error is away, and so is one with another secret',
  async (t) => {
    newPerson();
    t.is((await visitor().logInBy('wrong')).status, 503);
    const answers = [
      { status: 500, body: '{}' },
      { status: 200, body: 'x'.repeat(2_000_000) },
      { status: 200, body: '["' },
      { status: 302, body: '' },
      { status: 400, body: JSON.stringify({ error: 'invalid_client' }) },
      { status: 200, body: '{"access_token":"a","token_type":"bearer","id_token":"not a token"}' },
    ];
    for (const answer of answers) {
      const one = visitor();
      const address = await one.atIssuer(await one.start('other'));
      other.answer = (path) => (path === '/token' ? answer : null);
      const { status } = await one.comeBack(address);
      t.true([403, 503].includes(status), `${status} ${answer.body.slice(0, 40)}`);
      t.is(one.cookie, null);
      other.answer = null;
    }
  },
);

test.serial('an issuer that is away is a page that says so, and is found again when it is back', async (t) => {
  const away = await startIdentityProvider(t, () => [back('late')]);
  away.answer = () => ({ status: 503, body: '' });
  const own = await adminScene(t, {
    top: { admin: { public_url: publicUrl, oidc: { late: { ...of(away), ...creates } } } },
  });
  const one = new IssuerVisitor(own.adminUrl);
  const { status, text, headers } = await one.get('/console/log-in/with/late');
  t.is(status, 503);
  t.regex(text, /late does not answer/);
  t.truthy(headers['retry-after']);
  away.answer = () => ({ status: 200, body: JSON.stringify({ issuer: 'http://127.0.0.1:1' }) });
  t.is((await one.get('/console/log-in/with/late')).status, 503);
  away.answer = null;
  t.is((await one.logInBy('late')).status, 200);
});

test('the log-in by an issuer is begun and ended under the name of the console alone', async (t) => {
  const { origin } = new URL(scene.adminUrl);
  for (const path of ['/console/log-in/with/company', '/console/log-in/with/company/back?code=a&state=b']) {
    t.is((await httpCall(origin + path, { headers: { host: 'evil.example' } })).status, 421);
  }
});
