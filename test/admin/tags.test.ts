import { randomUUID } from 'node:crypto';
import test from 'ava';
import { nanoFromSum } from '../../src/domain/money.ts';
import { changeApiKey } from '../../src/ledger/identities.ts';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { release, reserve } from '../_support/wallet-vocabulary.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, tenant_admin: admin, member } = scene.people;
let nth = 0;

async function newTenant() {
  const tenantId = await scene.addScope('tenant', scene.tenant.resellerId);
  const person = await scene.addPerson({ resellerId: scene.tenant.resellerId, tenantId, walletId: '' });
  return { tenantId, person };
}

async function call(person: Person, tags?: string) {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'x-api-key': person.apiKey,
      'content-type': 'application/json',
      ...(tags !== undefined && { 'x-waybill-tags': tags }),
    },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: `Hi ${(nth += 1)}` }] }),
  });
  const { error } = (await response.json()) as { readonly error?: { readonly code: string; readonly message: string } };
  return { status: response.status, error, cost: response.headers.get('x-waybill-cost-eur') ?? '0' };
}

const declare = (tenantId: string, tags: readonly object[], by = operator) =>
  scene.ask(by, `/tenants/${tenantId}/tags`, { method: 'PUT', body: { tags } });
const project = { name: 'project', values: ['atlas', 'helios'] };

test('tags that are declared are counted by value, for each reader what is theirs, and in tables', async (t) => {
  const { tenantId, person } = await newTenant();
  t.is((await declare(tenantId, [project])).status, 200);
  const { json } = await scene.ask(operator, `/tenants/${tenantId}`);
  t.deepEqual(json['tags'], [project]);
  const costs = { atlas: 0n, helios: 0n };
  for (const value of ['atlas', 'helios', 'atlas'] as const) {
    const { status, cost } = await call(person, `project=${value}`);
    t.is(status, 200);
    costs[value] += nanoFromSum(cost);
  }
  t.is((await call(person)).status, 200);
  const rows = async (by: Person, query: string) =>
    ((await scene.ask(by, `/usage?${query}`)).json['data'] ?? []) as readonly Readonly<Record<string, string>>[];
  const told = await rows(operator, `tenant_id=${tenantId}&by=tag:project`);
  t.deepEqual(
    told.map(({ tag, tag_value, cost_eur, requests }) => [tag, tag_value, nanoFromSum(cost_eur ?? ''), requests]),
    [
      ['project', 'atlas', costs.atlas, 2],
      ['project', 'helios', costs.helios, 1],
    ] as never,
  );
  t.deepEqual(await rows(person, 'by=tag:project'), told);
  t.deepEqual(await rows(admin, 'by=tag:project'), []);
  t.is((await rows(person, '')).length, 1);
  t.is((await scene.ask(person, '/usage?by=tag:Project')).status, 400);
  const { json: table } = await scene.ask(person, '/usage.csv?by=tag:project');
  const [heading = '', ...lines] = String(table['text']).trim().split('\r\n');
  t.true(heading.endsWith(',tag,tag_value'));
  t.deepEqual(
    lines.map((line) => line.split(',').at(-1)),
    ['atlas', 'helios'],
  );
  t.false(String((await scene.ask(person, '/usage.csv')).json['text']).includes('tag_value'));
});

test('a required tag is named when it is missing, and its owner cannot lift it', async (t) => {
  const { tenantId, person } = await newTenant();
  const requires = (by: Person, required_tags: readonly string[]) =>
    scene.ask(by, `/keys/${person.keyId}/tags`, { method: 'PUT', body: { required_tags } });
  const early = await requires(operator, ['project']);
  t.is(early.status, 400);
  t.regex(early.json.error?.message ?? '', /Nobody of your level or above has declared the tag `project`/);
  await declare(tenantId, [project, { name: 'team', characters: 'letters' }]);
  t.is((await call(person)).status, 200);
  t.deepEqual((await requires(operator, ['project'])).json['required_tags'], ['project']);
  const refused = await call(person, 'team=x');
  t.is(refused.status, 400);
  t.is(refused.error?.code, 'tags_refused');
  t.regex(
    refused.error?.message ?? '',
    /This request has to name `project`\. Declared: `project` \(atlas, helios\); `team`/,
  );
  t.is((await call(person, 'project=atlas')).status, 200);
  t.deepEqual((await scene.ask(person, `/keys/${person.keyId}`)).json['required_tags'], ['project']);
  t.is((await requires(person, [])).status, 403);
  t.is((await declare(tenantId, [], person)).status, 403);
  t.is((await declare(scene.tenant.tenantId, [project], member)).status, 403);
  // A key that they make themselves stands below it only if it was made with it: a tenant requires a tag of all.
  await declare(tenantId, [{ ...project, required: true }]);
  t.is((await requires(operator, [])).status, 200);
  t.is((await call(person)).error?.code, 'tags_refused');
  await declare(tenantId, []);
  t.is((await call(person)).status, 200);
});

