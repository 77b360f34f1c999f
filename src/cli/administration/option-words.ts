import type { z } from 'zod';
import { describedSchema, type DescribedSchema } from '../../config/described-schema.ts';

/** Describes the schema of an option in help texts and error messages. */

/** An option or argument: its name and schema. */
export interface OptionSchema {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Whether it is required. */
  readonly isNeeded: boolean;
  /** The default in words; absent: the default of the schema. */
  readonly defaultWords?: string;
}

const exampleUuid = '3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b';
const exampleDate = '2026-11-24';

/** The help text of an option: meaning, type or values, default, and whether it is required. */
export function optionWords(option: OptionSchema): string {
  const described = describedSchema(option.schema);
  const { isNeeded } = option;
  const description = isNeeded ? described.description?.replace(/ ?Absent: [^.]*\./, '') : described.description;
  const meaning = description || option.name.replaceAll('_', ' ');
  const parts = [kindOf(option.name, described), isNeeded ? 'required' : defaultOf(option, described)];
  return [meaning, ...parts.filter((part) => part !== null).map((part) => `(${part})`)].join(' ');
}

/** An example value of the option, quoted for a shell where needed. */
export function exampleOf({ name, schema }: OptionSchema): string {
  const described = describedSchema(schema);
  const isOfTexts = described.type === 'array' && described.items?.type === 'string';
  const value = valueOf(name, isOfTexts ? (described.items ?? {}) : described);
  return typeof value === 'string' ? value : `'${JSON.stringify(value)}'`;
}

/** Why a value is refused and what to write: `not a date; write 2026-11-24`. `rule`: the message of the schema. */
export function refusalWords(option: OptionSchema, rule: string): string {
  const described = describedSchema(option.schema);
  if (described.enum !== undefined) return `not one of ${described.enum.join(', ')}`;
  if (described.format === 'date') return `not a date; write ${exampleDate}`;
  if (described.format === 'uuid') return `not a UUID; write it as ${uuidOf(option.name)}`;
  if (described.type === 'boolean') return 'neither true nor false';
  if (option.name.endsWith('_eur')) return `${rule}; write euro as 12.50`;
  if (described.type === 'array' || described.type === 'object') return `${rule}; write ${exampleOf(option)}`;
  return rule;
}

function kindOf(name: string, described: DescribedSchema): string | null {
  const { type, format, minimum, maximum } = described;
  if (described.enum !== undefined) return described.enum.join(', ');
  if (format === 'date') return `a day, as ${exampleDate}`;
  if (format === 'uuid') return 'a UUID';
  if (name.endsWith('_eur')) return 'euro, as 12.50';
  if (type === 'integer') return `${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true, false';
  if (type === 'array' && described.items?.type === 'string') return 'separated by commas, or JSON';
  return type === 'array' || type === 'object' ? 'JSON' : null;
}

function defaultOf({ defaultWords }: OptionSchema, { default: value }: DescribedSchema): string | null {
  if (defaultWords !== undefined) return `default: ${defaultWords}`;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  return `default: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** An example id. Names of different length get different ids, so that a source differs from a destination. */
function uuidOf(name: string): string {
  return exampleUuid + name.length.toString(16).padStart(2, '0');
}

function valueOf(name: string, described: DescribedSchema): unknown {
  const { type, format, examples: [example] = [], properties = {} } = described;
  if (example !== undefined) return example;
  if (described.enum !== undefined) return described.enum[0];
  if (format === 'date') return exampleDate;
  if (format === 'uuid') return uuidOf(name);
  if (name.endsWith('_eur')) return '12.50';
  if (type === 'integer') return described.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [valueOf(name, described.items ?? {})];
  if (type !== 'object') return described.title === 'profile name' ? 'light' : `some-${name.replaceAll('_', '-')}`;
  return Object.fromEntries(Object.entries(properties).map(([member, schema]) => [member, valueOf(member, schema)]));
}
