import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { typeOf } from '../../src/admin/text-as-value.ts';

/** What a member of an input may not be, by its name and type. */

const money = ['-1', '1.0000000001', '1e3', '99999999999', 'NaN', ' 1', '', 1];
const texts = ['', 'a\u0000b', 'x'.repeat(20_001), 7, null, {}];
const bySuffix: readonly (readonly [suffix: RegExp, values: readonly unknown[]])[] = [
  [/_eur$/, money],
  [/^id$|_id$|^corrects$/, ['x', '', 7, null, `${randomUUID()}0`, '../..']],
  [/^limit$|_days$|_seconds$|_max$/, [-1, 0.5, 1e15, 'ten', null]],
  [/^after$/, ['x'.repeat(1_001), 7, null]],
  [/_date$|^from$|^to$/, ['20.11.2026', '2026-13-01', '', 7]],
];
const byType: Readonly<Record<string, readonly unknown[]>> = {
  string: texts,
  number: [-1, 0.5, 1e15, 'ten', null],
  boolean: ['yes', 1, null],
  enum: ['nonsense', 7, null],
  literal: ['nonsense', 7, null],
  record: ['x', 7, null, ['x']],
  array: ['x', [null], {}, [{}]],
};

export function badValues(name: string, schema: z.ZodType): readonly unknown[] {
  const values = bySuffix.find(([suffix]) => suffix.test(name))?.[1] ?? byType[typeOf(schema)] ?? [];
  // `null` is read as absent where a member may be.
  return schema.safeParse(undefined).success ? values.filter((value) => value !== null) : values;
}