test('what a level above declared or requires is narrowed below, and neither widened nor withdrawn', async (t) => {
  const { tenantId, person } = await newTenant();
  const { resellerId } = scene.tenant;
  const reseller = await scene.addPerson({ resellerId, tenantId, walletId: '' }, { role: 'reseller_admin' });
  const own = await scene.addPerson({ resellerId, tenantId, walletId: '' }, { role: 'admin' });
  const requires = async (by: Person, required_tags: readonly string[]) =>
    (await scene.ask(by, `/keys/${person.keyId}/tags`, { method: 'PUT', body: { required_tags } })).json;
  const shown = async () => {
    const { tags, declared_by } = (await scene.ask(own, `/tenants/${tenantId}`)).json;
    return { tags, declared_by };
  };
  t.is((await declare(tenantId, [{ name: 'team', characters: 'letters' }, project], own)).status, 200);
  t.regex((await requires(reseller, ['project'])).error?.message ?? '', /Nobody of your level or above/);
  t.is((await declare(tenantId, [{ ...project, required: true }], reseller)).status, 200);
  t.deepEqual((await requires(reseller, ['project']))['required_by'], { project: 'reseller' });
  // Wider, withdrawn, not required: nothing of it counts.
  for (const wider of [[{ name: 'project', characters: 'letters' }], []]) {
    t.is((await declare(tenantId, wider, own)).status, 200);
    t.deepEqual(await shown(), { tags: [{ ...project, required: true }], declared_by: { project: 'reseller' } });
    t.is((await call(person, 'project=zeus')).error?.code, 'tags_refused');
    t.is((await call(person)).error?.code, 'tags_refused');
  }
  t.deepEqual((await requires(own, []))['required_tags'], ['project']);
  t.is((await call(person, 'project=atlas')).status, 200);
  // Narrower values count, and another name.
  await declare(
    tenantId,
    [
      { name: 'team', characters: 'letters' },
      { name: 'project', values: ['helios', 'zeus'] },
    ],
    own,
  );
  t.is((await call(person, 'project=helios,team=x')).status, 200);
  t.regex((await call(person, 'project=atlas')).error?.message ?? '', /Declared: `project` \(helios\); `team`/);
  await declare(tenantId, [{ name: 'project', characters: 'digits' }], own);
  t.regex((await call(person, 'project=helios')).error?.message ?? '', /`project` \(no value that each level allows\)/);
  // To lift reaches down.
  t.deepEqual((await declare(tenantId, [], reseller)).json['tags'], []);
  t.deepEqual(await shown(), { tags: undefined, declared_by: undefined });
  t.is((await call(person)).status, 200);
});

test('no more tags are required than a request can have, those of all levels counted', async (t) => {
  const { tenantId, person } = await newTenant();
  const tenantAdmin = await scene.addPerson({ ...scene.tenant, tenantId, walletId: '' }, { role: 'admin' });
  const names = Array.from({ length: 10 }, (_, index) => `name_${index}`);
  const tagsOf = (some: readonly string[], required: boolean) =>
    some.map((name) => ({ name, characters: 'digits', required }));
  const tooMany = /at most 8 tags, and would have to name 9/;
  const refused = await declare(tenantId, tagsOf(names.slice(0, 9), true));
  t.is(refused.status, 400);
  t.regex(refused.json.error?.message ?? '', tooMany);
  t.is((await declare(tenantId, [...tagsOf(names.slice(0, 7), true), ...tagsOf(names.slice(7), false)])).status, 200);
  const below = await declare(tenantId, tagsOf(names.slice(7, 9), true), tenantAdmin);
  t.regex(below.json.error?.message ?? '', tooMany);
  const requires = (required_tags: readonly string[]) =>
    scene.ask(operator, `/keys/${person.keyId}/tags`, { method: 'PUT', body: { required_tags } });
  t.regex((await requires(names.slice(7, 9))).json.error?.message ?? '', tooMany);
  t.is((await requires(names.slice(6, 8))).status, 200);
  t.is(
    (
      await call(
        person,
        names
          .slice(0, 8)
          .map((name) => `${name}=1`)
          .join(','),
      )
    ).status,
    200,
  );
});

