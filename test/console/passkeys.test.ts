import { randomBytes } from 'node:crypto';
import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { startTestGateway } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { ScriptedAuthenticator, type Faults } from '../_support/scripted-authenticator.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { principalStream } from '../../src/ledger/stream-names.ts';
import { invite, PasskeyVisitor, publicUrl } from './_invited.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared, { top: { admin: { public_url: publicUrl } } });
const { operator, tenant_admin: admin } = scene.people;

test.after.always('close', shared.end);

const person = () => scene.addPerson(scene.tenant, { role: 'admin' });

/** A person who has set a passkey, and is logged in with it. */
async function withPasskey(): Promise<{ readonly userId: string; readonly visitor: PasskeyVisitor }> {
  const { userId } = await person();
  const visitor = new PasskeyVisitor(scene);
  const { status, text } = await visitor.accept(await invite(scene, { userId }));
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { userId, visitor };
}

test('an invited person sets a passkey, and logs in with it from then on', async (t) => {
  const { userId, visitor } = await withPasskey();
  t.is((await visitor.get('/console/operations/listKeys')).status, 200);
  visitor.cookie = null;
  t.is((await visitor.get('/console/operations/listKeys')).status, 302);
  t.is((await visitor.logInByPasskey({}, '/console/sessions')).status, 200);
  t.regex(visitor.page, /url=\/console\/sessions/);
  await visitor.fill('createKey', { name: 'by passkey' });
  const { json } = await scene.ask(operator, `/keys?user_id=${userId}&limit=200`);
  t.true(JSON.stringify(json).includes('by passkey'));
  const actions = await scene.ask(operator, `/actions?actor_user_id=${userId}`);
  t.like((actions.json['data'] as readonly object[])[0], {
    operation: 'createKey',
    actor: 'console',
    actor_user_id: userId,
    actor_key_id: null,
    actor_role: 'tenant_admin',
    actor_level: 'tenant',
  });
});

test('a person without a key may do what their roles allow, and no more', async (t) => {
  const { visitor } = await withPasskey();
  t.is((await visitor.get(`/console/operations/showTenant?tenant_id=${scene.tenant.tenantId}`)).status, 200);
  t.is((await visitor.get(`/console/operations/showTenant?tenant_id=${scene.foreign.tenantId}`)).status, 404);
  t.is((await visitor.get('/console/operations/createReseller')).status, 403);
  t.is((await visitor.post('/console/operations/createReseller', { name: 'x' })).status, 403);
});

test('a link is used once, whoever is first', async (t) => {
  const link = await invite(scene, await person());
  const [first, second] = [new PasskeyVisitor(scene), new PasskeyVisitor(scene)];
  for (const visitor of [first, second]) t.is((await visitor.get(link)).status, 200);
  const answers = [first, second].map((each) => each.device.create(each.options()));
  const replies = await Promise.all([first.answerLink(answers[0] ?? ''), second.answerLink(answers[1] ?? '')]);
  t.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 403],
  );
  t.is((await new PasskeyVisitor(scene).get(link)).status, 403);
});

test('a newer link ends the one before, and only a hash of a link is recorded', async (t) => {
  const one = await person();
  const [first, second] = [await invite(scene, one), await invite(scene, one)];
  t.is((await new PasskeyVisitor(scene).accept(first)).status, 403);
  const events = await scene.ledger.log.readStream(principalStream(one.userId));
  const secret = new URLSearchParams(second.split('?')[1]).get('secret') ?? '';
  t.is(secret.length, 43);
  t.true(events.some(({ type }) => type === 'PrincipalInvited'));
  t.false(events.some(({ data }) => data.includes(secret)));
  t.is((await new PasskeyVisitor(scene).accept(second)).status, 200);
});

test('an invitation is in the log of actions, without its secret, and a repeated request gets none', async (t) => {
  const one = await person();
  const asked = { method: 'POST', body: {}, headers: { 'idempotency-key': randomBytes(8).toString('hex') } };
  const [first, second] = [
    await scene.ask(admin, `/users/${one.userId}/invitations`, asked),
    await scene.ask(admin, `/users/${one.userId}/invitations`, asked),
  ];
  t.is(first.status, 200);
  t.deepEqual(second.json, { ...first.json, secret: null });
  const { json } = await scene.ask(operator, `/actions?subject_id=${one.userId}&operation=inviteUser`);
  t.is((json['data'] as readonly object[]).length, 1);
  t.false(JSON.stringify(json).includes(String(first.json['secret'])));
});

test('a link is made for nobody above the administrator, of another tenant, suspended or closed', async (t) => {
  const invited = (userId: string) => scene.ask(admin, `/users/${userId}/invitations`, { method: 'POST', body: {} });
  t.is((await invited(operator.userId)).status, 403);
  t.is((await invited(scene.foreign.member.userId)).status, 404);
  const one = await person();
  await scene.ask(operator, `/users/${one.userId}/suspend`, { method: 'POST', body: { reason: 'x' } });
  t.is((await invited(one.userId)).status, 409);
  const asMember = await scene.ask(scene.people.member, `/users/${one.userId}/invitations`, {
    method: 'POST',
    body: {},
  });
  t.is(asMember.status, 403);
});

