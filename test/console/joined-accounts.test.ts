import test from 'ava';
import { principalStream } from '../../src/ledger/stream-names.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { httpCall } from '../_support/http-call.ts';
import { startIdentityProvider, type TestProvider } from '../_support/identity-provider.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { invite, publicUrl } from './_invited.ts';
import { IssuerVisitor } from './_issuer-visitor.ts';

/** Accounts at issuers that are joined to people who exist, and the log-out there. */

const shared = new SharedTeardown();
const back = (name: string): string => `${publicUrl}/console/log-in/with/${name}/back`;
const provider = await startIdentityProvider(shared, () => ['company', 'known'].map(back));
const other = await startIdentityProvider(shared, () => ['other', 'quiet'].map(back));
const tenantId = 'aaaaaaaa-1111-4000-8000-000000000001';
const of = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
});
const scene = await adminScene(shared, {
  top: {
    admin: {
      public_url: publicUrl,
      oidc: {
        company: { ...of(provider), tenant_id: tenantId, first_login: 'create', title: 'Example Ltd' },
        known: of(provider),
        other: of(other),
        quiet: of(other),
      },
    },
  },
});
const { operator } = scene.people;

test.after.always('close', shared.end);

let people = 0;

const newPerson = (): void => {
  people += 1;
  provider.person = { sub: `person ${people}` };
};
const visitor = () => new IssuerVisitor(scene.adminUrl);

/** Who is logged in: the page of a new key says whose it is. */
async function whoIs(one: IssuerVisitor): Promise<string> {
  const { text } = await one.fill('createKey', { name: 'whose' });
  return /user_id=([0-9a-f-]{36})/.exec(text)?.[1] ?? text;
}

/** A registered person, by their id. */
async function registered(more: object = {}): Promise<string> {
  const body = { tenant_id: scene.tenant.tenantId, pii_enabled: false, ...more };
  return String((await scene.ask(operator, '/users', { method: 'POST', body })).json['id']);
}

test.serial('an account is joined to a person by their link, and then logs in as them', async (t) => {
  newPerson();
  const userId = await registered();
  const link = await invite(scene, { userId });
  const first = visitor();
  await first.get(link);
  t.regex(first.page, /href="\/console\/log-in\/with\/known\?next=/);
  t.is((await first.join(link, 'known')).status, 200);
  t.is(await whoIs(first), userId);
  const again = visitor();
  t.is((await again.logInBy('known')).status, 200);
  t.is(await whoIs(again), userId);
  const events = await scene.ledger.log.readStream(principalStream(userId));
  t.is(events.filter(({ type }) => type === 'PrincipalAccountJoined').length, 1);
  // The link is used up, for a passkey and for another account.
  t.is((await visitor().get(link)).status, 403);
  newPerson();
  t.is((await visitor().logInBy('known', link)).status, 403);
});

test.serial('nobody is joined by a link alone: the page asks, once, and what it asks cannot be changed', async (t) => {
  newPerson();
  const [userId, otherId] = [await registered(), await registered()];
  const link = await invite(scene, { userId });
  const one = visitor();
  const asked = await one.logInBy('known', link);
  t.is(asked.status, 200);
  t.is(one.cookie, null);
  t.regex(asked.text, new RegExp(`Join this account[^]*${userId}`));
  t.is((await visitor().logInBy('known')).status, 403, 'nothing is joined yet');
  const otherLink = new URL(await invite(scene, { userId: otherId }), publicUrl).searchParams;
  const changes: readonly Readonly<Record<string, string>>[] = [
    { account: userId },
    { user: otherId, secret: otherLink.get('secret') ?? '' },
    { token: '' },
    { secret: 'x' },
  ];
  for (const change of changes) t.is((await one.confirm('known', change)).status, 403, JSON.stringify(change));
  t.is((await one.confirm('other')).status, 403, 'by another issuer');
  const cross = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const fields = { user: one.hidden('user'), secret: one.hidden('secret'), account: one.hidden('account') };
  const forged = { ...fields, token: one.hidden('token') };
  t.is((await one.post('/console/log-in/with/known/join', forged, cross)).status, 403);
  await one.logInBy('known', link);
  t.is((await one.confirm('known')).status, 200);
  t.is((await one.confirm('known')).status, 403, 'the second time');
});

test.serial('an account that is somebody is joined to nobody else, and ends with the person', async (t) => {
  newPerson();
  const own = visitor();
  t.is((await own.logInBy()).status, 200);
  const [userId, otherId] = [await registered(), await registered({ tenant_id: tenantId })];
  const link = await invite(scene, { userId: otherId });
  t.is((await visitor().logInBy('company', link)).status, 403, 'registered under its own id');
  newPerson();
  // An entry of one tenant vouches for nobody of another.
  t.is((await visitor().logInBy('company', await invite(scene, { userId }))).status, 403);
  const joined = visitor();
  t.is((await joined.join(await invite(scene, { userId }), 'known')).status, 200);
  t.is((await visitor().logInBy('known', await invite(scene, { userId: otherId }))).status, 403, 'joined to another');
  await invite(scene, { userId }, { replace: true });
  t.is((await joined.get('/console/')).status, 302, 'its sessions end');
  t.is((await visitor().logInBy('known')).status, 403);
  t.is((await visitor().join(await invite(scene, { userId: otherId }), 'known')).status, 200, 'free again');
});

test.serial('after the log-out a link goes on to that of the issuer, which comes back', async (t) => {
  newPerson();
  const one = visitor();
  await one.logInBy();
  await one.get('/console/');
  const left = await one.post('/console/log-out', { _form: one.hidden('_form') });
  t.is(left.headers.location, '/console/log-in?note=left&from=company');
  await one.get(left.headers.location ?? '');
  t.regex(one.page, /href="\/console\/log-out\/with\/company"\s*>Log out at <bdi>Example Ltd/);
  const { status, headers } = await one.get('/console/log-out/with/company');
  t.is(status, 303);
  const address = new URL(headers.location ?? '');
  t.is(address.origin, new URL(provider.issuer).origin);
  t.like(Object.fromEntries(address.searchParams), {
    client_id: provider.clientId,
    post_logout_redirect_uri: `${publicUrl}/console/log-in`,
  });
  t.is((await one.leaveIssuer(address)).href, `${publicUrl}/console/log-in`);
  // The issuer asks who they are again.
  newPerson();
  t.is((await one.logInBy()).status, 200);
  t.regex((await one.get('/console/log-in?note=left&from=nobody')).text, /^(?![^]*Log out at)/);
});

test.serial('an issuer without a log-out is told so', async (t) => {
  const settings = JSON.parse((await httpCall(`${other.issuer}/.well-known/openid-configuration`)).text) as object;
  const body = JSON.stringify({ ...settings, end_session_endpoint: undefined });
  other.answer = (path) => (path === '/.well-known/openid-configuration' ? { status: 200, body } : null);
  const { status, text } = await visitor().get('/console/log-out/with/quiet');
  other.answer = null;
  t.is(status, 409);
  t.regex(text, /no log-out/);
});
