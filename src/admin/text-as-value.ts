import type { z } from 'zod';

interface Definition {
  readonly type: string;
  readonly innerType?: { readonly _zod: { readonly def: Definition } };
}

/** The type of a schema without optional and default wrappers: `string`, `number`, `boolean`, `array`, `enum`, `record` … */
export function typeOf(schema: z.ZodType): string {
  let definition = schema._zod.def as Definition;
  while (['optional', 'default', 'nullable', 'prefault'].includes(definition.type) && definition.innerType) {
    definition = definition.innerType._zod.def;
  }
  return definition.type;
}

/** Converts text from a query or a command line to a value. Text that cannot be converted stays text; the schema refuses it. */
export function textAsValue(schema: z.ZodType, text: string): unknown {
  switch (typeOf(schema)) {
    case 'number':
      return /^\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return text.trimStart().startsWith('[') ? parsed(text) : text.split(',').map((part) => part.trim());
    case 'record':
    case 'object':
      return parsed(text);
    default:
      return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
