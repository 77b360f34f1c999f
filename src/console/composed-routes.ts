import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { newestRevision } from '../admin/reads-within.ts';
import { operationAddress } from './address-of.ts';
import { askOperation, callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { appearsTwice } from './forms/asked-in-form.ts';
import { formFields } from './forms/form-fields.ts';
import { formInPage } from './forms/form-in-page.ts';
import { filtersPart } from './forms/filters-part.ts';
import { readingForm } from './forms/writing-form.ts';
import { chargePage, type ChargeParts } from './pages/charge-page.ts';
import type { ConsolePage } from './pages/frame.ts';
import type { Answer } from './pages/shown-answer.ts';
import type { ShownEvent } from './pages/ledger-events.ts';
import { ledgerPage, type LedgerParts } from './pages/ledger-page.ts';
import { personPage, type PersonParts } from './pages/person-page.ts';
import { pricesPage, type PricesParts } from './pages/prices-page.ts';
import { scopePage } from './pages/scope-page.ts';
import { usagePage, type UsageParts } from './pages/usage-page.ts';
import { walletPage, type WalletNow, type WalletParts, type WalletThen } from './pages/wallet-page.ts';
import { groupParts, tenantParts } from './tenant-parts.ts';
import type { Html } from '../admin/markup/html.ts';
import { lastDays, usagePlot } from './usage-plot.ts';
import type { Visit } from './visit.ts';

/** What an address asks for. */
type Asked = Readonly<Record<string, string>>;

/** Pages that show more than one operation answers. */
export function composedRoutes(router: Router, parts: ConsoleParts): void {
  const pages: Readonly<Record<string, (visit: Visit, asked: Asked) => Promise<ConsolePage>>> = {
    '/charge': async (visit, asked) => {
      return chargePage(visit, await chargeParts(visit, parts, asked), parts.frame.operations);
    },
    '/wallet': async (visit, asked) => {
      return walletPage(visit, await walletParts(visit, parts, asked), parts.frame.operations);
    },
    '/person': async (visit, asked) => {
      return personPage(visit, await personParts(visit, parts, asked), parts.frame.operations);
    },
    '/tenant': async (visit, asked) => {
      return scopePage(visit, await tenantParts(visit, parts, asked['tenant_id'] ?? ''), parts.frame.operations);
    },
    '/group': async (visit, asked) => {
      return scopePage(visit, await groupParts(visit, parts, asked['group_id'] ?? ''), parts.frame.operations);
    },
    '/prices': async (visit, asked) => {
      return pricesPage(visit, await pricesParts(visit, parts, asked), parts.frame.operations);
    },
    '/ledger': async (visit, asked) => {
      return ledgerPage(visit, await ledgerParts(visit, parts, asked), parts.frame.operations);
    },
    '/usage': async (reader, asked) => {
      const visit = await inZoneAsked(reader, parts, asked);
      return usagePage(visit, await usageParts(visit, parts, asked), parts.frame.operations);
    },
  };
  for (const [path, pageOf] of Object.entries(pages)) {
    router.get(
      path,
      parts.visited(async (ctx, visit) => {
        // A tail begins at a place that its address keeps, so that the page can be loaded again.
        const begin = path === '/ledger' && ctx.querystring === '' ? await endOfLedger(visit, parts) : null;
        if (begin !== null) return ctx.redirect(operationAddress('listPostings', { after: begin }));
        parts.show(ctx, visit, await pageOf(visit, askedIn(ctx)));
      }),
    );
  }
}

/** A field of a form that was left empty asks for nothing. */
function askedIn({ querystring }: Context): Asked {
  const asked = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (asked.has(name)) throw appearsTwice(name);
    if (value !== '') asked.set(name, value);
  }
  return Object.fromEntries(asked);
}

/** A reader sees the zone of the address, which may be somebody else's: the same figures for both. Raises `invalid_value`. */
async function inZoneAsked(visit: Visit, parts: ConsoleParts, { zone = visit.zone }: Asked): Promise<Visit> {
  if (zone !== visit.zone) await askOperation(visit, parts, 'listUsage', { zone, limit: '1' });
  return { ...visit, zone };
}

async function chargeParts(visit: Visit, parts: ConsoleParts, { reservation_id = '' }: Asked): Promise<ChargeParts> {
  const asked = { reservation_id };
  const { found } = await askOperation(visit, parts, 'showReservation', asked);
  const events = await callOperation(visit, parts, 'listReservationEvents', asked);
  // `as`: what the operations answer.
  const charge = found as ChargeParts['charge'];
  const { data = [] } = (events?.found ?? {}) as { readonly data?: readonly ShownEvent[] };
  const isInDoubt = typeof charge.open?.cause === 'string';
  const decisions = isInDoubt ? decisionForms(visit, parts, reservation_id) : null;
  return { charge, events: data, decisions };
}

/** The two ways to end a hold whose outcome is unknown. */
function decisionForms(visit: Visit, parts: ConsoleParts, reservation_id: string) {
  return ['settleReservation', 'releaseReservation'].map((id) => formInPage(visit, parts, id, { reservation_id }));
}

async function walletParts(visit: Visit, parts: ConsoleParts, asked: Asked): Promise<WalletParts> {
  const { wallet_id = '' } = asked;
  const { revision, ...ofStatement } = asked;
  const at = revision === undefined ? { wallet_id } : { ...asked, wallet_id };
  const { operation: shown, found } = await askOperation(visit, parts, 'showWallet', at);
  const now =
    revision === undefined
      ? await walletNow(visit, parts, { shown, wallet_id, ofStatement })
      : await walletThen(parts, { wallet_id, revision: Number(revision) });
  // `as`: what the operation answers.
  return { wallet: found as WalletParts['wallet'], now };
}

