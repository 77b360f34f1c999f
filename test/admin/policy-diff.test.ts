import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** What a policy would change, before it is set; and what applies to a person in the end. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { operator, tenant_admin: admin, member } = scene.people;
const { tenantId } = scene.tenant;

test.after.always('close', shared.end);

const rules = { allowed_profiles: ['light', 'average'], default_profile: 'light', pii_required: false };
const diffOf = (path: string, asked: Readonly<Record<string, string>>) =>
  scene.ask(operator, `/policies/${path}/diff?${new URLSearchParams(asked).toString()}`);

test.serial('who loses what is said before a policy is set, and nothing is written', async (t) => {
  const body = { ...rules, max_request_eur: '2' };
  await scene.ask(operator, `/policies/tenant/${tenantId}`, { method: 'PUT', body });
  const asked = { allowed_profiles: 'light', default_profile: 'light', pii_required: 'true', max_request_eur: '1' };
  const { status, json } = await diffOf(`user/${member.userId}`, asked);
  t.is(status, 200);
  t.like(json, {
    people: 1,
    whole: true,
    data: [
      {
        user_id: member.userId,
        loses: ['average'],
        gains: [],
        max_request_before_eur: '2.000000000',
        max_request_after_eur: '1.000000000',
        pii_required_before: false,
        pii_required_after: true,
      },
    ],
  });
  const policies = await scene.ask(operator, `/users/${member.userId}/policies`);
  t.is((policies.json['data'] as readonly object[]).length, 1);
  const same = await diffOf(`tenant/${tenantId}`, {
    ...asked,
    allowed_profiles: 'light,average',
    pii_required: 'false',
    max_request_eur: '2',
  });
  t.deepEqual(same.json['data'], [], 'the policy as it is changes nothing');
  t.true(Number(same.json['people']) > 1);
});

test.serial('a wider policy of one scope gives nobody what another one withholds', async (t) => {
  const wide = { allow_all_models: 'true', default_profile: 'light', pii_required: 'false', max_request_eur: '9' };
  t.deepEqual((await diffOf(`user/${member.userId}`, wide)).json['data'], []);
});

test.serial('a page has the preview, which leads to the form that sets it', async (t) => {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.logIn(operator.apiKey);
  const asked = { scope_kind: 'user', scope_id: member.userId, allowed_profiles: 'light', default_profile: 'light' };
  const query = new URLSearchParams({ ...asked, pii_required: 'false', max_request_eur: '1' }).toString();
  await visitor.get(`/console/operations/diffPolicy?${query}`);
  t.true(visitor.page.includes('Loses'));
  const set = /href="([^"]*setPolicy[^"]*)"/.exec(visitor.page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await visitor.get(set);
  t.regex(visitor.page, /name="max_request_eur"[^>]*value="1"/);
  t.regex(visitor.page, /href="\/console\/operations\/diffPolicy\?/);
});

test.serial('the page of a person says what applies in the end, and why', async (t) => {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.logIn(member.apiKey);
  await visitor.get(`/console/person?user_id=${member.userId}`);
  const text = visitor.page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  t.regex(text, /Models allowed light, average tenant [\w-]+ \(set by platform ?\)/);
  t.regex(text, /Most per request € 2\.00/);
  t.true(visitor.page.includes(`href="/console/operations/createKey?user_id=${member.userId}"`));
  t.is((await visitor.get(`/console/person?user_id=${admin.userId}`)).status, 404);
});
