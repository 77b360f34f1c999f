import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { answerTable } from '../admin/calling/answer-table.ts';
import { csvText } from '../admin/csv-text.ts';
import { resumed } from '../admin/following/resumed.ts';
import { serveFollowed } from '../admin/following/serve-followed.ts';
import { groupOf, isFollowed, pathNames, type AdminOperation, type AdminRequest } from '../admin/operation.ts';
import { checkedInput } from '../admin/read-input.ts';
import { reading, runOperation } from '../admin/run-operation.ts';
import { rowsOf } from '../admin/shown/list-columns.ts';
import type { TableAnswer } from '../admin/table-answer.ts';
import { GatewayError } from '../errors.ts';
import { answeredError } from '../http/error-response.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { askedInForm, noneField, onceField } from './forms/asked-in-form.ts';
import { assertReadOneWay } from './forms/assert-read-one-way.ts';
import {
  askedSinceBegun,
  filledForm,
  isAsBegun,
  isFilled,
  isLiftedWhole,
  isUntouched,
  type PageFields,
} from './forms/filled-form.ts';
import { formFields, type FormField } from './forms/form-fields.ts';
import { moreField } from './forms/form-rows.ts';
import { keptField } from './forms/kept-forms.ts';
import { offeredIds } from './forms/offered-ids.ts';
import { ofAnotherSession, sentForm } from './forms/posted-form.ts';
import { nothingHere } from './nothing-here.ts';
import { operationPage } from './pages/operation-page.ts';
import { showOf, verbOf } from './pages/operation-words.ts';
import { shownColumns } from './pages/shown-answer.ts';
import { visitBy, type Visit } from './visit.ts';

/** The pages of all operations: reads are asked by address, writes are sent as forms. */
export function operationRoutes(router: Router, parts: ConsoleParts): void {
  const { visited, frame } = parts;
  const fields = new Map<AdminOperation, readonly FormField[]>();
  const operationIn = (ctx: Context & { readonly params?: Record<string, string> }): AdminOperation => {
    const operation = frame.operations.find(({ id }) => id === ctx.params?.['id']);
    if (operation === undefined) throw nothingHere();
    return operation;
  };
  const pageOf = (operation: AdminOperation, { person }: Visit): PageFields => {
    const own = fields.getOrInsertComputed(operation, formFields);
    // As for a command: there is no person to take tenant or owner from.
    const needs = person === null ? (operation.commandNeeds ?? []) : [];
    return {
      operation,
      fields: own.map((field) => (needs.includes(field.name) ? { ...field, isNeeded: true } : field)),
    };
  };
  router.get(
    '/operations/:id',
    visited(async (ctx, visit) => await read(ctx, visit, pageOf(operationIn(ctx), visit), parts)),
  );
  router.get(
    '/operations/:id/csv',
    visited(async (ctx, visit) => await answerRows(ctx, visit, operationIn(ctx), parts)),
  );
  router.post(
    '/operations/:id',
    visited(async (ctx, visit) => await write(ctx, visit, pageOf(operationIn(ctx), visit), parts)),
  );
}

/** What was asked, or why it was refused. */
type Outcome = { readonly found: object } | { readonly refusal: GatewayError } | null;

async function read(ctx: Context, visit: Visit, { operation, fields }: PageFields, parts: ConsoleParts): Promise<void> {
  const { deps, frame, show } = parts;
  const administrator = visit.administrator(operation.action);
  const once = deps.admin.createId();
  if (operation.method !== 'get') return await open(ctx, visit, { operation, fields }, parts);
  const written = new URLSearchParams(ctx.querystring);
  // Whoever reaches many tenants says which: nothing is asked, and nothing refused, before they have.
  const isWhose = written.size === 0 && operation.commandNeeds !== undefined && visit.person?.platform_role !== null;
  const isMissing =
    isWhose ||
    fields.some(
      ({ name, isNeeded, isOfPath }) =>
        isNeeded && (isOfPath || written.size === 0) && (written.get(name) ?? '') === '',
    );
  const run = async (): Promise<object | null> => {
    // A paper is in the language of the page that it is asked for on.
    const spoken = 'language' in operation.input.shape ? { language: visit.language } : {};
    const input = checkedInput(operation, { ...spoken, ...askedInForm(operation, written) });
    if (isFollowed(operation, input)) return await follow(ctx, visit, { operation, input }, parts);
    return await runOperation(operation, input, { administrator, deps: deps.admin, idempotencyKey: null });
  };
  const asked = isMissing ? null : await outcomeOf(ctx, run, parts);
  if (ctx.respond === false) return;
  const lacking = asked !== null && 'refusal' in asked ? lackingIn(fields, written, asked.refusal) : null;
  const outcome = lacking === null ? asked : null;
  // Who named nothing cannot have named wrongly: it is not there yet.
  const isNothingYet = asked !== null && 'refusal' in asked && asked.refusal.status === 404 && fields.length === 0;
  if (lacking !== null || isNothingYet) ctx.status = 200;
  if (outcome !== null && 'found' in outcome && operation.produces !== undefined) {
    // `as`: what operations that produce a table answer.
    return await answerTable(ctx, operation, { table: outcome.found as TableAnswer, write: deps.admin.writeWorkbook });
  }
  const shown = fields.map((field) => (field === lacking ? { ...field, isNeeded: true } : field));
  const offered = outcome === null ? await offeredIds(visit, parts, shown, written) : new Map();
  show(
    ctx,
    visit,
    operationPage(visit, { operation, fields: shown, offered, written, once, outcome }, frame.operations),
  );
}

