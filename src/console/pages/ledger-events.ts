import { eurFromNano, nanoFromSum } from '../../domain/money.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { operationAddress } from '../address-of.ts';
import type { Visit } from '../visit.ts';
import { shownValue, spareZeros, type Showing } from './shown-value.ts';
import { table } from './tables.ts';

/** An event as operations show it. */
export interface ShownEvent {
  readonly position: string;
  readonly recorded_at: string;
  readonly event_id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly postings: readonly {
    readonly debit_account: string;
    readonly credit_account: string;
    readonly amount_eur: string;
  }[];
}

/** Events with what each takes from accounts and gives to others: the sum of it is zero, and is seen. */
export function ledgerEvents(showing: Showing, events: readonly ShownEvent[]): Html {
  return html`${events.map((event) => ledgerEvent(showing, event))}`;
}

function ledgerEvent(showing: Showing, event: ShownEvent): Html {
  const { words } = showing.visit;
  const { type, recorded_at, stream, revision, event_id, postings } = event;
  return html`<section class="event" aria-label="${type} ${event.position}">
    <h3>${type}</h3>
    <p class="hint">
      ${shownValue('recorded_at', recorded_at, showing)} · ${streamOf(showing, stream, revision)}
      ${words.composed.revision} ${revision} ·
      <code class="id" data-copy>${event_id}</code>
    </p>
    ${postings.length > 0 && postingsTable(showing.visit, event, showing)}
  </section>`;
}

/** The wallet whose stream it is; `null`: it is of something else. */
export function walletOfStream(stream: string): string | null {
  return /^wallet-([0-9a-f-]{36})$/.exec(stream)?.[1] ?? null;
}

/** A stream; of a wallet, the wallet as the event left it. */
function streamOf({ visit }: Showing, stream: string, revision: number): Html {
  const wallet_id = walletOfStream(stream);
  if (wallet_id === null || !visit.may('wallets.read')) return html`<bdi>${stream}</bdi>`;
  return html`<a href="${operationAddress('showWallet', { wallet_id, revision: String(revision) })}">${stream}</a>`;
}

function postingsTable(visit: Visit, { postings, position }: ShownEvent, showing: Showing): HtmlPart {
  const { words } = visit;
  const lines = postings.flatMap(({ debit_account, credit_account, amount_eur }) => [
    { account: debit_account, change: -nanoFromSum(amount_eur) },
    { account: credit_account, change: nanoFromSum(amount_eur) },
  ]);
  const inColumn = { ...showing, spare: spareZeros(['amount_eur'], postings, visit) };
  const amount = (nano: bigint): HtmlPart => shownValue('amount_eur', eurFromNano(nano), inColumn);
  const sum = lines.reduce((before, { change }) => before + change, 0n);
  return table({
    label: `${words.composed.postings} ${position}`,
    columns: [words.composed.account, { title: words.members.amount_eur, isRight: true }],
    rows: lines.map(({ account, change }) => [html`<bdi>${account}</bdi>`, amount(change)]),
    sums: [words.composed.sum, amount(sum)],
  });
}
