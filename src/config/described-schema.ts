import { z } from 'zod';

/** A zod schema as JSON Schema, with the members that help texts and error messages read. */
export interface DescribedSchema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly DescribedSchema[];
  readonly items?: DescribedSchema;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: DescribedSchema | boolean;
}

/** Describes what a schema accepts, before defaults are filled in. */
export function describedSchema(schema: z.ZodType): DescribedSchema {
  // `as`: the interface lists the members of JSON Schema that are read.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as DescribedSchema;
}
