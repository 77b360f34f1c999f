import { z } from 'zod';

/**
 * Which numbers are taken at a place of an input, as a sentence goes on behind its name; `null`: that place takes something else.
 * zod names the one border that was crossed, and of a text of a query only that it is no number.
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
  // `as`: the types of zod's own core are wider than those of its classes, which are all that this program makes.
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