/** A form that writes. What begins with what is there asks first of what; one that was kept begins with what was written. */
async function open(ctx: Context, visit: Visit, { operation, fields }: PageFields, parts: ConsoleParts): Promise<void> {
  const { deps, frame, show, keptForms } = parts;
  const linked = new URLSearchParams(ctx.querystring);
  const token = linked.get(keptField);
  linked.delete(keptField);
  const kept = token === null ? null : keptForms.find(token, ctx.path, visit.session.id);
  let begun = kept ?? linked;
  let isNaming = false;
  const fill = async (): Promise<null> => {
    const filled = await filledForm(visit, parts, { operation, fields }, linked);
    begun = filled ?? linked;
    isNaming = filled === null;
    return null;
  };
  const isBegun = kept !== null || !isFilled(operation);
  const outcome = isBegun ? null : await outcomeOf(ctx, fill, parts);
  if (outcome !== null) isNaming = true;
  const naming = fields.flatMap((field) => (field.isOfPath ? [{ ...field, isOfPath: false }] : []));
  const shown = isNaming ? naming : fields;
  const asked = {
    operation,
    fields: shown,
    offered: await offeredIds(visit, parts, shown, begun),
    written: begun,
    isLost: token !== null && kept === null,
    isNaming,
    once: deps.admin.createId(),
    outcome,
  };
  show(ctx, visit, operationPage(visit, asked, frame.operations));
}

/**
 * The field without which nothing can be asked for, and which no form has sent: who followed a link, such as a figure’s,
 * has not asked wrongly. `null`: it was refused for something else.
 */
function lackingIn(
  fields: readonly FormField[],
  written: URLSearchParams,
  { code, param }: GatewayError,
): FormField | null {
  if (code !== 'invalid_value') return null;
  return fields.find(({ name }) => name === param && !written.has(name)) ?? null;
}

async function write(ctx: Context, visit: Visit, page: PageFields, parts: ConsoleParts): Promise<void> {
  const { operation, fields } = page;
  const { deps, frame, show } = parts;
  let [isStale, isSame] = [false, false];
  const { form: written, isOwn } = await sentForm(ctx, visit, deps);
  const sent = written.get(onceField) ?? '';
  if (operation.method === 'get') throw new GatewayError('method_not_allowed');
  const run = async (): Promise<object | null> => {
    const administrator = visit.administrator(operation.action);
    // For one more row nothing is done yet.
    if (written.has(moreField)) return null;
    if (!isOwn) throw ofAnotherSession('Look at what is written in it, and send it again.');
    assertReadOneWay(written, visit.language);
    const asked = askedSinceBegun(parts, page, written);
    assertSaysWhether(page, asked, written);
    isSame = isUntouched(parts, page, { asked, written });
    const input = checkedInput(operation, asked);
    const call = {
      administrator,
      deps: deps.admin,
      idempotencyKey: /^[\x20-\x7e]{1,255}$/.test(sent) ? sent : deps.admin.createId(),
    };
    const changing: AdminOperation['run'] = async (given, request) => {
      // A repeat finds what it has changed itself.
      isStale = !request.isRepeat() && !(await isAsBegun(visit, parts, page, { asked, written }));
      if (isStale) throw new GatewayError('not_possible', { detail: 'It was changed since the form was opened.' });
      return await operation.run(given, request);
    };
    const runs = async (): Promise<object> => await runOperation({ ...operation, run: changing }, input, call);
    const done =
      visit.caller === null ? await runs() : await deps.callerAdmission.hinted({ caller: visit.caller }, runs);
    return { ...done, ...(await shownAfterwards(visit, parts, operation, done)) };
  };
  const outcome = await outcomeOf(ctx, run, parts);
  // What may have been done is sent again under its key; what was refused is another request once it is corrected.
  const isUnknown = outcome !== null && 'refusal' in outcome && outcome.refusal.status >= 500;
  const once = isUnknown ? sent : deps.admin.createId();
  const offered = await offeredIds(visit, parts, fields, written);
  show(
    ctx,
    visit,
    operationPage(visit, { ...page, offered, written, once, outcome, isStale, isSame }, frame.operations),
  );
}

