import { randomUUID } from 'node:crypto';
import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { httpCall } from '../_support/http-call.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Budgets over the management API: set with a key, narrowed by its owner, raised by others, and what is shown of them.

const shared = new SharedTeardown();
const scene = await adminScene(shared, { top: { aliases: { quick: 'light', small: 'light' } } });
test.after.always('close', shared.end);

const { operator, tenant_admin: admin, member } = scene.people;
const post = (by: Pick<Person, 'apiKey'>, path: string, body: object) => scene.ask(by, path, { method: 'POST', body });
const put = (by: Pick<Person, 'apiKey'>, path: string, body: object) => scene.ask(by, path, { method: 'PUT', body });
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

async function chat(apiKey: string, model = 'light'): Promise<{ readonly status: number; readonly text: string }> {
  const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: randomUUID() }] });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return await httpCall(`${scene.baseUrl}/chat/completions`, { method: 'POST', headers, body });
}

interface ShownBudget {
  readonly budget_id: string;
  readonly amount_eur: string;
  readonly left_eur?: string;
  readonly spent_eur?: string;
  readonly held_eur?: string;
  readonly renews_at?: string;
  readonly raised?: object;
  readonly set_by?: string;
}
const budgetsIn = (json: Readonly<Record<string, unknown>>): readonly ShownBudget[] =>
  (json['budgets'] ?? []) as readonly ShownBudget[];

const month = { amount_eur: '3', per: 'month', zone: 'europe/rome' };

test('a key has the budgets that it was made with, and shows what is spent and left of them', async (t) => {
  const made = await post(member, '/keys', { name: 'x', budgets: [month, { amount_eur: '9', per: 'total' }] });
  t.is(made.status, 200, JSON.stringify(made.json));
  t.is(made.json['budget_eur'], '9.000000000', 'over all time, it is the budget of the key');
  t.like(budgetsIn(made.json), [{ amount_eur: '3.000000000', zone: 'Europe/Rome' }]);
  t.is((await chat(String(made.json['api_key']))).status, 200);
  const { json } = await scene.ask(member, `/keys/${String(made.json['id'])}`);
  const [shown] = budgetsIn(json);
  t.regex(shown?.spent_eur ?? '', /^0\.0\d*[1-9]/);
  t.is(shown?.held_eur, '0.000000000');
  t.is(Number(shown?.left_eur) + Number(shown?.spent_eur), 3);
  t.true(Date.parse(shown?.renews_at ?? '') > Date.now());
  t.regex(shown?.renews_at ?? '', /-01T00:00:00\+0[12]:00$/);
});

test('a budget of a profile counts its aliases too, and one of an alias counts that alone', async (t) => {
  for (const [named, refused] of [
    ['light', ['light', 'quick', 'small']],
    ['quick', ['quick']],
  ] as const) {
    const budgets = [{ amount_eur: '0.000000001', per: 'day', profiles: [named] }];
    const { json } = await post(operator, '/keys', {
      user_id: member.userId,
      name: 'x',
      allow_all_models: true,
      budgets,
    });
    for (const model of ['light', 'quick', 'small'] as const) {
      const expected = (refused as readonly string[]).includes(model) ? 402 : 200;
      t.is((await chat(String(json['api_key']), model)).status, expected, `${model} with a budget of ${named}`);
    }
  }
});

test('an owner lowers budgets and adds some, and neither raises nor removes one', async (t) => {
  const made = await post(member, '/keys', { name: 'x', budgets: [month] });
  const path = `/keys/${String(made.json['id'])}`;
  const day = { amount_eur: '1', per: 'day' };
  const narrowed = await post(member, `${path}/narrow`, { budgets: [{ ...month, amount_eur: '2' }, day] });
  t.deepEqual(
    budgetsIn(narrowed.json).map(({ amount_eur }) => amount_eur),
    ['2.000000000', '1.000000000'],
  );
  t.is(budgetsIn(narrowed.json)[0]?.budget_id, budgetsIn(made.json)[0]?.budget_id);
  const wider = await post(member, `${path}/narrow`, { budgets: [month] });
  t.is(wider.json.error?.code, 'not_possible');
  t.is(budgetsIn((await post(member, `${path}/narrow`, { budgets: [] })).json).length, 2);
  const raise = { ...month, amount_eur: '50', until: inAnHour(), reason: 'x' };
  t.is((await post(member, `${path}/budgets/raise`, raise)).status, 403);
});

test('an administrator raises a budget for a while, and what is above it is admitted until then', async (t) => {
  const made = await post(member, '/keys', { name: 'x', budgets: [{ ...month, amount_eur: '0.000000001' }] });
  const [keyId, apiKey] = [String(made.json['id']), String(made.json['api_key'])];
  const refused = await chat(apiKey);
  t.is(refused.status, 402);
  t.regex(refused.text, /"code":"budget_exceeded".*"of":"key","per":"month","zone":"Europe\/Rome"/);
  const raise = { ...month, amount_eur: '5', until: inAnHour(), reason: 'end of the quarter' };
  const raised = await post(admin, `/keys/${keyId}/budgets/raise`, raise);
  t.is(raised.status, 200, JSON.stringify(raised.json));
  t.like(budgetsIn(raised.json)[0], { amount_eur: '0.000000001', left_eur: '5.000000000' });
  t.like(budgetsIn(raised.json)[0]?.raised, { amount_eur: '5.000000000', reason: 'end of the quarter' });
  t.is((await chat(apiKey)).status, 200);
});

