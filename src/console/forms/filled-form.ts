import { z } from 'zod';
import { pathNames, type AdminOperation } from '../../admin/operation.ts';
import { showing } from '../../admin/calling/without-told.ts';
import { checkedInput } from '../../admin/read-input.ts';
import { canonicalText, reading, runOperation } from '../../admin/run-operation.ts';
import { GatewayError } from '../../errors.ts';
import type { ConsoleParts } from '../console-parts.ts';
import type { Visit } from '../visit.ts';
import { askedInForm, begunField } from './asked-in-form.ts';
import type { FormField } from './form-fields.ts';
import { rowMember, rowPlace } from './form-rows.ts';

/** The operation that shows what another one changes, member by member. */
function shownBefore(operation: AdminOperation): AdminOperation | undefined {
  return operation.method === 'patch' ? showing(operation) : undefined;
}

/** Whether the form of an operation begins with what is there: one that replaces a whole, or members of a record. */
export function isFilled(operation: AdminOperation): boolean {
  return operation.replaces !== undefined || shownBefore(operation) !== undefined;
}

/** Whether the form of an operation says by a box alone that its level sets nothing: each of its members may be absent. */
export function isLiftedWhole({ operation, fields }: PageFields): boolean {
  return operation.replaces !== undefined && fields.every(({ isNeeded, isOfPath }) => isOfPath || !isNeeded);
}

export interface PageFields {
  readonly operation: AdminOperation;
  readonly fields: readonly FormField[];
}

/**
 * What a form begins with: what is there, of the level of its reader, so that it changes nothing when it is sent as it came;
 * and what its address says in place of that. `null`: the address does not name of what. Raises what reading it does.
 */
export async function filledForm(
  visit: Visit,
  parts: ConsoleParts,
  page: PageFields,
  written: URLSearchParams,
): Promise<URLSearchParams | null> {
  const there = await textsThere(visit, parts, page, written);
  if (there === null) return null;
  // An empty parameter says nothing: it would open as a field that was emptied, which takes away what is there.
  const saying = [...written].filter(([, text]) => text.trim() !== '');
  const said = new Set(saying.map(([name]) => groupOrName(name)));
  const filled = new URLSearchParams([...saying, ...[...there].filter(([name]) => !said.has(groupOrName(name)))]);
  filled.set(begunField, digestsOf(parts, page, askedInForm(page.operation, there)).toString());
  return filled;
}

/**
 * What a form asks for. Of a record only what was changed in the form, and what cannot be left out: somebody else may have
 * changed the others since it was opened. What was emptied is taken away; raises `invalid_value` for what has to be there, and
 * what {@link askedInForm} does.
 */
export function askedSinceBegun(
  parts: ConsoleParts,
  page: PageFields,
  written: URLSearchParams,
): Record<string, unknown> {
  const asked = askedInForm(page.operation, written);
  if (shownBefore(page.operation) === undefined) return asked;
  const begun = new URLSearchParams(written.get(begunField) ?? '');
  const sent = digestsOf(parts, page, asked);
  const optional = page.fields.filter(({ isNeeded }) => !isNeeded);
  const emptied = optional.filter(({ name }) => begun.has(name) && !Object.hasOwn(asked, name) && written.has(name));
  const kept = emptied.find(({ takesNull }) => !takesNull);
  if (kept !== undefined) throw emptiedInVain(kept.name);
  const isOptional = new Set(optional.map(({ name }) => name));
  return Object.fromEntries([
    ...Object.entries(asked).filter(([name]) => !isOptional.has(name) || begun.get(name) !== sent.get(name)),
    ...emptied.map(({ name }) => [name, null]),
  ]);
}

function emptiedInVain(param: string): GatewayError {
  return new GatewayError('invalid_value', {
    detail: `\`${param}\` was emptied, and cannot be taken away.`,
    next: 'Write what shall hold.',
    param,
  });
}

/** Whether the form of a record asks for nothing but what it began with. */
export function isUntouched(
  parts: ConsoleParts,
  page: PageFields,
  { asked, written }: { readonly asked: object; readonly written: URLSearchParams },
): boolean {
  const begun = new URLSearchParams(written.get(begunField) ?? '');
  return (
    shownBefore(page.operation) !== undefined &&
    digestsOf(parts, page, asked)
      .entries()
      .every(([name, digest]) => begun.get(name) === digest)
  );
}