/**
 * A form without anything in it has not said that all is lifted: its box says it. Raises `invalid_value`, also for a box beside
 * fields that say otherwise.
 */
function assertSaysWhether(page: PageFields, asked: object, written: URLSearchParams): void {
  if (!isLiftedWhole(page)) return;
  const set = Object.keys(asked).find((name) => !pathNames(page.operation).includes(name));
  const isNone = written.has(noneField(''));
  if (isNone === (set === undefined)) return;
  const detail = set === undefined ? 'Nothing is written.' : `The box says that nothing is set, and \`${set}\` is.`;
  throw new GatewayError('invalid_value', {
    detail,
    next: 'Write what shall hold, or tick the box alone to lift what was set.',
    ...(set !== undefined && { param: set }),
  });
}

/** What was made, as it is shown: a requested top-up with how to pay it. */
async function shownAfterwards(
  visit: Visit,
  parts: ConsoleParts,
  operation: AdminOperation,
  done: object,
): Promise<object> {
  const show = showOf(groupOf(operation), parts.frame.operations);
  const [name, ...others] = show === undefined ? [] : pathNames(show);
  const isMade = ['create', 'request'].includes(verbOf(operation)) && 'id' in done && typeof done.id === 'string';
  if (!isMade || show === undefined || name === undefined || others.length > 0) return {};
  return (await callOperation(visit, parts, show.id, { [name]: String(done.id) }))?.found ?? {};
}

/** A refusal is shown beside the form, with what was written. */
async function outcomeOf(ctx: Context, run: () => Promise<object | null>, { deps }: ConsoleParts): Promise<Outcome> {
  try {
    const found = await run();
    return found === null ? null : { found };
  } catch (raised) {
    if (ctx.respond === false || ctx.headerSent) throw raised;
    const refusal = answeredError(ctx, raised, deps.telemetry);
    ctx.status = refusal.status;
    return { refusal };
  }
}

/** The rows of a list as its page shows them, with the same filters. */
async function answerRows(
  ctx: Context,
  visit: Visit,
  operation: AdminOperation,
  { deps }: ConsoleParts,
): Promise<void> {
  if (operation.method !== 'get' || operation.produces !== undefined) throw nothingHere();
  const administrator = visit.administrator(operation.action);
  const asked = new URLSearchParams(ctx.querystring);
  asked.delete('follow');
  const input = checkedInput(operation, askedInForm(operation, asked));
  const found = await runOperation(operation, input, { administrator, deps: deps.admin, idempotencyKey: null });
  const rows = rowsOf(found);
  if (rows === null) throw nothingHere();
  ctx.attachment(`${operation.id}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  const columns = shownColumns(operation, rows);
  ctx.body = csvText(
    columns,
    rows.map((row) => Object.fromEntries(columns.map((name) => [name, textOf(row[name])]))),
  );
}

/** A value as a field has it: one that is no text or number, as JSON. */
function textOf(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

/** New rows as server-sent events. The session is looked up again before each step. */
async function follow(
  ctx: Context,
  { site, secret }: Visit,
  {
    operation,
    input,
  }: { readonly operation: AdminOperation & Required<Pick<AdminOperation, 'follow'>>; readonly input: unknown },
  { deps }: ConsoleParts,
): Promise<null> {
  const now = async (): Promise<AdminRequest> => {
    const visit = await visitBy({ request: ctx.req, site, secret }, deps);
    if (visit === null)
      throw new GatewayError('not_permitted', { detail: 'The session has ended.', next: 'Log in again.' });
    return reading({ administrator: visit.administrator(operation.action), deps: deps.admin });
  };
  const asked = resumed(input, ctx);
  await serveFollowed(ctx, { now, follow: (following) => operation.follow(asked, following) }, deps.streams);
  return null;
}
