import type { AdminOperation } from '../../admin/operation.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { writtenCount } from '../../admin/markup/written-values.ts';
import { wholeOf } from '../../domain/cost.ts';
import { eurFromNano } from '../../domain/money.ts';
import {
  createPriceList,
  pricedCounters,
  quantityPerPrice,
  type PricedCounter,
  type PriceListRecord,
  type Tariff,
  type UnitPrices,
} from '../../domain/price-list.ts';
import { operationAddress } from '../address-of.ts';
import type { Visit } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { titleOfGroup, titleOfMember, titleOfVerb } from './operation-words.ts';
import type { Answer } from './shown-answer.ts';
import { Links, shownValue, spareZeros, type Showing } from './shown-value.ts';
import { table } from './tables.ts';

interface ListedPriceList {
  readonly profile: string;
  readonly target: string | null;
  readonly id: string;
  readonly version: string;
  readonly since: string;
  readonly until: string | null;
  readonly price_list: PriceListRecord;
}

export interface PricesParts {
  readonly lists: Answer;
  readonly filters: HtmlPart;
}

/** The price lists in force; of one profile their prices, and those before. */
export function pricesPage(
  visit: Visit,
  { lists, filters }: PricesParts,
  operations: readonly AdminOperation[],
): ConsolePage {
  const { words } = visit;
  const title = titleOfGroup(words, 'prices');
  // `as`: what the operation answers.
  const { data, next } = lists.found as { readonly data: readonly ListedPriceList[]; readonly next: string | null };
  const [inForce, earlier] = [data.filter(({ until }) => until === null), data.filter(({ until }) => until !== null)];
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const isOne = lists.asked['profile'] !== undefined;
  return {
    title,
    group: 'prices',
    content: html`<h1>${title}</h1>
      <p class="hint">${words.composed.pricesAbout}</p>
      ${actions(visit, lists, operations)} ${filters}
      ${data.length === 0 && html`<div class="empty"><p>${words.answer.empty}</p></div>`}
      ${isOne ? inForce.map((list) => wholeList(showing, list)) : listsInForce(showing, lists.asked, inForce)}
      ${
        earlier.length > 0 &&
        html`<h2>${words.composed.earlierLists}</h2>
          ${earlier.map(
            (list) =>
              html`<details>
                <summary>${headOf(showing, list)}</summary>
                ${pricesOf(showing, list.price_list)}
              </details>`,
          )}`
      }
      ${next !== null && html`<p class="pager"><a rel="next" href="${operationAddress('listPriceLists', { ...lists.asked, after: next })}">${words.answer.next}</a></p>`}`,
  };
}

function listsInForce(showing: Showing, asked: Answer['asked'], lists: readonly ListedPriceList[]): HtmlPart {
  const { words } = showing.visit;
  const hasTargets = lists.some(({ target }) => target !== null);
  const names = ['profile', ...(hasTargets ? (['target'] as const) : []), 'id', 'version', 'since'] as const;
  const { after: _, ...whose } = asked;
  const address = (profile: string): string =>
    operationAddress('listPriceLists', { ...whose, profile, history: 'true' });
  return (
    lists.length > 0 &&
    table({
      label: titleOfGroup(words, 'prices'),
      columns: names.map((name) => titleOfMember(words, name === 'id' ? 'price_list' : name)),
      rows: lists.map((list) =>
        names.map((name) =>
          name === 'profile'
            ? html`<a href="${address(list.profile)}"><bdi>${list.profile}</bdi></a>`
            : shownValue(name, list[name], showing),
        ),
      ),
    })
  );
}

function wholeList(showing: Showing, list: ListedPriceList): Html {
  return html`<h2>${headOf(showing, list)}</h2>
    ${pricesOf(showing, list.price_list)}`;
}

/** Which list it is, and when it was in force. */
function headOf(showing: Showing, { profile, target, id, version, since, until }: ListedPriceList): Html {
  const { words } = showing.visit;
  const when = (name: 'since' | 'until', at: string): HtmlPart => [
    `${titleOfMember(words, name)} `,
    shownValue(name, at, showing),
  ];
  return html`<bdi>${profile}</bdi>${target !== null && html` · <bdi>${target}</bdi>`} · <bdi>${id} ${version}</bdi>
    <small>${when('since', since)}${until !== null && [', ', when('until', until)]}</small>`;
}

/** The prices of a list: a row for each counter, a column for each service tier and each length of the input. */
function pricesOf(showing: Showing, list: PriceListRecord): Html {
  const { words } = showing.visit;
  const whole = createPriceList(list);
  const tariffs = [['', whole] as const, ...whole.tiers];
  const columns = tariffs.flatMap(([tier, tariff]) =>
    columnsOf(tier === '' ? words.composed.ordinaryTier : tier, tariff, showing),
  );
  const rows = pricedCounters.filter((counter) =>
    isShown(
      counter,
      columns.map(({ prices }) => prices),
    ),
  );
  const amounts = rows.flatMap((counter) =>
    columns.map(({ prices }) => ({ unit_price_eur: eurFromNano(prices[counter]) })),
  );
  const aligned = { ...showing, spare: spareZeros(['unit_price_eur'], amounts, showing.visit) };
  return table({
    label: titleOfMember(words, 'price_list'),
    columns: [
      titleOfMember(words, 'counter'),
      words.composed.pricedPer,
      ...columns.map(({ title }) => ({ title, isRight: true as const })),
    ],
    rows: rows.map((counter) => [
      titleOfMember(words, counter),
      writtenCount(Number(quantityPerPrice(counter)), words),
      ...columns.map(({ prices }) => shownValue('unit_price_eur', eurFromNano(prices[counter]), aligned)),
    ]),
  });
}

function columnsOf(tier: string, { prices, above }: Tariff, { visit }: Showing) {
  const longer = above.map(({ aboveInputTokens, prices: ofLong }) => ({
    title: `${tier}, > ${writtenCount(aboveInputTokens, visit.words)}`,
    prices: ofLong,
  }));
  return [{ title: `${tier}, €`, prices }, ...longer];
}

/** What a part of the input or the output costs is told where it is not what the whole costs. */
function isShown(counter: PricedCounter, columns: readonly UnitPrices[]): boolean {
  const whole = wholeOf(counter);
  if (whole === counter) return true;
  return columns.some((prices) => prices[counter] !== (whole === null ? 0n : prices[whole]));
}

/** What may be done with the prices of those whose lists are seen. */
function actions({ words, may }: Visit, { asked }: Answer, operations: readonly AdminOperation[]): HtmlPart {
  const { tenant_id, reseller_id } = asked;
  const scope_id = tenant_id ?? reseller_id;
  if (scope_id === undefined) return null;
  const scope = { scope_kind: tenant_id === undefined ? 'reseller' : 'tenant', scope_id };
  const links = ['setPrices', 'showPrices'].flatMap((id) => {
    const operation = operations.find((each) => each.id === id);
    return operation === undefined || !may(operation.action)
      ? []
      : [html`<a class="button" href="${operationAddress(id, scope)}">${titleOfVerb(words, operation)}</a>`];
  });
  return html`<p class="actions">${links}</p>`;
}
