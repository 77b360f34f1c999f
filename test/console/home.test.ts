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
