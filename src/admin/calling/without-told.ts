import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { adminOperations } from '../operations.ts';
import { pathNames, type AdminOperation, type AdminRequest } from '../operation.ts';
import { checkedInput } from '../read-input.ts';
import { canonicalText } from '../run-operation.ts';

type Asked = Readonly<Record<string, unknown>>;

/** Members that change without anybody changing their record: what was used, and who set what. */
const unsteady: ReadonlySet<string> = new Set([
  'last_used_on',
  'cost_of_month_eur',
  'spent_eur',
  'held_eur',
  'left_eur',
  'renews_at',
  'limited_by',
  'required_by',
  'declared_by',
]);

/**
 * What a write asks for, without the members that its answer only tells: a record that was read can be sent back where it is
 * changed. Raises `invalid_value` for one that differs from the record, which would be thought to be changed, and
 * `unsupported_parameter` for all of them where something new is made. Raises what reading the record does.
 */
export async function withoutTold(operation: AdminOperation, asked: Asked, request: AdminRequest): Promise<Asked> {
  const { input, output, method, path } = operation;
  if (method === 'get') return asked;
  const own = pageEntry(output) ?? output;
  const told = Object.keys(asked).filter((name) => !Object.hasOwn(input.shape, name) && has(own, name));
  if (told.length === 0) return asked;
  const show = method === 'put' || method === 'patch' ? showing(path) : undefined;
  if (show === undefined) throw onlyTells(told);
  if (pageEntry(show.output) === null) {
    const ids = Object.fromEntries(pathNames(show).map((name) => [name, asked[name]]));
    const record = { ...(await show.run(checkedInput(show, ids), request)), ...literalsOf(own) };
    const changed = told.find((name) => !unsteady.has(name) && !isSame(name, asked[name], valueOf(record, name)));
    if (changed !== undefined) throw differs(changed, operation);
  }
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !told.includes(name)));
}

/** The operation that shows what is changed at a path; `undefined`: none does. */
function showing(path: string): AdminOperation | undefined {
  const places = [path, path.slice(0, path.lastIndexOf('/'))];
  return places
    .map((place) => adminOperations.find((each) => each.method === 'get' && each.path === place))
    .find((each) => each !== undefined);
}

function pageEntry(output: z.ZodType): z.ZodType | null {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : undefined;
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : null; // as in `schemaAt`
}

function has(output: z.ZodType, name: string): boolean {
  return output instanceof z.ZodObject && Object.hasOwn(output.shape, name);
}

/** The `object` of an answer, which a part of a record has instead of the record's. */
function literalsOf(output: z.ZodType): object {
  const object: unknown = output instanceof z.ZodObject ? output.shape['object'] : undefined;
  return object instanceof z.ZodLiteral ? { object: object.value } : {};
}

function valueOf(record: object, name: string): unknown {
  return new Map<string, unknown>(Object.entries(record)).get(name);
}

/** `null` says what an absent member does. */
function isSame(name: string, asked: unknown, known: unknown): boolean {
  return canonicalText({ [name]: steady(asked ?? null) }) === canonicalText({ [name]: steady(known ?? null) });
}

function steady(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (unsteady.has(name) ? undefined : member)));
}

function onlyTells(told: readonly string[]): GatewayError {
  const names = told.map((name) => `\`${name}\``).join(', ');
  return new GatewayError('unsupported_parameter', {
    detail: `Answers tell ${names}; this operation does not set ${told.length === 1 ? 'it' : 'them'}. Leave ${told.length === 1 ? 'it' : 'them'} out.`,
    ...(told[0] !== undefined && { param: told[0] }),
  });
}

function differs(name: string, { command }: AdminOperation): GatewayError {
  const detail = `\`${name}\` differs from the record, and \`${command}\` does not change it. Leave it out, or send it as it was read.`;
  return new GatewayError('invalid_value', { detail, param: name });
}
