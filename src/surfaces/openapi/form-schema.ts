import type { FieldKind, FormFields } from '../../protocols/requests/form-fields.ts';

/** The parts of a JSON Schema of an object that a form has. */
export interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
}

const text = { type: 'string' };
const schemas: Readonly<Record<FieldKind, object>> = {
  file: { type: 'string', format: 'binary' },
  one: text,
  list: { type: 'array', items: text },
  object: { type: 'object', additionalProperties: true },
};

/** How a field is also written: a value of a list with a number, a member of an object with its name. */
const brackets: Readonly<Partial<Record<FieldKind, string>>> = {
  list: String.raw`\[\d{0,64}\]`,
  object: String.raw`\[[A-Za-z0-9_]{1,64}\]`,
};

/** The schema of a multipart form with exactly these fields, of which some are described more closely. */
export function formSchema(fields: FormFields, described: ObjectSchema): object {
  const bracketed = Object.entries(brackets).flatMap(([kind, written]) => {
    const names = [...fields].filter(([, each]) => each === kind).map(([name]) => name);
    return names.length === 0 ? [] : [[`^(${names.join('|')})${written}$`, text]];
  });
  const listed = [...fields].map(([name, kind]) => [name, described.properties?.[name] ?? schemas[kind]]);
  return {
    ...described,
    properties: Object.fromEntries(listed),
    ...(bracketed.length === 0 ? {} : { patternProperties: Object.fromEntries(bracketed) }),
    additionalProperties: false,
  };
}
