import { z } from 'zod';

/** The part of JSON Schema that zod writes for the schemas of this project. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One field of a schema, in words. */
export interface SchemaField {
  /** With dots; the key of a record is `<name>`, what a list holds is behind `[]`. */
  readonly path: string;
  readonly type: string;
  readonly limit: string;
  readonly isRequired: boolean;
  readonly default: unknown;
  readonly meaning: string;
}

/** An object that several schemas share, told once. */
export interface SharedRecord {
  readonly title: string;
  readonly meaning: string;
  readonly fields: readonly SchemaField[];
}

/** The fields of an object schema, flat, in the order they are written. */
export function schemaFields(schema: z.ZodType): readonly SchemaField[] {
  return fieldsOf(jsonSchemaOf(schema), '', { isNested: true });
}

/** What a schema says of itself, its own fields, and the titled objects they hold, inner ones after outer ones. */
export function recordOf(schema: z.ZodType): SharedRecord & { readonly shared: readonly SharedRecord[] } {
  const json = jsonSchemaOf(schema);
  return { ...sharedRecord(json), shared: titledWithin(json).map(sharedRecord) };
}

function sharedRecord(json: JsonSchema): SharedRecord {
  return { title: json.title ?? '', meaning: json.description ?? '', fields: fieldsOf(json, '', { isNested: false }) };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // zod declares the whole of JSON Schema; what it writes for these schemas is this part of it.
  return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
}

interface Depth {
  /** Whether objects are told field by field in place, or by their title. */
  readonly isNested: boolean;
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, path: string, depth: Depth): SchemaField[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return fieldOf(field, at, required.includes(key), depth);
  });
}

function fieldOf(field: JsonSchema, path: string, isRequired: boolean, depth: Depth): SchemaField[] {
  const entry = typeof field.additionalProperties === 'object' ? field.additionalProperties : null;
  if (depth.isNested && field.properties !== undefined) return fieldsOf(field, path, depth);
  const isRoom = entry?.properties !== undefined && entry.title === undefined;
  if (depth.isNested && isRoom) return fieldsOf(entry, `${path}.<name>`, depth);
  const meaning = field.description ?? '';
  const type = depth.isNested ? withoutLinks(typeOf(field)) : typeOf(field);
  const leaf = { type, limit: limitOf(field), isRequired, default: field.default, meaning };
  if (depth.isNested && field.items?.properties !== undefined) {
    const list = `${path}[]`;
    return [{ ...leaf, path: list, type: 'list' }, ...fieldsOf(field.items, list, depth)];
  }
  return [{ ...leaf, path: entry === null ? path : `${path}.<name>` }];
}

const typeOfFormat: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time, ISO 8601',
  date: 'date, ISO 8601',
  uri: 'URL',
};

function typeOf(field: JsonSchema): string {
  if (field.enum !== undefined) return field.enum.map((value) => `\`${value}\``).join(' · ');
  if (field.anyOf !== undefined) return field.anyOf.map(typeOf).join(' or ');
  if (field.items !== undefined) return `list of ${typeOf(field.items)}`;
  if (typeof field.additionalProperties === 'object') return `${typeOf(field.additionalProperties)}, by name`;
  if (field.type === 'object' && field.title !== undefined) return `[${field.title}](#${anchorOf(field.title)})`;
  if (field.title !== undefined) return field.title;
  if (field.format !== undefined && field.format in typeOfFormat) return typeOfFormat[field.format] ?? '';
  return [field.type ?? []].flat().map(wordFor).join(' or ');
}

const wordOfType: Readonly<Record<string, string>> = { null: '`null`', integer: 'whole number', string: 'text' };

function wordFor(type: string): string {
  return wordOfType[type] ?? type;
}

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function limitOf(field: JsonSchema): string {
  const [inner] = field.anyOf ?? [];
  if (inner !== undefined) return limitOf(inner);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  if (maximum !== undefined) return rangeOf(minimum, maximum, '');
  if (maxLength !== undefined) return rangeOf(minLength, maxLength, ' characters');
  return maxItems === undefined && minItems === undefined ? '' : rangeOf(minItems, maxItems, ' items');
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  // The largest safe integer is no limit that anybody set.
  if (most === Number.MAX_SAFE_INTEGER) return least === undefined ? '' : `≥ ${least}${unit}`;
  if (most === undefined) return `≥ ${least ?? 0}${least === 1 ? unit.replace(/s$/, '') : unit}`;
  const upper = most.toLocaleString('en');
  return least === undefined ? `≤ ${upper}${unit}` : `${least.toLocaleString('en')} – ${upper}${unit}`;
}

function titledWithin(json: JsonSchema): JsonSchema[] {
  const { additionalProperties: entry, properties = {}, items, anyOf = [] } = json;
  const children = [...Object.values(properties), ...anyOf, items, typeof entry === 'object' ? entry : undefined];
  return children.flatMap((child) => {
    if (child === undefined) return [];
    const isTitled = child.type === 'object' && child.title !== undefined;
    return isTitled ? [child].concat(titledWithin(child)) : titledWithin(child);
  });
}

/** The fragment that GitHub gives to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
