import type { AdminOperation } from '../../admin/operation.ts';
import type { Shown } from '../../admin/outputs.ts';
import type { reservationOutput } from '../../admin/shown/shown-reservation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { writtenCount } from '../../admin/markup/written-values.ts';
import { isPricedCounter, quantityPerPrice } from '../../domain/price-list.ts';
import type { Visit } from '../visit.ts';
import { figuresOf } from './figures.ts';
import type { ConsolePage } from './frame.ts';
import { ledgerEvents, type ShownEvent } from './ledger-events.ts';
import { titleOfMember } from './operation-words.ts';
import { Links, shownMembers, shownValue, spareZeros, type Showing } from './shown-value.ts';
import { table, type Column } from './tables.ts';

/** A charge, its events, and the forms that decide on it. */
export interface ChargeParts {
  readonly charge: Shown<typeof reservationOutput>;
  readonly events: readonly ShownEvent[];
  /** Of a flagged one, for whoever may decide. */
  readonly decisions: HtmlPart;
}

/** One charge: what it came to and why, where the money went, and what proves it. */
export function chargePage(
  visit: Visit,
  { charge, events, decisions }: ChargeParts,
  operations: readonly AdminOperation[],
): ConsolePage {
  const { words } = visit;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const { id, state, attempts, selection, lines, open, ...members } = charge;
  const isEnded = state === 'settled' || state === 'released';
  const { object: _, cost_eur, hold_eur: __, overrun_eur: ___, ...others } = members;
  const title = words.composed.charge;
  return {
    title,
    group: 'charges',
    content: html`<h1>${title}</h1>
      <p><code data-copy>${id}</code></p>
      <p class="${state === 'flagged' ? 'note' : 'hint'}">${words.composed.states[state]}</p>
      ${figuresOf(showing, charge, ['cost_eur', 'hold_eur', 'overrun_eur'])} ${decisions}
      <h2>${words.composed.bill}</h2>
      ${lines.length > 0 ? bill(showing, lines, selection === undefined ? cost_eur : null) : html`<p class="hint">${words.composed.noLines}</p>`}
      ${selection !== undefined && selectionBill(showing, selection)}
      ${attempts.length > 0 && attemptsOf(showing, attempts)}
      <h2>${words.composed.events}</h2>
      ${ledgerEvents(showing, events)}
      ${isEnded && visit.may('charges.read') && html`<p><a class="button" href="${operationAddress('showReceipt', { reservation_id: id })}">${words.composed.receipt}</a></p>`}
      <h2>${words.composed.details}</h2>
      <dl class="thing">
        ${shownMembers({ ...others, ...(open !== undefined && { open: besides(others, open) }) }, showing)}
      </dl>`,
  };
}

/** What a hold has beside its charge. */
function besides(charge: object, open: NonNullable<ChargeParts['charge']['open']>): object {
  const told = new Set(['id', 'amount_eur', 'cause', ...Object.keys(charge)]);
  return Object.fromEntries(Object.entries(open).filter(([name]) => name === 'price_list' || !told.has(name)));
}

type Lines = ChargeParts['charge']['lines'];

function bill(shown: Showing, lines: Lines, sum: string | null): Html {
  const { words } = shown.visit;
  const amounts = [...lines, ...(sum === null ? [] : [{ amount_eur: sum }])];
  const showing = { ...shown, spare: spareZeros(['unit_price_eur', 'amount_eur'], amounts, shown.visit) };
  const right = (name: string): Column => ({ title: titleOfMember(words, name), isRight: true });
  return table({
    label: words.composed.bill,
    columns: [titleOfMember(words, 'counter'), right('quantity'), right('unit_price_eur'), right('amount_eur')],
    rows: lines.map(({ counter, quantity, unit_price_eur, amount_eur, above_input_tokens }) => [
      html`${titleOfMember(words, counter)}${above_input_tokens !== undefined && html` <small>&gt; ${above_input_tokens}</small>`}`,
      shownValue('quantity', quantity, showing),
      [pricedQuantity(counter, showing), shownValue('unit_price_eur', unit_price_eur, showing)],
      shownValue('amount_eur', amount_eur, showing),
    ]),
    ...(sum !== null && { sums: [words.composed.sum, null, null, shownValue('amount_eur', sum, showing)] }),
  });
}

/** What the price of a counter is for: a million tokens, an hour. */
function pricedQuantity(counter: string, { visit }: Showing): HtmlPart {
  if (!isPricedCounter(counter)) return null;
  const quantity = writtenCount(Number(quantityPerPrice(counter)), visit.words);
  return html`<small class="hint">${visit.words.composed.pricedPer} ${quantity}:</small> `;
}

function selectionBill(showing: Showing, selection: NonNullable<ChargeParts['charge']['selection']>): Html {
  const { lines, cost_eur, ...others } = selection;
  return html`<h3>${showing.visit.words.composed.choice}</h3>
    ${lines.length > 0 && bill(showing, lines, cost_eur)}
    <dl class="thing">${shownMembers(others, showing)}</dl>`;
}

function attemptsOf(showing: Showing, attempts: ChargeParts['charge']['attempts']): Html {
  const { words } = showing.visit;
  const names = ['attempt', 'target', 'upstream', 'failure', 'outcome', 'left_open'] as const;
  const columns = names.filter((name) => attempts.some((each) => each[name] !== undefined));
  return html`<h2>${words.composed.attempts}</h2>
    ${table({
      label: words.composed.attempts,
      columns: columns.map((name) => titleOfMember(words, name)),
      rows: attempts.map((attempt) => columns.map((name) => shownValue(name, attempt[name], showing))),
    })}`;
}
