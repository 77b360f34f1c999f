import type { AdminOperation } from '../../admin/operation.ts';
import { eurFromNano } from '../../domain/money.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { writtenCount } from '../../admin/markup/written-values.ts';
import type { UsagePlot } from '../usage-plot.ts';
import type { Visit } from '../visit.ts';
import { barsPlot } from './bars-plot.ts';
import { figures } from './figures.ts';
import type { ConsolePage } from './frame.ts';
import { titleOfGroup, titleOfMember } from './operation-words.ts';
import { shownAnswer, type Answer } from './shown-answer.ts';
import { Links, shownValue, type Showing } from './shown-value.ts';

/** The usage of a period: drawn, summed, and row by row. */
export interface UsageParts {
  readonly usage: UsagePlot;
  readonly rows: Answer;
  /** What the rows were asked for, as the CSV is. */
  readonly csvAsked: Readonly<Record<string, string>>;
  /** What the page was asked for, by the names of its form. */
  readonly asked: Readonly<Record<string, string>>;
  readonly answerTo: string;
}

const fields = ['tenant_id', 'user_id', 'key_id', 'model', 'surface'] as const;
const parts = ['model', 'key_id', 'user_id', 'surface'] as const;
const steps = ['hour', 'day', 'month'] as const;

/** What was used: by hours, days or months of the reader's zone, divided by what they choose, with the rows below. */
export function usagePage(visit: Visit, page: UsageParts, operations: readonly AdminOperation[]): ConsolePage {
  const { words } = visit;
  const { usage, rows } = page;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const title = titleOfGroup(words, 'usage');
  return {
    title,
    group: 'usage',
    content: html`<h1>${title}</h1>
      ${periodForm(visit, page)} ${!usage.whole && html`<p class="note">${words.plot.notWhole}</p>`}
      ${totals(showing, page)} ${barsPlot(visit, usage.plot) ?? html`<p class="hint">${words.plot.nothing}</p>`}
      <h2>${words.plot.rows}</h2>
      <p class="actions">
        <a class="button" href="${operationAddress('exportUsage', page.csvAsked)}">${words.composed.csvOfThis}</a>
        <a class="button" href="${operationAddress('exportUsageWorkbook', withoutPage(page.csvAsked))}"
          >${words.verbs.workbook}</a
        >
      </p>
      ${shownAnswer(visit, rows, operations)}`,
  };
}

/** The whole period, of which the rows are a page. */
function withoutPage(asked: UsageParts['asked']): Readonly<Record<string, string>> {
  const { after: _, limit: __, ...filters } = asked;
  return filters;
}

function totals(showing: Showing, { usage: { totals: sums }, asked }: UsageParts): Html {
  const { words, zone } = showing.visit;
  const count = (sum: bigint): string => writtenCount(Number(sum), words);
  const { from, to, tenant_id, user_id, key_id, model: profile, by } = asked;
  // Charges are not filtered by all that usage is.
  const isWider = ['surface', 'wallet_id'].some((name) => asked[name] !== undefined);
  const tag = by?.startsWith('tag:') === true ? by.slice('tag:'.length) : undefined;
  const charges = (more: Readonly<Record<string, string>>): string | null =>
    isWider
      ? null
      : operationAddress('listCharges', { tenant_id, user_id, key_id, profile, tag, from, to, zone, ...more });
  return figures([
    {
      title: titleOfMember(words, 'cost_eur'),
      value: shownValue('cost_eur', eurFromNano(sums.cost_eur), showing),
      address: charges({ state: 'settled' }),
    },
    { title: titleOfMember(words, 'requests'), value: count(sums.requests), address: charges({}) },
    { title: titleOfMember(words, 'errors'), value: count(sums.errors), address: charges({ state: 'released' }) },
    { title: words.plot.estimates, value: count(sums.estimates), address: charges({ estimate: 'true' }) },
    { title: words.plot.overruns, value: count(sums.overruns), address: charges({ overrun: 'true' }) },
  ]);
}

function periodForm({ words, may }: Visit, { asked, answerTo }: UsageParts): Html {
  const option = (value: string, text: string, chosen: string | undefined): Html =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`;
  const field = (name: string, control: HtmlPart): Html =>
    html`<p><label for="f-${name}">${titleOfMember(words, name)}</label>${control}</p>`;
  const text = (name: string, type: string): Html =>
    html`<input id="f-${name}" name="${name}" type="${type}" value="${asked[name] ?? ''}" autocomplete="off" />`;
  const shown = may('actions.read') ? fields : fields.filter((name) => name !== 'tenant_id' && name !== 'user_id');
  const isFiltered = [...shown, 'by'].some((name) => asked[name] !== undefined);
  return html`<form method="get" action="${answerTo}" class="fields row">
    ${field('from', text('from', 'date'))} ${field('to', text('to', 'date'))}
    ${field(
      'step',
      html`<select id="f-step" name="step">
        ${steps.map((step) => option(step, words.plot.steps[step], asked['step']))}
      </select>`,
    )}
    ${field(
      'part',
      html`<select id="f-part" name="part">
        ${parts.map((part) => option(part, titleOfMember(words, part), asked['part']))}
      </select>`,
    )}
    <details ${isFiltered && html`open`}>
      <summary>${words.form.filters}</summary>
      ${shown.map((name) => field(name, text(name, 'text')))} ${field('by', text('by', 'text'))}
      ${field('zone', text('zone', 'text'))}
      <p class="hint">${words.plot.byTag}</p>
    </details>
    <p class="submit"><button class="main">${words.form.show}</button></p>
  </form>`;
}
