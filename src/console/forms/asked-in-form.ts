import { z } from 'zod';
import type { AdminOperation } from '../../admin/operation.ts';
import { schemaAt } from '../../admin/schema-at.ts';
import { textAsValue, typeOf } from '../../admin/text-as-value.ts';
import { GatewayError } from '../../errors.ts';
import { isEmpty, moreField, rowPlace, rowsIn } from './form-rows.ts';

/** The hidden fields of every form that writes. */
export const formTokenField = '_form';
export const onceField = '_once';
/** Of a form that was filled, what it began with: a digest of each member that was there. */
export const begunField = '_began';

/** The name of the field that says there is none of a member; without a name: of all that a form sets. */
export const noneField = (name: string): string => `_none.${name}`;

/** Fields that ask for nothing. */
const ofForms: ReadonlySet<string> = new Set([formTokenField, onceField, begunField, moreField, noneField('')]);

/** Whether a text had to be JSON. */
function isDocument(schema: z.ZodType, text: string): boolean {
  const type = typeOf(schema);
  return type === 'record' || type === 'object' || (type === 'array' && text.startsWith('['));
}

function noJson(param: string): GatewayError {
  return new GatewayError('invalid_value', { detail: `\`${param}\` is no JSON.`, param });
}

/** The refusal of a member that is there twice. */
export function appearsTwice(member: string): GatewayError {
  const param = member.slice(0, 200);
  return new GatewayError('invalid_value', { detail: `\`${param}\` appears twice.`, param });
}

/**
 * What a form or a query asks for: empty fields and rows are absent, texts become values by the types of the input, without
 * the blanks around them that copying brings along. A member that the input does not know stays, so that it is refused. Raises
 * `invalid_value` for a member that is there twice.
 */
export function askedInForm({ input }: Pick<AdminOperation, 'input'>, form: URLSearchParams): Record<string, unknown> {
  const asked = new Map<string, unknown>();
  const groups = new Set<string>();
  for (const [name, sent] of form) {
    const text = sent.trim();
    const { group = '' } = rowPlace(name) ?? {};
    if (rowSchema(input, group) !== null) {
      groups.add(group);
      continue;
    }
    const isNone = name.startsWith(noneField(''));
    const member = isNone ? name.slice(noneField('').length) : name;
    if (ofForms.has(name) || text === '') continue;
    if (asked.has(member) && !isNone) {
      throw appearsTwice(member);
    }
    const schema = Object.hasOwn(input.shape, member) ? (input.shape[member] as z.ZodType) : null;
    // A browser sends lines with CRLF.
    const value = schema === null ? text : textAsValue(schema, text.replaceAll('\r\n', '\n'));
    if (!isNone && schema !== null && value === text && isDocument(schema, text)) throw noJson(member);
    asked.set(member, isNone ? noneOf(input, member) : value);
  }
  for (const group of groups) {
    const rows = rowsAsked(input, group, form);
    // Whoever forgets to write anything has not said that there are none.
    if (rows.length === 0) continue;
    if (asked.has(group)) throw appearsTwice(group);
    asked.set(group, rows);
  }
  return Object.fromEntries(asked);
}

type Input = AdminOperation['input'];

/** A list without entries, or `null`. */
function noneOf({ shape }: Input, member: string): readonly [] | null {
  return Object.hasOwn(shape, member) && typeOf(shape[member] as z.ZodType) === 'array' ? [] : null;
}

/** What each row of a member is; `null`: it has no rows. */
function rowSchema(input: Input, member: string): Input | null {
  const row = member === '' ? null : schemaAt(input, [member, 0]);
  // `as`: members of the input are schemas.
  return row instanceof z.ZodObject && typeOf(input.shape[member] as z.ZodType) === 'array' ? row : null;
}

function rowsAsked(input: Input, group: string, form: URLSearchParams): readonly Record<string, unknown>[] {
  const row = rowSchema(input, group);
  const written = rowsIn(group, form).filter((each) => !isEmpty(each));
  return row === null ? [] : written.map((each) => askedInForm({ input: row }, each));
}
