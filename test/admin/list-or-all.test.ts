import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A list of profiles restricts nothing beside `allow_all_models`: who sends both means one of them. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, member } = scene.people;
const rules = { default_profile: 'light', pii_required: false, max_request_eur: '1' };
const policy = `/policies/group/${scene.tenant.groupId}`;

const makeKey = async (body: object) =>
  (await scene.ask(member, '/keys', { method: 'POST', body: { name: 'x', ...body } })).json;
const setPolicy = async (body: object) =>
  (await scene.ask(operator, policy, { method: 'PUT', body: { ...rules, ...body } })).json;

for (const [what, write] of [
  ['key', makeKey],
  ['policy', setPolicy],
] as const) {
  test.serial(
    `a ${what} with a list beside all models is refused, with what to do next, and nothing is written`,
    async (t) => {
      const before = (await scene.ledger.log.readAll({ limit: 10_000 })).length;
      const { error } = await write({ allowed_profiles: ['other'], allow_all_models: true });
      t.like(error, { code: 'invalid_value', param: 'allowed_profiles' });
      t.regex(
        error?.message ?? '',
        /Leave `allowed_profiles` out to allow all, or `allow_all_models` to allow only those\./,
      );
      t.is((await scene.ledger.log.readAll({ limit: 10_000 })).length, before);
    },
  );

  test.serial(`a ${what} for all models needs no list, and may list all that is configured`, async (t) => {
    for (const list of [{}, { allowed_profiles: ['light'] }]) {
      t.like(await write({ ...list, allow_all_models: true }), { allow_all_models: true });
    }
  });
}

test.serial('a policy for all models that was shown can be set again', async (t) => {
  await setPolicy({ allow_all_models: true });
  const { json } = await scene.ask(operator, policy);
  const [shown] = json['data'] as readonly Readonly<Record<string, unknown>>[];
  const { allowed_profiles, allow_all_models } = shown ?? {};
  t.like(await setPolicy({ allowed_profiles, allow_all_models }), { allowed_profiles, allow_all_models: true });
});

test.serial('a policy allows all models or lists some', async (t) => {
  t.regex((await setPolicy({})).error?.message ?? '', /Name the profiles, or set `allow_all_models` to allow all\./);
});