test('a tenant or a key requires no tags later that a key cannot name with its own and those of the key that made it', async (t) => {
  const { tenantId, person } = await newTenant();
  const names = Array.from({ length: 14 }, (_, index) => `name_${index}`);
  const tagsOf = (required: number) =>
    names.map((name, index) => ({ name, characters: 'digits', ...(index < required && { required: true }) }));
  const requires = async (keyId: string, some: readonly string[]) =>
    await scene.ask(operator, `/keys/${keyId}/tags`, { method: 'PUT', body: { required_tags: some } });
  const made = await scene.ask(person, '/keys', { method: 'POST', body: { name: 'below', inference: true } });
  const below = String(made.json['id']);
  t.is((await declare(tenantId, tagsOf(0))).status, 200);
  t.is((await requires(below, names.slice(6, 10))).status, 200);
  t.is((await requires(person.keyId, names.slice(10, 14))).status, 200);
  const refused = await declare(tenantId, tagsOf(1));
  t.regex(refused.json.error?.message ?? '', new RegExp(`have to name 9 with the key ${below}, those of all levels`));
  const ofParent = await requires(person.keyId, names.slice(5, 14));
  t.is(ofParent.json.error?.param, 'required_tags');
  t.is((await requires(below, [])).status, 200);
  t.is((await declare(tenantId, tagsOf(4))).status, 200);
  t.is((await requires(below, names.slice(9, 10))).status, 400, 'nine with those of the key that made it');
});

test('a key that needs too many tags stands in the way of no other change', async (t) => {
  const { tenantId, person } = await newTenant();
  const names = Array.from({ length: 14 }, (_, index) => `name_${index}`);
  const tags = names.map((name) => ({ name, characters: 'digits' }));
  await declare(tenantId, tags);
  const make = async (name: string) =>
    String((await scene.ask(person, '/keys', { method: 'POST', body: { name, inference: true } })).json['id']);
  const requires = async (keyId: string, required_tags: readonly string[]) =>
    await scene.ask(operator, `/keys/${keyId}/tags`, { method: 'PUT', body: { required_tags } });
  const [below, other] = [await make('below'), await make('other')];
  // Neither of two that are decided at once sees the other.
  const actor = 'cli:1';
  const deps = { log: scene.ledger.log, createId: randomUUID, actor };
  for (const [keyId, required_tags] of [
    [below, names.slice(0, 5)],
    [person.keyId, names.slice(5, 10)],
  ] as const)
    t.true((await changeApiKey(deps, keyId, { type: 'require_tags', tags: required_tags })).accepted);
  await until('the gateway knows both', async () => {
    const { json } = await scene.ask(operator, `/keys/${person.keyId}`);
    return Array.isArray(json['required_tags']) && json['required_tags'].length === 5;
  });
  t.is((await requires(other, [])).status, 200);
  t.is((await declare(tenantId, tags.slice(0, 13))).status, 200);
  t.is((await requires(below, [...names.slice(0, 5), 'name_12'])).status, 400);
  t.is((await requires(below, names.slice(0, 4))).status, 200);
});

test('a key that is made with one that requires tags requires them too', async (t) => {
  const { tenantId, person } = await newTenant();
  await declare(tenantId, [project]);
  await scene.ask(operator, `/keys/${person.keyId}/tags`, { method: 'PUT', body: { required_tags: ['project'] } });
  const { json } = await scene.ask(person, '/keys', { method: 'POST', body: { name: 'below' } });
  const below = { ...person, apiKey: String(json['api_key']) };
  t.is((await call(below)).error?.code, 'tags_refused');
  t.is((await call(below, 'project=helios')).status, 200);
});

test('the thousandth value of a month is taken and the next is not; known ones go on', async (t) => {
  const { tenantId, person } = await newTenant();
  await declare(tenantId, [{ name: 'job', characters: 'letters_digits' }, project]);
  const { json } = await scene.ask(operator, `/users/${person.userId}`);
  const walletId = String(json['wallet_id']);
  const use = async (n: number) => {
    const hold = reserve('0', { reservationId: randomUUID() });
    const inference = { ...hold.inference, tags: { job: `j${n}` } };
    await scene.ledger.wallets.execute(walletId, { ...hold, keyId: person.keyId, inference });
    t.true((await scene.ledger.wallets.execute(walletId, release(hold.reservationId))).accepted);
  };
  // Few at once: what waits long for a wallet is refused.
  for (let n = 0; n < 999; n += 27)
    await Promise.all(Array.from({ length: 27 }, async (_, each) => await use(n + each)));
  t.is((await call(person, 'job=last')).status, 200);
  const refused = await call(person, 'job=another');
  t.is(refused.error?.code, 'tags_refused');
  t.regex(refused.error?.message ?? '', /`job` has 1000 values this month already/);
  for (const known of ['job=last', 'job=j0', 'project=atlas']) t.is((await call(person, known)).status, 200, known);
});