const wrongDevices: Readonly<Record<string, Faults>> = {
  'another origin': { origin: 'http://localhost:1' },
  'another name': { rpId: 'evil.example' },
  'another challenge': { challenge: randomBytes(54).toString('base64url') },
  'the other act': { type: 'webauthn.other' },
  'a page in a frame': { crossOrigin: true },
  'nobody who was verified': { unverified: true },
};

for (const [name, faults] of Object.entries(wrongDevices)) {
  test.serial(`a new passkey is not accepted for ${name}`, async (t) => {
    const one = await person();
    const visitor = new PasskeyVisitor(scene);
    t.is((await visitor.accept(await invite(scene, one), faults)).status, 403);
    t.is(visitor.cookie, null);
    const { log } = scene.ledger;
    t.false((await log.readStream(principalStream(one.userId))).some(({ type }) => type === 'PrincipalPasskeySet'));
  });
  test.serial(`a log-in is not accepted for ${name}`, async (t) => {
    const { visitor } = await withPasskey();
    visitor.cookie = null;
    t.is((await visitor.logInByPasskey(faults)).status, 403);
    t.is(visitor.cookie, null);
    t.is((await visitor.logInByPasskey()).status, 200);
  });
}

test.serial('a statement about the maker of a device is not looked into, one of its own is', async (t) => {
  const own = new PasskeyVisitor(scene);
  t.is((await own.accept(await invite(scene, await person()), { attestation: 'own' })).status, 200);
  own.cookie = null;
  t.is((await own.logInByPasskey()).status, 200);
  const visitor = new PasskeyVisitor(scene);
  // {"fmt": "packed", "attStmt": {"x5c": [h'00']}, in CBOR.
  const attestation = Buffer.from('cfmtfpackedgattStmt\xa1cx5c\x81A\0', 'latin1');
  t.is((await visitor.accept(await invite(scene, await person()), { attestation })).status, 403);
});

test.serial('a challenge counts once, for its own person and act', async (t) => {
  const { visitor } = await withPasskey();
  visitor.cookie = null;
  await visitor.get('/console/log-in');
  const answer = visitor.device.get(visitor.options());
  t.is((await visitor.post('/console/log-in/passkey', { answer })).status, 200);
  visitor.cookie = null;
  t.is((await visitor.post('/console/log-in/passkey', { answer })).status, 403);
  // The challenge of a log-in sets no passkey.
  const other = new PasskeyVisitor(scene);
  await other.get('/console/log-in');
  const { challenge } = JSON.parse(other.options()) as { readonly challenge: string };
  t.is((await other.accept(await invite(scene, await person()), { challenge })).status, 403);
});

test.serial('a signature of another key, a changed one, and the handle of somebody else are refused', async (t) => {
  const [{ visitor }, other] = [await withPasskey(), await withPasskey()];
  visitor.cookie = null;
  const changed = randomBytes(70).toString('base64url');
  t.is((await visitor.logInByPasskey({ signature: changed })).status, 403);
  const handle = Buffer.from(other.userId.replaceAll('-', ''), 'hex').toString('base64url');
  for (const userHandle of [handle, null, 'AA']) t.is((await visitor.logInByPasskey({ userHandle })).status, 403);
  const stranger = new PasskeyVisitor(scene, new ScriptedAuthenticator(visitor.origin));
  await stranger.get('/console/log-in');
  t.is((await stranger.logInByPasskey({ userHandle: handle })).status, 403);
});

test.serial('a device that counts backwards may be a copy, and is refused', async (t) => {
  const { visitor } = await withPasskey();
  for (const [count, status] of [
    [5, 200],
    [6, 200],
    [6, 403],
    [5, 403],
    [0, 403],
    [7, 200],
  ] as const) {
    visitor.cookie = null;
    t.is((await visitor.logInByPasskey({ count })).status, status, String(count));
  }
});

for (const end of ['suspend', 'close'] as const) {
  test.serial(`who is ended does not log in, and is logged out: ${end}`, async (t) => {
    const { userId, visitor } = await withPasskey();
    await scene.ask(operator, `/users/${userId}/${end}`, { method: 'POST', body: { reason: 'x' } });
    await until('the session has ended', async () => (await visitor.get('/console/')).status === 302);
    t.is((await visitor.logInByPasskey()).status, 403);
    if (end === 'close') return;
    await scene.ask(operator, `/users/${userId}/resume`, { method: 'POST' });
    t.is((await visitor.logInByPasskey()).status, 200);
  });
}

