import test from 'ava';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminRoles } from '../../src/domain/scopes/permissions.ts';
import type { Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { expectedStatus } from '../admin/_expected-status.ts';
import { operationCases, targets, tenancyOf } from '../admin/_operation-cases.ts';

/** The page of every operation, by every role, on what is one's own, and of other tenants: as the API answers it. */

const shared = new SharedTeardown();
const { scene, cases } = await operationCases(shared);

test.after.always('close', shared.end);

for (const operation of adminOperations) {
  const tried = cases[operation.id];
  test.serial(`the page of ${operation.id}: every role, every scope`, async (t) => {
    if (tried === undefined) return t.fail('no row');
    const cells = adminRoles.flatMap((role, index) => targets.map((target) => ({ role, index, target })));
    const found = await Promise.all(
      cells.map(async ({ role, index, target }) => {
        const tenancy = tenancyOf(scene, target);
        const person = target === 'own' ? scene.people[role] : tenancy.member;
        const asked = await tried.ask({ target, role, tenancy, person });
        const status = await statusOf(operation, scene.people[role], asked);
        const expected = expectedStatus(operation.id, tried.reaches.charAt(index), target);
        return status === expected ? null : `${role} on ${target}: ${status} instead of ${expected}`;
      }),
    );
    t.deepEqual(
      found.filter((each) => each !== null),
      [],
    );
  });
}

async function statusOf(
  operation: AdminOperation,
  person: Person,
  asked: Readonly<Record<string, unknown>>,
): Promise<number> {
  const visitor = new ConsoleVisitor(scene.adminUrl);
  await visitor.logIn(person.apiKey);
  // The id that a client chooses is no field: the form has a key of its own.
  const { id: _, ...rest } = asked;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  if (operation.method !== 'get') return (await visitor.fill(operation.id, fields)).status;
  const query = new URLSearchParams(fields).toString();
  return (await visitor.get(`/console/operations/${operation.id}?${query}`)).status;
}

test('a page offers what the roles of its reader allow, and nothing else', async (t) => {
  for (const role of adminRoles) {
    const visitor = new ConsoleVisitor(scene.adminUrl);
    await visitor.logIn(scene.people[role].apiKey);
    await visitor.get('/console/');
    const offered = [...visitor.page.matchAll(/href="\/console\/operations\/(\w+)/g)].map(([, id]) => id);
    t.true(offered.length > 3, role);
    const [, nav = ''] = /<nav[^>]*>([^]*?)<\/nav>/.exec(visitor.page) ?? [];
    for (const [, address = ''] of nav.matchAll(/href="([^"]*)"/g)) {
      if (address.includes('/operations/')) continue;
      const { status } = await visitor.get(address);
      // The ledger goes on to where it is now.
      t.true([200, 302].includes(status), `${role}: ${address}: ${status}`);
    }
    await visitor.get('/console/');
    for (const id of new Set(offered)) {
      const operation = adminOperations.find((each) => each.id === id);
      if (operation === undefined) return t.fail(id);
      if (operation.method === 'get' && pathNames(operation).length === 0) {
        const { status } = await visitor.get(`/console/operations/${id}`);
        // There may be no checkpoint yet.
        t.true([200, 400, 404].includes(status), `${role}: ${id}: ${status}`);
      } else t.is((await visitor.get(`/console/operations/${id}`)).status, 200, `${role}: ${id}`);
    }
  }
});
