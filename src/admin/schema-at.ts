import { z } from 'zod';

/** The schema of a member of an input, without what makes it optional; `null`: the input describes no such member. */
export function schemaAt(input: z.ZodType, path: readonly PropertyKey[]): z.ZodType | null {
  return path.reduce<z.ZodType | null>((at, step) => {
    const below = at === null ? null : inner(at, step);
    return below === null ? null : unwrapped(below);
  }, unwrapped(input));
}

function inner(schema: z.ZodType, step: PropertyKey): z.ZodType | null {
  // `as`: the types of zod's core are wider than its classes, and this program creates only those.
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return null;
  return (schema.shape as Readonly<Record<PropertyKey, z.ZodType>>)[step] ?? null;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}