async function walletThen(
  { deps }: ConsoleParts,
  { wallet_id, revision }: { readonly wallet_id: string; readonly revision: number },
): Promise<WalletThen> {
  return { revision, isNewest: revision === (await newestRevision(deps.admin.log, wallet_id)) };
}

async function walletNow(
  visit: Visit,
  parts: ConsoleParts,
  {
    shown,
    wallet_id,
    ofStatement,
  }: Pick<WalletNow, 'shown'> & { readonly wallet_id: string; readonly ofStatement: Asked },
): Promise<WalletNow> {
  const [statement, holds, flagged] = await Promise.all([
    askOperation(visit, parts, 'listEntries', { zone: visit.zone, limit: '50', ...ofStatement }),
    callOperation(visit, parts, 'listReservations', { wallet_id, limit: '20' }),
    callOperation(visit, parts, 'listReservations', { wallet_id, flagged: 'true', billing_records: 'true' }),
  ]);
  // `as`: what the operations answer.
  const { data = [] } = (flagged?.found ?? {}) as {
    readonly data?: readonly WalletNow['doubtful'][number]['hold'][];
  };
  return {
    shown,
    statement,
    filters: filtersOf(visit, statement, ofStatement),
    holds,
    doubtful: data.map((hold) => ({ hold, decisions: decisionForms(visit, parts, hold.id) })),
  };
}

async function pricesParts(visit: Visit, parts: ConsoleParts, asked: Asked): Promise<PricesParts> {
  const lists = await askOperation(visit, parts, 'listPriceLists', { limit: '50', ...asked });
  return { lists: { ...lists, asked }, filters: filtersOf(visit, lists, asked) };
}

/** The form of the filters of a list on a page of its own. */
function filtersOf(visit: Visit, { operation, asked }: Answer, written: Asked): Html {
  const fields = formFields(operation);
  const filters = fields.filter(({ isOfPath }) => !isOfPath);
  const form = readingForm(visit, { operation, fields, written: new URLSearchParams(asked), wrong: null, once: '' });
  return filtersPart(visit, { fields: filters, written: new URLSearchParams(written), form, isOpen: false });
}

async function usageParts(visit: Visit, parts: ConsoleParts, asked: Asked): Promise<UsageParts> {
  const { from: first, to: last } = lastDays(visit, parts, 14);
  const { step = 'day', part = 'model', limit = '50', after, zone: _, ...filters } = asked;
  const { from = first, to = last } = filters;
  const page = { ...filters, from, to, zone: visit.zone, limit, ...(after !== undefined && { after }) };
  // First: it says what is wrong with what was asked.
  const rows = await askOperation(visit, parts, 'listUsage', page);
  const usage = await usagePlot(visit, parts, { from, to, step, filters: { ...filters, part } });
  const shown = { ...page, step, part };
  return {
    usage,
    rows: { ...rows, asked: shown },
    csvAsked: page,
    asked: shown,
    answerTo: operationAddress('listUsage'),
  };
}

interface EventsPage {
  readonly data: readonly ShownEvent[];
  readonly next: string | null;
}

async function endOfLedger(visit: Visit, parts: ConsoleParts): Promise<string | null> {
  const { found } = await askOperation(visit, parts, 'listPostings', { newest: 'true' });
  return (found as EventsPage).next;
}

/** Pages that are read of what came since a place, and events that are shown. */
const [pagesOfTail, eventsShown] = [5, 50];

async function ledgerParts(visit: Visit, parts: ConsoleParts, asked: Asked): Promise<LedgerParts> {
  let events: readonly ShownEvent[] = [];
  let [tail, next] = [await askOperation(visit, parts, 'listPostings', { ...asked, limit: '200' }), ''];
  for (let page = 1; ; page += 1) {
    // `as`: what the operation answers.
    const found = tail.found as EventsPage;
    events = [...events, ...found.data].slice(-eventsShown);
    if (found.next === null || page === pagesOfTail) break;
    next = found.next;
    tail = await askOperation(visit, parts, 'listPostings', { limit: '200', after: next });
  }
  const operation = parts.frame.operations.find(({ id }) => id === 'showWallet');
  const filled = { written: new URLSearchParams(), wrong: null, once: '' };
  return {
    checkpoint: await callOperation(visit, parts, 'showCheckpoint', {}),
    walletForm: operation && readingForm(visit, { ...filled, operation, fields: formFields(operation) }),
    tail: { operation: tail.operation, asked },
    events: events.toReversed(),
  };
}

async function personParts(visit: Visit, parts: ConsoleParts, { user_id = '' }: Asked): Promise<PersonParts> {
  const person = await askOperation(visit, parts, 'showUser', { user_id });
  // `as`: what the operation answers.
  const { tenant_id, group_ids } = person.found as {
    readonly tenant_id: string;
    readonly group_ids: readonly string[];
  };
  const [policies, ...others] = await Promise.all([
    askOperation(visit, parts, 'listUserPolicies', { user_id }),
    callOperation(visit, parts, 'showTenant', { tenant_id }),
    ...group_ids.slice(0, groupsShown).map((group_id) => callOperation(visit, parts, 'showGroup', { group_id })),
  ]);
  const lists = await Promise.all(
    ['listKeys', 'listCharges'].map((id) => callOperation(visit, parts, id, { user_id })),
  );
  const isThere = (answer: Answer | null): answer is Answer => answer !== null;
  return { person, policies, scopes: others.filter(isThere), lists: lists.filter(isThere) };
}

/** Groups of a person whose limits are looked up. */
const groupsShown = 20;
