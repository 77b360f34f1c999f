import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The first page. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { call } = scene;

test.after.always('close', shared.end);

async function homeOf({ apiKey }: Person): Promise<string> {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.logIn(apiKey);
  await visitor.get('/console/');
  return visitor.page;
}

test('a member sees their own charges on it, and those of nobody else', async (t) => {
  const { member, tenant_admin: admin } = scene.people;
  const [own, ofAdmin] = [await call(member), await call(admin)];
  const page = await homeOf(member);
  t.true(page.includes(own));
  t.false(page.includes(ofAdmin));
});

test('what a list is about in money stands second in it', async (t) => {
  const { member } = scene.people;
  await call(member);
  const page = await homeOf(member);
  t.regex(page, /Held since<\/th>\s*<th[^>]*>Cost €</);
  t.regex(page, /Day<\/th>\s*<th[^>]*>Cost €</);
});

test('what was spent is drawn by days, once there is something', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  t.false((await homeOf(person)).includes('<svg'));
  await call(person);
  const page = await homeOf(person);
  t.is(page.match(/<rect/g)?.length, 1);
  t.is(page.match(/height="100"/g)?.length, 1, 'today is the highest');
  t.regex(page, /<svg\s[^>]*role="img"\s+aria-label="Spent in the last 14 days, €"/);
});

test('it begins with what there is to do, and has no figure of what nobody has to look at', async (t) => {
  const { operator } = scene.people;
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, operator);
  const titles = (): readonly string[] =>
    [...visitor.page.matchAll(/<small>([^<]*)<\/small>\s*<b>/g)].map(([, title = '']) => title);
  await visitor.get('/console/');
  t.true(
    visitor.page.indexOf('What do you want to do?') <
      visitor.page.indexOf('class="figures"', visitor.page.indexOf('Your roles')),
  );
  t.true(visitor.page.includes('>Create a key</a'));
  t.false(titles().includes('Wallets below their alert'));
  t.false(visitor.page.includes('Nothing here yet.'));
  t.regex(visitor.page, /<small>Healthy targets<\/small>\s*<b>(\d+) \/ \1<\/b>/);
  t.notRegex(visitor.page, /<h2>Targets<\/h2>/);
  const alert = { method: 'PUT', body: { below_eur: '1000000' } };
  await scene.ask(operator, `/wallets/${scene.tenant.walletId}/alert`, alert);
  await visitor.get('/console/');
  t.true(titles().includes('Wallets below their alert'));
});

test('the title of a form says what its button on the first page said', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, scene.people.operator);
  await visitor.get('/console/');
  const links = [...visitor.page.matchAll(/<a class="button" href="([^"]*)"\s*>([^<]*)<\/a\s*>/g)];
  t.true(links.length > 6);
  for (const [, address = '', title = ''] of links) {
    await visitor.get(address);
    t.regex(visitor.page, new RegExp(`<h1>${title}</h1>`), address);
  }
});
