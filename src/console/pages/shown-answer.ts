import type { z } from 'zod';
import { groupOf, pathNames, type AdminOperation } from '../../admin/operation.ts';
import { listColumns, rowsOf } from '../../admin/shown/list-columns.ts';
import { haveOnePage, operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import { walletOfStream } from './ledger-events.ts';
import { titleOfGroup, titleOfMaking, titleOfMember, titleOfVerb, verbOf } from './operation-words.ts';
import {
  idOfObject,
  isRightAligned,
  Links,
  shownMembers,
  shownValue,
  spareZeros,
  type Showing,
} from './shown-value.ts';
import { table, type Column } from './tables.ts';

/** What an operation answered, and to which question. */
export interface Answer {
  readonly operation: AdminOperation;
  readonly found: object;
  /** The query of the page, without what pages add. */
  readonly asked: Readonly<Record<string, string>>;
  /** The columns of its table. Absent: those of the operation. */
  readonly columns?: readonly string[];
}

/** An answer as tables and fields, with what can be done next. */
export function shownAnswer(visit: Visit, answer: Answer, operations: readonly AdminOperation[]): Html {
  const rows = rowsOf(answer.found);
  return rows === null ? shownThing(visit, answer, operations) : shownRows(visit, { ...answer, rows }, operations);
}

type Row = Readonly<Record<string, unknown>>;

function shownRows(
  visit: Visit,
  { operation, found, asked, rows, ...shown }: Answer & { readonly rows: readonly Row[] },
  operations: readonly AdminOperation[],
): Html {
  const { words } = visit;
  if (rows.length === 0) return nothing(visit, { operation, found, asked }, operations);
  const columns = shown.columns ?? shownColumns(operation, rows);
  const showing = { visit, links: new Links(visit, operations), spare: spareZeros(columns, rows, visit) };
  const right = new Set(columns.filter((name) => rows.some((row) => isRightAligned(name, row[name]))));
  const next = 'next' in found && typeof found.next === 'string' ? found.next : null;
  const title = (name: string): Column =>
    right.has(name) ? { title: titleOfMember(words, name), isRight: true } : titleOfMember(words, name);
  const action = rowActionOf(visit, { operation, asked }, { rows, operations });
  return html`${table({
      label: titleOfGroup(words, groupOf(operation)),
      columns: [...columns.map(title), ...(action === null ? [] : [action.title])],
      rows: rows.map((row) => [
        ...columns.map((name) => cellOf(name, row, showing)),
        ...(action === null ? [] : [action.linkFor(row)]),
      ]),
    })}
    <p class="pager">
      ${'after' in asked && html`<a href="${operationAddress(operation.id, { ...asked, after: '' })}">${words.answer.first}</a>`}
      ${next !== null && html`<a rel="next" href="${operationAddress(operation.id, { ...asked, after: next })}">${words.answer.next}</a>`}
    </p>`;
}

/** What a list is about, where it is about money. */
const amounts = ['cost_eur', 'change_eur', 'amount_eur', 'available_eur'];

/** The columns of a list's table. The money stands second: on a small page, what comes later is beyond its edge. */
export function shownColumns({ id }: AdminOperation, [first = {}]: readonly Row[]): readonly string[] {
  const columns = listColumns[id] ?? Object.keys(first).filter((name) => name !== 'object');
  const amount = amounts.find((name) => columns.includes(name));
  if (amount === undefined) return columns;
  const [leading = '', ...others] = columns.filter((name) => name !== amount);
  return [leading, amount, ...others];
}

/**
 * What is done with a row that has no page of its own: what its operation of the same group needs is known, but for the id of
 * the row; `null`: nothing, or not by the reader.
 */
function rowActionOf(
  visit: Visit,
  { operation, asked }: Pick<Answer, 'operation' | 'asked'>,
  { rows, operations }: { readonly rows: readonly Row[]; readonly operations: readonly AdminOperation[] },
) {
  const isMissing = (name: string): boolean => asked[name] === undefined;
  const found = operations.find((each) => {
    const [name = '', ...others] = pathNames(each).filter(isMissing);
    const isOfRow = groupOf(each) === groupOf(operation) && others.length === 0 && !hasPage(name, operations);
    return each.method !== 'get' && isOfRow && name !== '' && visit.may(each.action);
  });
  if (found === undefined || !operation.id.startsWith('list')) return null;
  const title = titleOfVerb(visit.words, found);
  const name = pathNames(found).find(isMissing) ?? '';
  const ids = Object.fromEntries(pathNames(found).map((each) => [each, asked[each]]));
  const linkFor = (row: Row): HtmlPart =>
    !isDoneWith(found, row) &&
    html`<a href="${operationAddress(found.id, { ...ids, [name]: String(row['id']) })}">${title}</a>`;
  return rows.some((row) => linkFor(row) !== false) ? { title, linkFor } : null;
}

/** Whether something of this id is shown on a page. */
function hasPage(name: string, operations: readonly AdminOperation[]): boolean {
  return operations.some(({ method, path }) => method === 'get' && path.endsWith(`/{${name}}`));
}

/** A cell of a row. What caused an entry of a wallet leads to it, and its time to the wallet as the entry left it. */
function cellOf(name: string, row: Row, showing: Showing): HtmlPart {
  const shown = shownValue(meantBy(name, row), row[name], showing);
  const address = addressBehind(name, row, showing.links);
  return address === null ? shown : html`<a href="${address}">${shown}</a>`;
}

function addressBehind(
  name: string,
  { cause, cause_id, allocation_id, object, stream, revision }: Row,
  links: Links,
): string | null {
  if (object !== 'entry') return null;
  // An allocation moves credit by transfers, whose id the cause has.
  if (name === 'cause' && typeof allocation_id === 'string') return links.to('allocation_id', allocation_id);
  if (name === 'cause' && typeof cause === 'string' && typeof cause_id === 'string')
    return links.to(`${cause}_id`, cause_id);
  const wallet_id = typeof stream === 'string' ? walletOfStream(stream) : null;
  if (name !== 'recorded_at' || wallet_id === null) return null;
  return operationAddress('showWallet', { wallet_id, revision: String(revision) });
}

/** What a row is about: the id of a reservation, of a key. */
function meantBy(name: string, { object, subject, subject_kind }: Row): string {
  if (name === 'id') return idOfObject(object);
  const kind = subject ?? subject_kind;
  return name === 'subject_id' && typeof kind === 'string' ? `${kind}_id` : name;
}

/** An empty list says what to do first. */
function nothing(visit: Visit, { operation, asked }: Answer, operations: readonly AdminOperation[]): Html {
  const { words } = visit;
  const isForeseen = verbOf(operation) === 'diff';
  const isFiltered = Object.keys(asked).length > pathNames(operation).length;
  const make = operations.find(
    (each) =>
      groupOf(each) === groupOf(operation) && ['create', 'request'].includes(verbOf(each)) && visit.may(each.action),
  );
  return html`<div class="empty">
    <p>${isForeseen ? words.composed.nobodyElse : isFiltered ? words.answer.emptyFiltered : words.answer.empty}</p>
    ${!isFiltered && make !== undefined && html`<p><a class="button" href="${operationAddress(make.id)}">${titleOfMaking(words, make)}</a></p>`}
  </div>`;
}

function shownThing(visit: Visit, { found }: Answer, operations: readonly AdminOperation[]): Html {
  return html`${secretOf(visit, found)}
    <dl class="thing">${shownMembers(withoutSecret(found), { visit, links: new Links(visit, operations) })}</dl>`;
}

const secrets = ['api_key', 'secret'];

function withoutSecret(found: object): object {
  return Object.fromEntries(Object.entries(found).filter(([name]) => !secrets.includes(name)));
}

/** A secret is on this page alone: no later page and no address has it. */
function secretOf(visit: Visit, found: object): HtmlPart {
  const { words, inferenceUrl } = visit;
  const [name, secret] = Object.entries(found).find(([each]) => secrets.includes(each)) ?? [];
  if (name === undefined) return null;
  if (typeof secret !== 'string') return html`<p class="note">${words.answer.secretGone}</p>`;
  return html`<section class="secret" aria-labelledby="secret">
    <h2 id="secret">${titleOfMember(words, name)}</h2>
    <p>${words.answer.secretOnce}</p>
    <p><code data-copy>${secret}</code></p>
    ${inferenceUrl !== null && callsModels(found) && tryIt(visit, { secret, inferenceUrl, ...callable(found) })}
  </section>`;
}

function callsModels(found: object): boolean {
  return 'inference' in found && found.inference === true;
}

/** A new key, and a model that it may call. */
function callable(found: object): { readonly id: string; readonly model: string } {
  const [first] = 'allowed_profiles' in found && Array.isArray(found.allowed_profiles) ? found.allowed_profiles : [];
  const id = 'id' in found && typeof found.id === 'string' ? found.id : '';
  return { id, model: typeof first === 'string' ? first : 'light' };
}

/** A first call with a new key, to be pasted into a shell. */
function tryIt(
  { words }: Visit,
  {
    secret,
    inferenceUrl,
    id,
    model,
  }: { readonly secret: string; readonly inferenceUrl: string } & ReturnType<typeof callable>,
): Html {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  const lines = [
    `curl ${inferenceUrl}/chat/completions`,
    `  -H 'authorization: Bearer ${secret}'`,
    `  -H 'content-type: application/json'`,
    `  -d '${body}'`,
  ];
  return html`<h3>${words.answer.tryIt}</h3>
    <pre><code data-copy>${lines.join(' \\\n')}</code></pre>
    <p>
      <a href="${operationAddress('listCharges', { key_id: id })}#live" target="_blank">${words.answer.watch}</a>
    </p>`;
}

/** A hold is decided on its page, beside what is known of it. */
function isDecision(operation: AdminOperation): boolean {
  return groupOf(operation) === 'reservations' && ['settle', 'release'].includes(verbOf(operation));
}

/** What there is nothing left to do of with something of a status. */
const doneIn: ReadonlyMap<string, readonly string[]> = new Map([
  ['active', ['resume']],
  ['suspended', ['suspend']],
  ['closed', ['suspend', 'resume', 'close']],
  ['pending', ['print', 'workbook', 'retry']],
  ['delivered', ['retry']],
  ['credited', ['cancel']],
  ['confirmed', ['confirm', 'cancel', 'import']],
  ['cancelled', ['confirm', 'cancel', 'import', 'print', 'workbook']],
  ['expired', ['confirm', 'cancel', 'import', 'print', 'workbook']],
  ['settled', ['settle', 'release']],
  ['released', ['settle', 'release']],
]);

function isDoneWith(operation: AdminOperation, { status, outcome }: Row): boolean {
  return doneIn.get(String(status ?? outcome))?.includes(verbOf(operation)) ?? false;
}

/** Whether an operation is one on what its path would name: prices are of no group. */
function mayTake({ input, ...operation }: AdminOperation, asked: Answer['asked']): boolean {
  return pathNames(operation).every((name) => {
    const schema = input.shape[name] as z.ZodType; // members of paths are of the input
    return asked[name] === undefined || schema.safeParse(asked[name].trim()).success;
  });
}

/** What can be done with the thing that a page is about, or with things of its kind. */
export function actionsOn(
  visit: Visit,
  { operation, asked, found = {} }: Omit<Answer, 'found'> & { readonly found?: object },
  operations: readonly AdminOperation[],
): Html {
  const { words } = visit;
  const names = pathNames(operation);
  const of = Object.fromEntries(Object.entries(found));
  const isOffered = (each: AdminOperation): boolean => {
    const needs = pathNames(each);
    // What is done with a thing is offered once it is known which.
    const isKnown = needs.every((name) => asked[name] !== undefined || hasPage(name, operations));
    const isOfThing =
      isKnown && names.some((name) => needs.includes(name) && asked[name] !== undefined) && mayTake(each, asked);
    const isOfGroup = names.length === 0 && needs.length === 0 && groupOf(each) === groupOf(operation);
    const isPaying = each.id === 'importPayments' && groupOf(operation) === 'topups' && !isDoneWith(each, of);
    const isPossible = groupOf(each) === groupOf(operation) ? !isDoneWith(each, of) : !isDecision(each);
    return (
      isPossible &&
      !haveOnePage(each.id, operation.id) &&
      visit.may(each.action) &&
      (isOfThing || isOfGroup || isPaying)
    );
  };
  const ids = (each: AdminOperation): Record<string, string> =>
    Object.fromEntries(pathNames(each).flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])));
  // What is downloaded is what is seen.
  const queryOf = (each: AdminOperation): Record<string, string> =>
    each.produces !== undefined || Object.keys(asked).every((name) => name in each.input.shape)
      ? { ...asked }
      : ids(each);
  const links = operations.filter(isOffered).map((each) => {
    const group = groupOf(each) === groupOf(operation) ? '' : `${titleOfGroup(words, groupOf(each))}: `;
    return html`<a class="button" href="${operationAddress(each.id, queryOf(each))}"
      >${titleOfMaking(words, each) ?? [group, titleOfVerb(words, each)]}</a
    >`;
  });
  return html`<p class="actions">${links}</p>`;
}
