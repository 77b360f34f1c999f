import { groupOf, pathNames, type AdminOperation } from '../../admin/operation.ts';
import type { GatewayError } from '../../errors.ts';
import { rowsOf } from '../../admin/shown/list-columns.ts';
import { addressOf, operationAddress } from '../address-of.ts';
import { begunField, formTokenField, onceField } from '../forms/asked-in-form.ts';
import type { FormField } from '../forms/form-fields.ts';
import type { OfferedIds } from '../forms/offered-ids.ts';
import { moreField } from '../forms/form-rows.ts';
import { filtersPart } from '../forms/filters-part.ts';
import { readingForm, writingForm } from '../forms/writing-form.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { messageOf, refusalNote } from './open-pages.ts';
import { codeIn, saidOf, showOf, titleOfGroup, titleOfMaking, titleOfVerb, verbOf } from './operation-words.ts';
import { liveList } from './live-list.ts';
import { actionsOn, shownAnswer, type Answer } from './shown-answer.ts';

/** An operation as it is asked for on a page. */
export interface AskedOperation {
  readonly operation: AdminOperation;
  readonly fields: readonly FormField[];
  readonly offered: OfferedIds;
  readonly written: URLSearchParams;
  /** Whether what was written before the log-in is not kept any more. */
  readonly isLost?: boolean;
  /** Whether what it began with was changed since. */
  readonly isStale?: boolean;
  /** Whether nothing was changed in it. */
  readonly isSame?: boolean;
  /** Whether a form that writes asks first of what. */
  readonly isNaming?: boolean;
  /** The idempotency key of the form. */
  readonly once: string;
  /** `null`: nothing was asked yet. */
  readonly outcome: { readonly found: object } | { readonly refusal: GatewayError } | null;
}

/** The page of an operation: its form, its answer, and what leads on from there. */
export function operationPage(visit: Visit, asked: AskedOperation, operations: readonly AdminOperation[]): ConsolePage {
  const { operation } = asked;
  const { words } = visit;
  const group = groupOf(operation);
  const [groupTitle, verbTitle] = [titleOfGroup(words, group), titleOfVerb(words, operation)];
  const ofVerb = titleOfMaking(words, operation) ?? `${groupTitle}: ${verbTitle}`;
  const title = ['list', 'show'].includes(verbOf(operation)) ? groupTitle : ofVerb;
  const content = operation.method === 'get' ? readPage(visit, asked, operations) : writePage(visit, asked, operations);
  return {
    title,
    group,
    content: html`<h1>${title}</h1>
      ${content}`,
  };
}

/** What is in the address, without what pages add. */
function askedIn(written: URLSearchParams): Readonly<Record<string, string>> {
  const isOwn = (name: string): boolean => ![formTokenField, onceField, begunField, moreField].includes(name);
  return Object.fromEntries([...written].filter(([name, value]) => value !== '' && isOwn(name)));
}

function readPage(
  visit: Visit,
  { outcome, ...asked }: AskedOperation,
  operations: readonly AdminOperation[],
): HtmlPart {
  const { operation, fields, written } = asked;
  const refusal = outcome !== null && 'refusal' in outcome ? outcome.refusal : null;
  const query = askedIn(written);
  const names = pathNames(operation);
  const filters = fields.filter(({ isOfPath }) => !isOfPath);
  const isNamed = fields.length > 0;
  const isAsked = outcome !== null && 'found' in outcome;
  const form = readingForm(visit, { ...asked, wrong: refusal?.param ?? null });
  return [
    actionsOn(visit, { operation, asked: query, ...(isAsked && { found: outcome.found }) }, operations),
    refusal !== null && (isNamed || refusal.status !== 404 ? refusalNote(visit, refusal) : nothingYet(visit, refusal)),
    (filters.length > 0 || (!isAsked && fields.length > 0)) &&
      filtersPart(visit, { fields: filters, written, form, isOpen: !isAsked }),
    isAsked && listOrThing(visit, { operation, found: outcome.found, asked: queryFor(query, names) }, operations),
  ];
}

/** Who named nothing cannot have named wrongly: it is not there yet. */
function nothingYet({ words }: Visit, { message }: GatewayError): HtmlPart {
  return html`<div class="empty">
    <p>${words.answer.empty}</p>
    <p class="hint" lang="en">${codeIn(message)}</p>
  </div>`;
}

function listOrThing(visit: Visit, answer: Answer, operations: readonly AdminOperation[]): HtmlPart {
  const { operation, found, asked } = answer;
  const hasRows = (rowsOf(found)?.length ?? 0) > 0;
  return [
    liveList(visit, answer, shownAnswer(visit, answer, operations)),
    hasRows &&
      html`<p class="actions">
        <a class="button" href="${addressOf(`/operations/${operation.id}/csv`, asked)}"
          >${visit.words.composed.csvOfThis}</a
        >
      </p>`,
  ];
}

function queryFor(query: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return { ...query, ...Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) };
}

function writePage(
  visit: Visit,
  { outcome, ...asked }: AskedOperation,
  operations: readonly AdminOperation[],
): HtmlPart {
  const { operation, written } = asked;
  const { words } = visit;
  const query = askedIn(written);
  if (outcome !== null && 'found' in outcome) {
    const group = groupOf(operation);
    const answer = {
      operation,
      found: outcome.found,
      asked: { ...query, ...idOf(operation, outcome.found, operations) },
    };
    return html`<p class="${asked.isSame === true ? 'note' : 'done'}" role="status">
        ${asked.isSame === true ? words.answer.same : words.answer.done}
      </p>
      ${shownAnswer(visit, answer, operations)}
      ${actionsOn(visit, { ...answer, operation: showOf(group, operations) ?? operation }, operations)}`;
  }
  const refusal = outcome?.refusal ?? null;
  const isSet = verbOf(operation) === 'set';
  const preview = isSet
    ? operations.find((each) => groupOf(each) === groupOf(operation) && verbOf(each) === 'diff')
    : undefined;
  return [
    html`<p class="hint">${saidOf(visit.language, operation.summary)}</p>`,
    preview !== undefined &&
      html`<p class="actions">
        <a class="button" href="${operationAddress(preview.id, query)}">${titleOfVerb(words, preview)}</a>
      </p>`,
    asked.isLost === true && html`<p class="note">${words.form.keptNoMore}</p>`,
    asked.isStale === true
      ? html`<p class="refusal" role="alert">${words.form.changedSince}</p>`
      : refusal !== null && refusalNote(visit, refusal),
    (asked.isNaming === true ? readingForm : writingForm)(visit, {
      ...asked,
      wrong: refusal?.param ?? null,
      fault: refusal === null ? '' : messageOf(refusal),
    }),
  ];
}

/** The id of what was made, by the name that paths give it. */
function idOf(
  operation: AdminOperation,
  found: object,
  operations: readonly AdminOperation[],
): Readonly<Record<string, string>> {
  const [name] = pathNames(showOf(groupOf(operation), operations) ?? operation);
  return name !== undefined && 'id' in found && typeof found.id === 'string' ? { [name]: found.id } : {};
}
