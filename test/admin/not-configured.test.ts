import test from 'ava';
import { Administrator } from '../../src/admin/administrator.ts';
import { assertConfigured, notConfigured } from '../../src/admin/not-configured.ts';
import type { AdminRequest } from '../../src/admin/operation.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { principalWith } from '../_support/grant-vocabulary.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A key is never widened, so a misspelt name in it is refused; a policy is replaced at any time, so there it is pointed out. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { resellerId, tenantId } = scene.tenant;

const post = (person: Person, path: string, body: object) => scene.ask(person, path, { method: 'POST', body });

test.serial(
  'a key with a name that is not configured is refused, with the configured ones, and nothing is written',
  async (t) => {
    const before = (await scene.ledger.log.readAll({ limit: 10_000 })).length;
    const { status, json } = await post(operator, '/keys', { name: 'x', allowed_profiles: ['light', 'lihgt'] });
    t.is(status, 400);
    t.like(json.error, { code: 'invalid_value', param: 'allowed_profiles' });
    t.regex(
      json.error?.message ?? '',
      /^`allowed_profiles` names lihgt, which is not configured\. Use one of: light\. /,
    );
    t.is((await scene.ledger.log.readAll({ limit: 10_000 })).length, before);
  },
);

test('who does not reach the whole platform learns only the names that the owner of the key may use', async (t) => {
  const owner = await scene.addPerson({ resellerId, tenantId, walletId: '' });
  const asking = async (person: Person) =>
    (await post(person, '/keys', { name: 'x', user_id: owner.userId, allowed_profiles: ['lihgt'] })).json.error
      ?.message;
  t.regex((await asking(owner)) ?? '', /Use one of: light\./);
  const body = { allowed_profiles: ['own'], default_profile: 'own', pii_required: false, max_request_eur: '1' };
  await scene.ask(operator, `/policies/user/${owner.userId}`, { method: 'PUT', body });
  for (const person of [owner, admin, reseller]) {
    t.regex((await asking(person)) ?? '', /^[^.]*\. This user may use none of the configured names\./);
  }
  t.regex((await asking(operator)) ?? '', /Use one of: light\./);
});

test('a key for all models is not narrowed for ever to a misspelt name', async (t) => {
  const { json: key } = await post(member, '/keys', { name: 'all', allow_all_models: true });
  const path = `/keys/${String(key['id'])}/narrow`;
  t.is((await post(member, path, { allowed_profiles: ['lihgt'] })).json.error?.code, 'invalid_value');
  t.deepEqual((await post(member, path, { allowed_profiles: ['light'] })).json['allowed_profiles'], ['light']);
});

test('a policy may name what is configured next, and its answer says that it is not yet', async (t) => {
  const rules = { default_profile: 'light', pii_required: false, max_request_eur: '1' };
  const path = `/policies/group/${scene.tenant.groupId}`;
  const set = async (allowed_profiles: readonly string[], more: object = {}) =>
    (await scene.ask(operator, path, { method: 'PUT', body: { ...rules, allowed_profiles, ...more } })).json;
  t.deepEqual((await set(['light', 'next', 'next']))['not_configured'], ['next']);
  t.deepEqual((await set(['light'], { default_profile: 'lihgt' }))['not_configured'], ['lihgt']);
  t.false('not_configured' in (await set(['light'])));
  t.false('not_configured' in (await scene.ask(operator, path)).json);
});

/** A command on the machine, with these names in the configuration. */
const requestWith = (names: readonly string[] | null): AdminRequest => ({
  administrator: new Administrator(null, 'cli:test'),
  // `as`: nothing else is asked for.
  deps: { knownNames: () => names } as AdminRequest['deps'],
  newId: () => '',
  isRepeat: () => false,
});
const owner = principalWith();

test('of many names the error shows twenty', async (t) => {
  const names = Array.from({ length: 25 }, (_, index) => `model-${String(index).padStart(2, '0')}`);
  const { message } = await t.throwsAsync(assertConfigured(requestWith(names), ['x'], { owner }));
  t.regex(message, /Use one of: model-00, .*, model-19 and 5 more\./);
});

test('a name that the key has already may stay, though its profile is gone', async (t) => {
  await t.notThrowsAsync(assertConfigured(requestWith(['light']), ['light', 'gone'], { owner, kept: ['gone'] }));
  await t.throwsAsync(assertConfigured(requestWith(['light']), ['other', 'gone'], { owner, kept: ['gone'] }));
});

test('without a configuration there is nothing to compare with', async (t) => {
  t.deepEqual(notConfigured(requestWith(null), ['x']), []);
  await t.notThrowsAsync(assertConfigured(requestWith(null), ['x'], { owner }));
});
