import type { z } from 'zod';

/** The events whose data has one of these schemas, each with its type. */
export type EventsOf<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas & string];