test('a raise that is past, too long, not higher or of no budget is refused, and so is one of the own key', async (t) => {
  const made = await post(member, '/keys', { name: 'x', budgets: [month] });
  const path = `/keys/${String(made.json['id'])}/budgets/raise`;
  const raise = { ...month, amount_eur: '5', until: inAnHour(), reason: 'x' };
  const outcomes = [
    [{ ...raise, until: '2020-01-01T00:00:00Z' }, 400],
    [{ ...raise, until: new Date(Date.now() + 367 * 86_400_000).toISOString() }, 400],
    [{ ...raise, zone: 'Europe/Nowhere' }, 400],
    [{ ...raise, per: 'total' }, 400],
    [{ ...raise, amount_eur: '3' }, 409],
    [{ ...raise, zone: 'UTC' }, 409],
    [{ per: 'total', amount_eur: '5', until: inAnHour(), reason: 'x' }, 409],
  ] as const;
  for (const [body, status] of outcomes) t.is((await post(admin, path, body)).status, status, JSON.stringify(body));
  const own = await post(admin, '/keys', { name: 'x', budgets: [month] });
  t.is((await post(admin, `/keys/${String(own.json['id'])}/budgets/raise`, raise)).status, 403);
});

test('a limited key raises no key above itself, and none that it has made beyond its own budget', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const limits = { administers: true, inference: true, budget_eur: '4', budgets: [month] };
  const made = await post(operator, '/keys', { name: 'limited', user_id: person.userId, ...limits });
  const limited = { apiKey: String(made.json['api_key']) };
  const child = await post(limited, '/keys', { name: 'child', user_id: member.userId, budget_eur: '1' });
  t.is(child.status, 200, JSON.stringify(child.json));
  const raise = { per: 'total', until: inAnHour(), reason: 'x' };
  const path = `/keys/${String(child.json['id'])}/budgets/raise`;
  t.is((await post(limited, path, { ...raise, amount_eur: '4' })).status, 403);
  t.is((await post(limited, path, { ...raise, amount_eur: '3' })).status, 200);
  // What a key spends from the same wallet counts in the budget of the key that made it.
  const second = await post(limited, '/keys', { name: 'second', budget_eur: '1' });
  t.is((await chat(String(second.json['api_key']))).status, 200);
  const { json } = await scene.ask(operator, `/keys/${String(made.json['id'])}`);
  t.regex(budgetsIn(json)[0]?.spent_eur ?? '', /[1-9]/);
  t.is((await scene.ask(limited, `/keys/${member.keyId}/rotate`, { method: 'POST', body: {} })).status, 403);
});

test('a person has budgets of each level, for all their keys together, and shows them', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  const path = `/users/${person.userId}`;
  const ofTenant = await put(admin, `${path}/budgets`, { budgets: [month] });
  t.is(ofTenant.status, 200, JSON.stringify(ofTenant.json));
  const none = { amount_eur: '0', per: 'day', profiles: ['light'] };
  t.is((await put(operator, `${path}/budgets`, { budgets: [none] })).status, 200);
  const refused = await chat(person.apiKey);
  t.regex(refused.text, /"of":"person","per":"day","zone":"UTC","profiles":\["light"\]/);
  // A level lifts its own alone.
  t.is((await put(admin, `${path}/budgets`, { budgets: [] })).status, 200);
  t.is((await chat(person.apiKey)).status, 402);
  const day = { per: 'day', profiles: ['light'], amount_eur: '2', until: inAnHour(), reason: 'x' };
  t.is((await post(admin, `${path}/budgets/raise`, day)).json.error?.code, 'not_possible');
  t.is((await post(operator, `${path}/budgets/raise`, day)).status, 200);
  t.is((await chat(person.apiKey)).status, 200);
  const [shown] = budgetsIn((await scene.ask(person, path)).json);
  t.like(shown, { set_by: 'platform', amount_eur: '0.000000000' });
  t.regex(shown?.spent_eur ?? '', /[1-9]/);
});

test('nobody widens or lifts the budgets of their own person', async (t) => {
  const person = await scene.addPerson(scene.tenant, { role: 'admin' });
  const path = `/users/${person.userId}/budgets`;
  t.is((await put(person, path, { budgets: [month] })).status, 200);
  t.is((await put(person, path, { budgets: [{ ...month, amount_eur: '4' }] })).status, 403);
  t.is((await put(person, path, { budgets: [] })).status, 403);
  t.is((await put(person, path, { budgets: [{ ...month, amount_eur: '2' }] })).status, 200);
  const raise = { ...month, amount_eur: '9', until: inAnHour(), reason: 'x' };
  t.is((await post(person, `${path}/raise`, raise)).status, 403);
});

test('a budget names configured profiles, a known zone, and is given once', async (t) => {
  const refused = [
    [{ ...month, profiles: ['nowhere'] }],
    [{ ...month, zone: '+02:00' }],
    [{ amount_eur: '1', per: 'total', zone: 'UTC' }],
    [month, { ...month, zone: 'Europe/Rome', amount_eur: '4' }],
    Array.from({ length: 9 }, (_, nth) => ({ ...month, profiles: [`p${nth}`] })),
  ];
  for (const budgets of refused) {
    t.is((await post(member, '/keys', { name: 'x', budgets })).status, 400, JSON.stringify(budgets));
    t.is((await put(admin, `/users/${member.userId}/budgets`, { budgets })).status, 400, JSON.stringify(budgets));
  }
  const both = { name: 'x', budget_eur: '1', budgets: [{ amount_eur: '1', per: 'total' }] };
  t.is((await post(member, '/keys', both)).status, 400);
});
