import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { adminOperations } from '../operations.ts';
import { pathNames, type AdminOperation, type AdminRequest } from '../operation.ts';
import { checkedInput } from '../read-input.ts';
import { canonicalText } from '../run-operation.ts';
import { schemaAt } from '../schema-at.ts';

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

/** A request, apart from what its answer only tells. */
interface Apart {
  /** What is asked for. */
  readonly asked: Asked;
  /**
   * Raises `invalid_value` for a member that is told and differs from the record, which would be thought to be changed. Raises
   * what reading the record does.
   */
  assertAsRead(request: AdminRequest): Promise<void>;
}

/**
 * What a write asks for, apart from the members that its answer only tells: a record that was read can be sent back where it is
 * changed. Raises `unsupported_parameter` for all of them where something new is made.
 */
export function withoutTold(operation: AdminOperation, asked: Asked): Apart {
  const told = toldMembers(operation);
  const names = Object.keys(asked).filter((name) => Object.hasOwn(told, name));
  const show = showing(operation);
  if (show === undefined) assertTellsNone([...names, ...toldWithin(operation, asked)]);
  return {
    asked: Object.fromEntries(Object.entries(asked).filter(([name]) => !names.includes(name))),
    assertAsRead: async (request) => {
      if (names.length === 0 || show === undefined) return;
      const ids = Object.fromEntries(pathNames(show).map((name) => [name, asked[name]]));
      const shown = await show.run(checkedInput(show, ids), request);
      const records = 'data' in shown ? (shown.data as readonly object[]) : [{ ...shown, ...literalsOf(operation) }];
      const changed = records.map((record) => firstDiffering(names, asked, record));
      // Of a list, one entry has all that is told.
      if (!changed.includes(undefined)) throw differs(changed[0] ?? names.join(), operation);
    },
  };
}

/** The members that the answer of a write only tells. */
export function toldMembers({ method, input, output }: AdminOperation): Readonly<Record<string, z.ZodType>> {
  const own = pageEntry(output) ?? output;
  if (method === 'get' || !(own instanceof z.ZodObject)) return {};
  const told = Object.entries(own.shape).filter(([name]) => !Object.hasOwn(input.shape, name));
  return Object.fromEntries(told) as Readonly<Record<string, z.ZodType>>; // as its types are wider than its classes
}

/** What the entries of lists tell, by their paths: of a key's budgets, what was spent. */
function toldWithin({ input, output }: AdminOperation, asked: Asked): readonly string[] {
  return Object.entries(asked).flatMap(([list, entries]) => {
    const [takes, tells] = [schemaAt(input, [list, 0]), schemaAt(output, [list, 0])];
    if (!Array.isArray(entries) || !(takes instanceof z.ZodObject) || !(tells instanceof z.ZodObject)) return [];
    const onlyTells = (name: string): boolean => !Object.hasOwn(takes.shape, name) && Object.hasOwn(tells.shape, name);
    return entries.flatMap((entry: unknown, nth) =>
      Object.keys(entry ?? {})
        .filter(onlyTells)
        .map((name) => `${list}.${nth}.${name}`),
    );
  });
}

/** The operation that shows the record that another one changes; `undefined`: none does. */
export function showing({ method, path, changesRecord }: AdminOperation): AdminOperation | undefined {
  if (method !== 'put' && method !== 'patch' && changesRecord !== true) return undefined;
  const places = [path, path.slice(0, path.lastIndexOf('/'))];
  return places
    .map((place) => adminOperations.find((each) => each.method === 'get' && each.path === place))
    .find((each) => each !== undefined);
}

function firstDiffering(names: readonly string[], asked: Asked, record: object): string | undefined {
  return names.find((name) => !unsteady.has(name) && !isSame(name, asked[name], valueOf(record, name)));
}

function pageEntry(output: z.ZodType): z.ZodType | null {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : undefined;
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : null; // as in `schemaAt`
}

/** The `object` of an answer, which a part of a record has instead of the record's. */
function literalsOf(operation: AdminOperation): object {
  const { object } = toldMembers(operation);
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

function assertTellsNone(told: readonly string[]): void {
  if (told.length === 0) return;
  const names = told.map((name) => `\`${name}\``).join(', ');
  throw new GatewayError('unsupported_parameter', {
    detail: `Answers tell ${names}; this operation does not set ${told.length === 1 ? 'it' : 'them'}. Leave ${told.length === 1 ? 'it' : 'them'} out.`,
    ...(told[0] !== undefined && { param: told[0] }),
  });
}

function differs(name: string, { command }: AdminOperation): GatewayError {
  const detail = `\`${name}\` differs from the record, and \`${command}\` does not change it. Leave it out, or send it as it was read.`;
  return new GatewayError('invalid_value', { detail, param: name });
}
