import { randomUUID } from 'node:crypto';
import test from 'ava';
import { z } from 'zod';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { checkedInput } from '../../src/admin/read-input.ts';
import { typeOf } from '../../src/admin/text-as-value.ts';
import { badValues } from './_bad-values.ts';

/** Every member of every operation, with what no such member may be: made of the table, so that none is forgotten. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

async function lastPosition(): Promise<unknown> {
  const events = await scene.ledger.log.readAll({ limit: 10_000 });
  return events.at(-1)?.position;
}

const membersOf = ({ input }: AdminOperation) => Object.entries(input.shape);

for (const operation of adminOperations) {
  test(`${operation.id} refuses every invalid value of a member`, (t) => {
    t.truthy(operation.input);
    for (const [name, schema] of membersOf(operation)) {
      const values = badValues(name, schema);
      t.true(values.length > 0, `nothing is known that ${name} may not be`);
      for (const value of values) {
        const issues = operation.input.safeParse({ [name]: value }).error?.issues ?? [];
        t.true(
          issues.some(({ path }) => path[0] === name),
          `${name}: ${JSON.stringify(value)?.slice(0, 60)}`,
        );
      }
    }
  });

  const numbers = membersOf(operation).filter(([, schema]) => typeOf(schema) === 'number');
  if (numbers.length > 0) {
    test(`${operation.id} names the range of its numbers`, (t) => {
      for (const [name, schema] of numbers) {
        const input = z.strictObject({ [name]: schema });
        for (const value of badValues(name, schema)) {
          const error = t.throws(() => checkedInput({ input }, { [name]: value }));
          t.regex(error.message, new RegExp(`^\`${name}\` must be a whole number from \\d+ to \\d+\\. `));
        }
      }
    });
  }

  if (operation.method !== 'get') {
    test.serial(`${operation.id} writes nothing for them`, async (t) => {
      const before = await lastPosition();
      const { operator, finance } = scene.people;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'scope_kind' ? 'tenant' : randomUUID(),
      );
      const inBody = membersOf(operation).filter(([name]) => !pathNames(operation).includes(name));
      const bodies = inBody.flatMap(([name, schema]) => badValues(name, schema).map((value) => ({ [name]: value })));
      for (const body of bodies) {
        const asked = { method: operation.method.toUpperCase(), body };
        const answers = await Promise.all([operator, finance].map((person) => scene.ask(person, path, asked)));
        for (const { status } of answers)
          t.true(status === 400 || status === 403, `${status} ${JSON.stringify(body).slice(0, 80)}`);
      }
      t.is(await lastPosition(), before);
    });
  }
}

test('an invalid number within a list is named with its place', (t) => {
  const input = z.strictObject({ parts: z.array(z.strictObject({ share: z.int().min(1).max(10).optional() })) });
  const error = t.throws(() => checkedInput({ input }, { parts: [{}, { share: 11 }] }));
  t.regex(error.message, /^`parts\.1\.share` must be a whole number from 1 to 10\. /);
});
