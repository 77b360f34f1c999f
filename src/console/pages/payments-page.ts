import type { Imported, Matched, WhyUnmatched } from '../../admin/bank/import-statements.ts';
import type { AdminOperation } from '../../admin/operation.ts';
import { rowsOf } from '../../admin/shown/list-columns.ts';
import type { GatewayError } from '../../errors.ts';
import { addressOf, operationAddress } from '../address-of.ts';
import { formTokenField, onceField } from '../forms/asked-in-form.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { refusalNote } from './open-pages.ts';
import { codeIn, titleOfMember } from './operation-words.ts';
import { shownAnswer, type Answer } from './shown-answer.ts';
import { Links, shownValue, spareZeros, type Showing } from './shown-value.ts';
import { table, type Column } from './tables.ts';

/** A bank file before it is looked at, as it was looked at, or as it was booked. */
export interface PaymentsParts {
  /** The idempotency key of what is sent next. */
  readonly once: string;
  /** The file in base64, and what becomes of its entries; `null`: none was sent. */
  readonly read: { readonly statement: string; readonly imported: Imported & { readonly booked: boolean } } | null;
  readonly refusal: GatewayError | null;
  /** The first top-ups that nobody has paid; `null`: the reader may not see them, or they cannot be read. */
  readonly waiting: Answer | null;
}

/** A file that can be read, of a payment that pays nothing. */
const sample = `bank_reference,bank_date,received_eur,remittance
BANK-0001,2026-01-31,25.00,WB-0123456789ABCDEF`;

/** Rows of each kind that are shown. */
const rowsShown = 200;

/** The page that takes a file of the bank: first it says what would become of each entry, then it books. */
export function paymentsPage(
  visit: Visit,
  { once, read, refusal, waiting }: PaymentsParts,
  operations: readonly AdminOperation[],
): ConsolePage {
  const { words } = visit;
  const isToBook = read !== null && !read.imported.booked && read.imported.credited.length > 0;
  const title = words.home.makes.payments;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  return {
    title,
    group: 'payments',
    content: html`<h1>${title}</h1>
      ${refusal !== null && refusalNote(visit, refusal)} ${read !== null && outcome(showing, read.imported)}
      ${read !== null && isToBook && bookingForm(visit, once, read.statement)}
      ${(read === null || read.imported.booked) && [uploadForm(visit), waitingTopups(visit, waiting, operations)]}`,
  };
}

function uploadForm({ words, session }: Visit): Html {
  return html`<form method="post" action="${addressOf('/payments')}" enctype="multipart/form-data" class="fields">
    <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
    <div class="field">
      <label for="statement">${words.composed.bankFile}</label>
      <input id="statement" name="statement" type="file" required aria-describedby="about" />
      <p class="hint" id="about">${codeIn(words.composed.bankFileAbout)}</p>
    </div>
    <details>
      <summary>${words.composed.sample}</summary>
      <pre><code data-copy>${sample}</code></pre>
      <p class="hint">${words.composed.sampleAbout}</p>
    </details>
    <p class="submit"><button class="main">${words.composed.look}</button></p>
  </form>`;
}

/** What a payment names, and how much of it is expected. */
function waitingTopups(visit: Visit, waiting: Answer | null, operations: readonly AdminOperation[]): HtmlPart {
  if ((rowsOf(waiting?.found ?? {})?.length ?? 0) === 0 || waiting === null) return null;
  const columns = ['reference', 'amount_eur', 'wallet_id', 'id'];
  return html`<h2>
      <a href="${operationAddress(waiting.operation.id, waiting.asked)}">${visit.words.composed.waiting}</a>
    </h2>
    ${shownAnswer(visit, { ...waiting, columns, found: { ...waiting.found, next: null } }, operations)}`;
}