test.serial('a passkey that is removed opens nothing, and its sessions end', async (t) => {
  const { userId, visitor } = await withPasskey();
  const second = new PasskeyVisitor(scene);
  t.is((await second.accept(await invite(scene, { userId }))).status, 200);
  await second.get('/console/sessions');
  const ids = [...second.page.matchAll(/action="\/console\/passkeys\/remove"[^]*?name="id"\s+value="([^"]+)"/g)];
  t.is(ids.length, 2);
  const [form, id = ''] = [second.hidden('_form'), ids[0]?.[1]];
  t.is((await second.post('/console/passkeys/remove', { _form: 'x', id })).status, 403);
  t.is((await second.post('/console/passkeys/remove', { _form: form, id })).status, 303);
  t.is((await visitor.get('/console/')).status, 302);
  t.is((await visitor.logInByPasskey()).status, 403);
  t.is((await second.get('/console/')).status, 200);
});

test.serial('a link that replaces ends the passkeys before at once', async (t) => {
  const { userId, visitor } = await withPasskey();
  const link = await invite(scene, { userId }, { replace: true });
  t.is((await visitor.get('/console/')).status, 302);
  t.is((await visitor.logInByPasskey()).status, 403);
  t.is((await new PasskeyVisitor(scene).accept(link)).status, 200);
});

test.serial('another gateway of the data directory knows the passkey, and takes no answer twice', async (t) => {
  const { visitor } = await withPasskey();
  const second = await startTestGateway(t, scene.environment);
  const there = new PasskeyVisitor({ adminUrl: second.adminUrl ?? '' }, visitor.device);
  await visitor.get('/console/log-in');
  const answer = visitor.device.get(visitor.options());
  t.is((await there.post('/console/log-in/passkey', { answer, next: '' })).status, 200);
  t.is((await visitor.post('/console/log-in/passkey', { answer, next: '' })).status, 403);
  // And its session.
  visitor.cookie = there.cookie;
  t.is((await visitor.get('/console/')).status, 200);
});

test.serial('a passkey of somebody else cannot be removed', async (t) => {
  const [mine, yours] = [await withPasskey(), await withPasskey()];
  await yours.visitor.get('/console/sessions');
  const id = /passkeys\/remove"[^]*?name="id"\s+value="([^"]+)"/.exec(yours.visitor.page)?.[1] ?? '';
  await mine.visitor.get('/console/sessions');
  await mine.visitor.post('/console/passkeys/remove', { _form: mine.visitor.hidden('_form'), id });
  t.is((await yours.visitor.get('/console/')).status, 200);
});

test.serial('hostile answers and links are refused, and never fail', async (t) => {
  const own = await adminScene(t, { top: { admin: { public_url: publicUrl } } });
  const visitor = new PasskeyVisitor(own);
  const answers = [
    '',
    'null',
    '[]',
    '{"id":"a"}',
    '{"id":"a","response":{"clientDataJSON":"e30"}}',
    JSON.stringify({ id: 'a', response: { clientDataJSON: 'AA', authenticatorData: '__', signature: '_' } }),
    JSON.stringify({ id: 'x'.repeat(5_000), response: { clientDataJSON: 'AA' } }),
    '['.repeat(10_000),
    'x'.repeat(100_000),
  ];
  for (const answer of answers) {
    const { status } = await visitor.post('/console/log-in/passkey', { answer });
    t.true(status >= 400 && status < 500, `${status} ${answer.slice(0, 50)}`);
  }
  for (const query of ['', 'user=x&secret=y', `user=${own.people.operator.userId}&secret=${'a'.repeat(43)}`]) {
    t.true([403, 429].includes((await visitor.get(`/console/invitation?${query}`)).status), query);
  }
});

test('images of another page at the address of links make nobody wait, and tell nothing', async (t) => {
  const visitor = new PasskeyVisitor(scene);
  const link = await invite(scene, await scene.addPerson(scene.tenant));
  for (const dest of ['image', 'iframe', 'empty', 'script']) {
    for (let tries = 0; tries < 5; tries += 1) {
      t.is((await visitor.get('/console/invitation?user=x&secret=y', { 'sec-fetch-dest': dest })).status, 403);
    }
    t.is((await visitor.get(link, { 'sec-fetch-dest': dest })).status, 403);
  }
  t.is((await visitor.get(link, { 'sec-fetch-dest': 'document' })).status, 200);
});

test('nothing is posted from elsewhere', async (t) => {
  const { origin } = new URL(scene.adminUrl);
  for (const path of ['/console/invitation', '/console/log-in/passkey']) {
    const { status } = await httpCall(origin + path, {
      method: 'POST',
      body: 'answer=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    });
    t.is(status, 403);
  }
});

test('at an address of numbers the log-in leads to the name', async (t) => {
  const { hostname, port } = new URL(scene.adminUrl);
  const { text } = await httpCall(`http://${hostname}:${port}/console/log-in`);
  t.true(text.includes(`href="http://localhost:${port}/console/log-in"`));
  t.false(text.includes('data-passkey'));
});
