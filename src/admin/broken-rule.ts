import { z } from 'zod';
import { schemaAt } from './schema-at.ts';

/**
 * What an input must be, to be appended to its name: the rule that the issue says is broken. The messages of zod speak of
 * types of JavaScript and do not tell a missing member from a wrong one. The issue has to report its input.
 */
export function brokenRule(issue: z.core.$ZodIssue, input: z.ZodType): string {
  if (issue.input === undefined) return 'is missing';
  return numberRule(input, issue.path) ?? ruleOf(issue) ?? `must be ${issue.message}`;
}

/** `null`: the schema has a message of its own, which names what is valid. */
function ruleOf(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return words[issue.expected] === undefined ? null : `must be ${words[issue.expected]}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? null;
    case 'too_big':
      return amountOf(issue.maximum, issue.origin, 'may have at most');
    case 'too_small':
      return amountOf(issue.minimum, issue.origin, 'must have at least');
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return null;
  }
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  date: 'must be a date, such as 2026-01-31',
  datetime: 'must be a time, such as 2026-01-31T12:00:00Z',
};

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function amountOf(amount: number | bigint, origin: string, verb: string): string | null {
  const unit = units[origin];
  return unit === undefined ? null : `${verb} ${amount} ${Number(amount) === 1 ? unit[0] : unit[1]}`;
}

/**
 * The rule for a number in an input, to be appended to its name; `null`: the input is not a number. The messages of zod name
 * only the violated bound, and for query text only that it is not a number.
 */
function numberRule(input: z.ZodType, path: readonly PropertyKey[]): string | null {
  const number = schemaAt(input, path);
  if (!(number instanceof z.ZodNumber)) return null;
  const { minValue, maxValue, isInt } = number;
  if (!isInt || minValue === null || maxValue === null) return null;
  return `must be a whole number from ${minValue} to ${maxValue}`;
}
