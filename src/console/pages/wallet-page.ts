import type { AdminOperation } from '../../admin/operation.ts';
import type { Shown } from '../../admin/outputs.ts';
import type { openReservationOutput } from '../../admin/shown/shown-reservation.ts';
import type { wholeWalletOutput } from '../../admin/wallet-operations.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import { figuresOf } from './figures.ts';
import type { ConsolePage } from './frame.ts';
import { liveList } from './live-list.ts';
import { titleOfMember } from './operation-words.ts';
import { actionsOn, shownAnswer, type Answer } from './shown-answer.ts';
import { Links, shownMembers, shownValue, type Showing } from './shown-value.ts';
import { table } from './tables.ts';

type Hold = Shown<typeof openReservationOutput>;

/** A wallet as it is, or as it was. */
export interface WalletParts {
  readonly wallet: Shown<typeof wholeWalletOutput>;
  /** What there is now, or after which event of its stream it is shown. */
  readonly now: WalletNow | WalletThen;
}

/** The event after which a wallet is shown. */
export interface WalletThen {
  readonly revision: number;
  /** Whether none came after it. */
  readonly isNewest: boolean;
}

/** What is held of a wallet, its statement, and what can be done. */
export interface WalletNow {
  readonly shown: AdminOperation;
  readonly statement: Answer;
  /** Its filters. */
  readonly filters: HtmlPart;
  /** `null`: the reader may not see those of the whole wallet. */
  readonly holds: Answer | null;
  /** Those in doubt, with the forms that decide on each. */
  readonly doubtful: readonly { readonly hold: Hold; readonly decisions: HtmlPart }[];
}

/** One wallet: what it has, what is held of it and why, and every posting with the balance after it. */
export function walletPage(visit: Visit, parts: WalletParts, operations: readonly AdminOperation[]): ConsolePage {
  const { words } = visit;
  const { wallet, now } = parts;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const title = titleOfMember(words, 'wallet_id');
  const { id: wallet_id, object: _, lots, ...others } = wallet;
  return {
    title,
    group: 'wallets',
    content: html`<h1>${title}</h1>
      <p><code data-copy>${wallet_id}</code></p>
      ${'revision' in now && atRevision(visit, wallet_id, now)}
      ${wallet.restricted && html`<p class="note">${words.composed.isRestricted}</p>`}
      ${wallet.alert.low && html`<p class="note">${words.composed.isLow}</p>`}
      ${figuresOf(showing, wallet, ['available_eur', 'reserved_eur', 'posted_eur', 'settled_eur'])}
      ${'statement' in now && asNow(showing, { wallet_id, ...now }, operations)} ${creditByOrigin(showing, lots)}
      <h2>${words.composed.details}</h2>
      <dl class="thing">${shownMembers(others, showing)}</dl>`,
  };
}

/** What would be of another time than the balances of then. */
function asNow(
  showing: Showing,
  { wallet_id, shown, statement, filters, holds, doubtful }: WalletNow & { readonly wallet_id: string },
  operations: readonly AdminOperation[],
): Html {
  const { visit } = showing;
  const { words } = visit;
  const topup = operations.find(({ id }) => id === 'requestTopup');
  return html`<p class="actions">
      ${topup !== undefined && visit.may(topup.action) && html`<a class="button main" href="${operationAddress(topup.id, { wallet_id })}">${words.composed.topUp}</a>`}
    </p>
    ${actionsOn(visit, { operation: shown, asked: { wallet_id } }, operations)}
    ${doubtful.length > 0 && html`<h2>${words.composed.inDoubt}</h2>`} ${doubtful.map((each) => inDoubt(showing, each))}
    ${holds !== null && html`<h2>${words.composed.holds}</h2>`} ${holds !== null && openHolds(visit, holds, operations)}
    <h2>${words.composed.statement}</h2>
    ${filters}
    <p class="actions">
      <a class="button" href="${operationAddress('exportEntries', statement.asked)}">${words.composed.csvOfThis}</a>
    </p>
    ${liveList(visit, statement, shownAnswer(visit, statement, operations))}`;
}

/** That it is shown as it was, and the steps to its neighbours in time. */
function atRevision({ words }: Visit, wallet_id: string, { revision, isNewest }: WalletThen): Html {
  const link = (at: number, text: string): Html =>
    html`<a class="button" href="${operationAddress('showWallet', { wallet_id, revision: String(at) })}">${text}</a>`;
  return html`<p class="note">${words.composed.asAfter} ${revision}.</p>
    <p class="actions">
      ${revision > 0 && link(revision - 1, `← ${revision - 1}`)} ${!isNewest && link(revision + 1, `${revision + 1} →`)}
      <a class="button" href="${operationAddress('showWallet', { wallet_id })}">${words.composed.asNow}</a>
    </p>`;
}

function openHolds(visit: Visit, holds: Answer, operations: readonly AdminOperation[]): HtmlPart {
  const { data } = holds.found as { readonly data: readonly object[] };
  return data.length === 0
    ? html`<p class="hint">${visit.words.composed.noHolds}</p>`
    : shownAnswer(visit, holds, operations);
}

/** A hold in doubt, beside what the provider says of it. */
function inDoubt(showing: Showing, { hold, decisions }: { readonly hold: Hold; readonly decisions: HtmlPart }): Html {
  const { id: reservation_id, amount_eur, reserved_at, cause, upstream, billing_record = null } = hold;
  return html`<section class="event" aria-label="${showing.visit.words.composed.inDoubt} ${reservation_id}">
    <dl class="thing">
      ${shownMembers({ reservation_id, amount_eur, reserved_at, cause, upstream, billing_record }, showing)}
    </dl>
    ${decisions}
  </section>`;
}

function creditByOrigin(showing: Showing, found: WalletParts['wallet']['lots']): HtmlPart {
  if (found.length === 0) return null;
  const { words } = showing.visit;
  const names = ['kind', 'expires_at', 'available_eur', 'reserved_eur'] as const;
  return html`<h2>${words.composed.lots}</h2>
    ${table({
      label: words.composed.lots,
      columns: names.map((name) =>
        name.endsWith('_eur') ? { title: titleOfMember(words, name), isRight: true } : titleOfMember(words, name),
      ),
      rows: found.map((lot) => names.map((name) => shownValue(name, lot[name], showing))),
    })}`;
}
