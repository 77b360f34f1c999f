import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { z } from 'zod';
import { pathNames, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { typeOf } from '../../src/admin/text-as-value.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Every member of every operation, with what no such member may be: made of the table, so that none is forgotten. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const money = ['-1', '1.0000000001', '1e3', '99999999999', 'NaN', ' 1', '', 1];
const texts = ['', 'a\u0000b', 'x'.repeat(20_001), 7, null, {}];
const bySuffix: readonly (readonly [suffix: RegExp, values: readonly unknown[]])[] = [
  [/_eur$/, money],
  [/^id$|_id$|^corrects$/, ['x', '', 7, null, `${randomUUID()}0`, '../..']],
  [/^limit$|_days$|_seconds$|_max$/, [-1, 0.5, 1e15, 'ten', null]],
  [/^after$/, ['x'.repeat(301), 7, null]],
  [/_date$|^from$|^to$/, ['20.11.2026', '2026-13-01', '', 7]],
];
const byType: Readonly<Record<string, readonly unknown[]>> = {
  string: texts,
  number: [-1, 0.5, 1e15, 'ten', null],
  boolean: ['yes', 1, null],
  enum: ['nonsense', 7, null],
  record: ['x', 7, null, ['x']],
  array: ['x', [null], {}, [{}]],
};

function badValues(name: string, schema: z.ZodType): readonly unknown[] {
  return bySuffix.find(([suffix]) => suffix.test(name))?.[1] ?? byType[typeOf(schema)] ?? [];
}

async function lastPosition(): Promise<unknown> {
  const events = await scene.ledger.log.readAll({ limit: 10_000 });
  return events.at(-1)?.position;
}

const membersOf = ({ input }: AdminOperation) => Object.entries(input.shape);

for (const operation of adminOperations) {
  test(`${operation.id} refuses every member with what it may not be`, (t) => {
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

  if (operation.method !== 'get') {
    test.serial(`${operation.id} writes nothing for them`, async (t) => {
      const before = await lastPosition();
      const { operator, finance } = scene.people;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'scope_kind' ? 'group' : randomUUID(),
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
