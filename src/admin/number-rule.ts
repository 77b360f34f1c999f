import { z } from 'zod';
import { schemaAt } from './schema-at.ts';

/**
 * The rule for a number in an input, to be appended to its name; `null`: the input is not a number. The messages of zod name
 * only the violated bound, and for query text only that it is not a number.
 */
export function numberRule(input: z.ZodType, path: readonly PropertyKey[]): string | null {
  const number = schemaAt(input, path);
  if (!(number instanceof z.ZodNumber)) return null;
  const { minValue, maxValue, isInt } = number;
  if (!isInt || minValue === null || maxValue === null) return null;
  return `must be a whole number from ${minValue} to ${maxValue}`;
}