/**
 * Whether what a form asks to replace is still what it began with: all of a whole, of a record what it names. A form that was
 * not filled has begun with nothing. Raises what reading it does.
 */
export async function isAsBegun(
  visit: Visit,
  parts: ConsoleParts,
  page: PageFields,
  { asked, written }: { readonly asked: object; readonly written: URLSearchParams },
): Promise<boolean> {
  const begunText = written.get(begunField);
  if (begunText === null || !isFilled(page.operation)) return true;
  const begun = new URLSearchParams(begunText);
  const there = await textsThere(visit, parts, page, written);
  const now = digestsOf(parts, page, askedInForm(page.operation, there ?? new URLSearchParams()));
  const isWhole = page.operation.replaces !== undefined;
  return page.fields.every(
    ({ name }) => (!isWhole && !Object.hasOwn(asked, name)) || begun.get(name) === now.get(name),
  );
}

const groupOrName = (name: string): string => rowPlace(name)?.group ?? name;

/** A digest of each member but those of the path, so that a form is not sent twice over. */
function digestsOf({ deps }: ConsoleParts, { operation, fields }: PageFields, asked: object): URLSearchParams {
  const names = new Set(fields.flatMap(({ name, isOfPath }) => (isOfPath ? [] : [name])));
  const members = Object.entries(asked).filter(([name]) => names.has(name));
  const textOfMember = (name: string, value: unknown): string =>
    JSON.stringify(['began', operation.id, canonicalText({ [name]: value })]);
  return new URLSearchParams(
    members.map(([name, value]) => [name, deps.admin.keyHasher.hash(textOfMember(name, value))]),
  );
}

/** What is there, as fields say it. `null`: the form does not name of what. */
async function textsThere(
  visit: Visit,
  { deps }: ConsoleParts,
  { operation, fields }: PageFields,
  written: URLSearchParams,
): Promise<URLSearchParams | null> {
  const names = pathNames(operation);
  if (names.some((name) => (written.get(name) ?? '').trim() === '')) return null;
  const ids = new URLSearchParams(names.map((name) => [name, written.get(name) ?? '']));
  const show = shownBefore(operation);
  const administrator = visit.administrator((show ?? operation).action);
  // `as`: members of inputs are schemas.
  const input = z.strictObject(
    Object.fromEntries(names.map((name) => [name, operation.input.shape[name] as z.ZodType])),
  );
  const named = checkedInput({ input }, askedInForm({ input }, ids));
  const found =
    show === undefined
      ? await operation.replaces?.(named, reading({ administrator, deps: deps.admin }))
      : await runOperation(show, named, { administrator, deps: deps.admin, idempotencyKey: null });
  const members = fields.filter(({ isOfPath }) => !isOfPath);
  return new URLSearchParams(textsOf(members, found ?? {}));
}

/** What stands in fields that say what members of a record are. What is absent or `null` is an empty field. */
function textsOf(fields: readonly FormField[], record: object): [name: string, text: string][] {
  const values = new Map<string, unknown>(Object.entries(record));
  return fields.flatMap(({ name, kind, members = [] }) => {
    const value = values.get(name);
    if (value === undefined || value === null) return [];
    if (kind !== 'rows') return [[name, textOf(name, kind, value)]];
    // `as`: what the operation takes.
    return (value as readonly object[]).flatMap((row, nth) =>
      textsOf(members, row).map(([member, text]): [string, string] => [rowMember(name, nth, member), text]),
    );
  });
}

function textOf(name: string, kind: FormField['kind'], value: unknown): string {
  if (kind === 'document') return JSON.stringify(value, null, 2);
  // Names, which have no commas.
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  return name.endsWith('_eur') ? amountText(text) : text;
}

/** An amount of an event without zeros that nobody needs; never with three decimals, which some read as thousands. */
function amountText(eur: string): string {
  const [whole = '', decimals = ''] = eur.split('.');
  const { length } = decimals.replace(/0+$/, '');
  return `${whole}.${decimals.slice(0, length === 3 ? 4 : Math.max(2, length))}`;
}
