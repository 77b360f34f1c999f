import { z } from 'zod';

/**
 * The rule for a number in an input, to be appended to its name; `null`: the input is not a number. The messages of zod name
 * only the violated bound, and for query text only that it is not a number.
 */
export function numberRule(input: z.ZodType, path: readonly PropertyKey[]): string | null {
  const schema = path.reduce<z.ZodType | null>((at, step) => (at === null ? null : inner(unwrapped(at), step)), input);
  const number = schema === null ? null : unwrapped(schema);
  if (!(number instanceof z.ZodNumber)) return null;
  const { minValue, maxValue, isInt } = number;
  if (!isInt || minValue === null || maxValue === null) return null;
  return `must be a whole number from ${minValue} to ${maxValue}`;
}

function inner(schema: z.ZodType, step: PropertyKey): z.ZodType | null {
  // `as`: the types of zod's core are wider than its classes, and this program creates only those.
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodObject) return (schema.shape as Readonly<Record<PropertyKey, z.ZodType>>)[step] ?? null;
  return null;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}
