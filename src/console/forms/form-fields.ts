import { pathNames, type AdminOperation } from '../../admin/operation.ts';
import { describedSchema, type DescribedSchema } from '../../config/described-schema.ts';

/** A member of an operation's input, as a form asks for it. */
export interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'count' | 'choice' | 'day' | 'month' | 'list' | 'rows' | 'document';
  readonly isNeeded: boolean;
  /** Part of the address: fixed once it is known. */
  readonly isOfPath: boolean;
  /** What the API says of it. */
  readonly about: string;
  /** Only of a choice, and of a list of such. */
  readonly choices: readonly string[];
  /** What stands in the form before anybody has written; empty: nothing. */
  readonly fallback: string;
  /** Whether `null` means something of its own: there is none. */
  readonly takesNull: boolean;
  /** Of rows, what each has. */
  readonly members?: readonly FormField[];
  /** Of a document, one that is accepted, as JSON. Absent: of another kind. */
  readonly example?: string;
  /** Of a count, the lowest; of rows, how few there can be. */
  readonly least?: number;
  /** Of a count, the highest; of rows, how many there can be. */
  readonly most?: number;
}

/** Members that a page has other means for: its links, and the hidden key that makes a repeated form harmless. */
const ofPages = new Set(['limit', 'after', 'follow']);

/** The fields of an operation's form, those that are needed first. */
export function formFields(operation: AdminOperation): readonly FormField[] {
  const { properties = {}, required = [] } = describedSchema(operation.input);
  const ofPath = pathNames(operation);
  const isShown = (name: string): boolean => !ofPages.has(name) && !(name === 'id' && operation.method !== 'get');
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    isShown(name) && schema.readOnly !== true
      ? [fieldOf(name, schema, { isNeeded: required.includes(name), isOfPath: ofPath.includes(name) })]
      : [],
  );
  return fields.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const rankOf = ({ isOfPath, isNeeded }: FormField): number => (isOfPath ? 0 : isNeeded ? 1 : 2);

function fieldOf(name: string, whole: DescribedSchema, place: Pick<FormField, 'isNeeded' | 'isOfPath'>): FormField {
  const schema = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole;
  const { minimum = schema.minItems, maximum = schema.maxItems } = schema;
  const kind = kindOf(schema);
  return {
    name,
    ...place,
    kind: name === 'month' ? 'month' : kind,
    ...(kind === 'rows' && { members: membersOf(schema.items) }),
    ...(kind === 'document' && { example: JSON.stringify(exampleOf(schema)) }),
    about: whole.description ?? schema.description ?? '',
    choices: choicesOf(schema),
    fallback: fallbackOf(whole.default),
    takesNull: whole.anyOf?.some(({ type }) => type === 'null') ?? false,
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { most: maximum }),
  };
}

function kindOf({ type, format, enum: choices, items }: DescribedSchema): FormField['kind'] {
  if (choices !== undefined || type === 'boolean') return 'choice';
  if (type === 'integer' || type === 'number') return 'count';
  if (type === 'array') return items?.type === 'string' ? 'list' : isRow(items) ? 'rows' : 'document';
  if (type === 'string' || type === undefined) return format === 'date' ? 'day' : 'text';
  return 'document';
}

/** Whether each member of an object is one field. */
function isRow(schema: DescribedSchema = {}): boolean {
  const members = membersOf(schema);
  const isPlain = ({ kind, takesNull }: FormField): boolean => kind !== 'rows' && kind !== 'document' && !takesNull;
  return schema.type === 'object' && members.length > 0 && members.every(isPlain);
}

/** The members of an object that are asked for: what it only tells is none. */
function membersOf({ properties = {}, required = [] }: DescribedSchema = {}): readonly FormField[] {
  const asked = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true);
  return asked.map(([name, schema]) => fieldOf(name, schema, { isNeeded: required.includes(name), isOfPath: false }));
}

/** The shortest value that says what a member is like: what it needs, and of a list or a map one entry. */
function exampleOf(schema: DescribedSchema): unknown {
  const { type, const: only, enum: choices, examples, anyOf, items, properties, required, minimum } = schema;
  const [given = only ?? choices?.[0]] = examples ?? [];
  if (given !== undefined) return given;
  const [first] = anyOf ?? [];
  if (first !== undefined) return exampleOf(first);
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)];
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return true;
  if (type !== 'object') return schema.title?.startsWith('euro') === true ? '0.50' : '…';
  const { additionalProperties: entry } = schema;
  if (properties === undefined) return typeof entry === 'object' ? { '…': exampleOf(entry) } : {};
  const needed = Object.entries(properties).filter(([name]) => required?.includes(name) ?? false);
  return Object.fromEntries(needed.map(([name, member]) => [name, exampleOf(member)]));
}

function choicesOf({ type, enum: choices, items }: DescribedSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  return (choices ?? items?.enum ?? []).map(String);
}

function fallbackOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
}