function bookingForm({ words, session }: Visit, once: string, statement: string): Html {
  return html`<form method="post" action="${addressOf('/payments')}" class="fields">
    <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
    <input type="hidden" name="${onceField}" value="${once}" />
    <input type="hidden" name="statement" value="${statement}" />
    <input type="hidden" name="book" value="true" />
    <p class="submit">
      <button class="main">${words.composed.book}</button>
      <a class="button" href="${addressOf('/payments')}">${words.composed.otherFile}</a>
    </p>
  </form>`;
}

function outcome(showing: Showing, imported: Imported & { readonly booked: boolean }): Html {
  const { composed } = showing.visit.words;
  const { booked, credited, already, unmatched, refused, returned, reversed } = imported;
  const isNothing = [credited, already, unmatched, refused, returned, reversed].every(({ length }) => length === 0);
  return html`<p class="${booked ? 'done' : 'note'}" role="status">
      ${booked ? composed.isBooked : composed.notBooked}
    </p>
    ${isNothing && html`<p class="hint">${composed.noEntries}</p>`}
    ${matched(showing, booked ? composed.credited : composed.toCredit, credited)}
    ${unmatchedEntries(showing, unmatched)} ${matched(showing, composed.refused, refused, ({ refusal }) => refusal)}
    ${matched(showing, composed.returned, returned, ({ text }) => text)}
    ${matched(showing, composed.reversed, reversed)} ${matched(showing, composed.already, already)}`;
}

function matched<Entry extends Matched>(
  showing: Showing,
  title: string,
  entries: readonly Entry[],
  why?: (entry: Entry) => string,
): HtmlPart {
  const { words } = showing.visit;
  const name = (member: string): string => titleOfMember(words, member);
  const amount: Column = { title: name('amount_eur'), isRight: true };
  const last = why === undefined ? [] : [name('reason')];
  const columns = [name('bank_date'), amount, name('bank_reference'), name('topup_id'), ...last];
  const amounts = entries.map(({ amount_eur }) => ({ amount_eur }));
  const inColumn = { ...showing, spare: spareZeros(['amount_eur'], amounts, showing.visit) };
  return section(showing, { title, entries, columns }, (entry) => [
    shownValue('bank_date', entry.bank_date, showing),
    shownValue('amount_eur', entry.amount_eur, inColumn),
    html`<bdi>${entry.bank_reference}</bdi>`,
    shownValue('topup_id', entry.topup_id, showing),
    why !== undefined && html`<bdi>${why(entry)}</bdi>`,
  ]);
}

function unmatchedEntries(showing: Showing, entries: Imported['unmatched']): HtmlPart {
  const { words } = showing.visit;
  const name = (member: string): string => titleOfMember(words, member);
  const columns: readonly Column[] = [
    name('bank_date'),
    { title: name('amount'), isRight: true },
    name('bank_reference'),
    name('reason'),
    words.composed.payerWrote,
  ];
  return section(showing, { title: words.composed.unmatched, entries, columns }, (entry) => [
    html`<bdi>${entry.bank_date}</bdi>`,
    html`<bdi>${entry.amount} ${entry.currency}</bdi>`,
    html`<bdi>${entry.bank_reference}</bdi>`,
    [whyOf(words.composed.whys, entry.why), entry.topup_ids.map((id) => [' ', shownValue('topup_id', id, showing)])],
    html`<bdi>${entry.text.slice(0, 140)}</bdi>`,
  ]);
}

function whyOf(whys: Readonly<Record<WhyUnmatched, string>>, why: WhyUnmatched): string {
  return whys[why];
}

interface Listed<Entry> {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly columns: readonly Column[];
}

function section<Entry>(
  { visit: { words } }: Showing,
  { title, entries, columns }: Listed<Entry>,
  row: (entry: Entry) => readonly HtmlPart[],
): HtmlPart {
  if (entries.length === 0) return null;
  const more = entries.length - rowsShown;
  const rows = entries.slice(0, rowsShown).map((entry) => row(entry).slice(0, columns.length));
  return html`<h2>${title} (${entries.length})</h2>
    ${table({ label: title, columns, rows })} ${more > 0 && html`<p class="hint">${words.composed.more}: ${more}</p>`}`;
}
