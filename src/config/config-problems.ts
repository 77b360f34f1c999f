import { z } from 'zod';
import { describedSchema, type DescribedSchema } from './described-schema.ts';

/** Describes the problems of a configuration and what to write instead. Never quotes values: they may be secrets. */

interface Checked {
  readonly schema: z.ZodType;
  /** The value that was checked. */
  readonly value: unknown;
}

/** One problem per line, with its path and the expected value. */
export function configProblems({ issues }: z.ZodError, { schema, value }: Checked): string {
  const described = describedSchema(schema);
  return z.prettifyError({
    issues: issues.map((issue) => {
      const message = messageOf(issue, described, value);
      return message === null ? issue : { ...issue, message };
    }),
  });
}

/** `null`: the message of zod is good enough. */
function messageOf(issue: z.core.$ZodIssue, root: DescribedSchema, value: unknown): string | null {
  const described = issue.path.reduce<DescribedSchema | null>(schemaBelow, root);
  const name = issue.path.findLast((step) => typeof step === 'string') ?? '';
  if (issue.code === 'invalid_key') {
    const rule = issue.issues[0]?.message;
    return rule === undefined ? null : `The name is not valid: ${rule}`;
  }
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, Object.keys(described?.properties ?? {}));
  const isOfKind = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  if (!isOfKind && !name.endsWith('_PORT')) return null;
  const expected = described === null ? null : expectedWords(name, described);
  const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  if (isMissing) return expected === null ? 'This is missing' : `This is missing: ${expected}`;
  return expected === null ? null : `Expected ${expected}`;
}

function schemaBelow(described: DescribedSchema | null, step: PropertyKey): DescribedSchema | null {
  if (described === null) return null;
  if (typeof step === 'number') return described.items ?? null;
  const { properties = {}, additionalProperties: others } = described;
  if (Object.hasOwn(properties, step)) return properties[String(step)] ?? null;
  return typeof others === 'object' ? others : null;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => {
    const isThere = typeof at === 'object' && at !== null && Object.hasOwn(at, step);
    return isThere ? (at as Readonly<Record<PropertyKey, unknown>>)[step] : undefined;
  }, value);
}

/** The message ends with the keys, because zod appends their path. */
function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const quoted = keys.map((key) => JSON.stringify(key)).join(', ');
  const meant = keys.flatMap((key) => meantBy(key, known) ?? []);
  return meant.length === 0
    ? `Unrecognized key: ${quoted}`
    : `Did you mean ${meant.join(', ')}? Unrecognized key: ${quoted}`;
}

const editsMax = 2;
const nameLengthMax = 100;

/** The known name with the most similar spelling; `null`: none is similar. */
function meantBy(key: string, known: readonly string[]): string | null {
  if (key.length > nameLengthMax) return null;
  const [nearest] = known
    .map((name) => ({ name, edits: key.length > 3 && name.startsWith(`${key}_`) ? 1 : editsBetween(key, name) }))
    .filter(({ edits }) => edits <= editsMax)
    .toSorted((one, other) => one.edits - other.edits);
  return nearest?.name ?? null;
}

/** The Levenshtein distance of two names. */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 0; row < one.length; row += 1) {
    const now = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const exchanged = (before[column] ?? 0) + (one[row] === other[column] ? 0 : 1);
      now.push(Math.min(exchanged, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}

const units: readonly (readonly [name: RegExp, unit: string])[] = [
  [/(^|_)ms(_|$)/, ' of milliseconds'],
  [/(^|_)seconds(_|$)/, ' of seconds'],
  [/(^|_)days(_|$)/, ' of days'],
  [/(^|_)bytes(_|$)/, ' of bytes'],
  [/(^|_)tokens(_|$)/, ' of tokens'],
];

/** The expected value of a key in a few words; `null`: too complex to describe. */
function expectedWords(name: string, described: DescribedSchema): string | null {
  const { type, minimum, maximum } = described;
  const parts = described.anyOf ?? [described];
  const numbers = parts.find((part) => part.type === 'integer');
  if (name.endsWith('_PORT') && numbers !== undefined) {
    const isOff = parts.some((part) => part.const === 'off');
    return `a port from ${numbers.minimum} to ${numbers.maximum}${isOff ? ', or off' : ''}`;
  }
  if (typeof described.const === 'string') return described.const;
  if (described.anyOf !== undefined) {
    const choices = parts.map((part) => expectedWords(name, part));
    return choices.includes(null) ? null : choices.join(', or ');
  }
  if (described.enum !== undefined) return `one of ${described.enum.map(String).join(', ')}`;
  if (type === 'integer') {
    const unit = units.find(([pattern]) => pattern.test(name))?.[1] ?? '';
    const example = typeof described.default === 'number' ? described.default : minimum;
    return `a whole number${unit}${example === undefined ? '' : `, e.g. ${example}`}`;
  }
  if (type === 'number')
    return minimum === undefined || maximum === undefined ? 'a number' : `a number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'a string, in quotes if it looks like a number';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'a section with keys below it' : null;
}
