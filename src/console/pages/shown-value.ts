import type { AdminOperation } from '../../admin/operation.ts';
import { groupOf, pathNames } from '../../admin/operation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { writtenAmount, writtenCount, writtenDate, writtenTime } from '../../admin/markup/written-values.ts';
import type { Visit } from '../visit.ts';
import { budgetsInWords } from './budget-words.ts';
import { valueIn } from '../texts/said-in.ts';
import { titleOfGroup, titleOfMember, titleOfVerb } from './operation-words.ts';
import { table } from './tables.ts';

/** Where the ids of an answer lead. */
export class Links {
  readonly #visit: Visit;
  readonly #operations: readonly AdminOperation[];

  constructor(visit: Visit, operations: readonly AdminOperation[]) {
    this.#visit = visit;
    this.#operations = operations;
  }

  /** The page of what has this id, where the reader may see such things; `null`: none. */
  to(member: string, id: string): string | null {
    const found = this.#operations.find(
      (operation) =>
        operation.method === 'get' &&
        operation.path.endsWith(`/{${member}}`) &&
        pathNames(operation).length === 1 &&
        this.#visit.may(operation.action),
    );
    return found === undefined ? null : operationAddress(found.id, { [member]: id });
  }

  /** What an operation is called on its page; `null`: there is none of this id. */
  titleOf(id: string): string | null {
    const found = this.#operations.find((operation) => operation.id === id);
    if (found === undefined) return null;
    const { words } = this.#visit;
    return `${titleOfGroup(words, groupOf(found))}: ${titleOfVerb(words, found)}`;
  }
}

export interface Showing {
  readonly visit: Visit;
  readonly links: Links;
  /** Of the zeros behind the amounts of a column, how many no row needs to stand below the others. Absent: none. */
  readonly spare?: ReadonlyMap<string, number>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Members that are days of a zone: what else looks like one may be somebody's words. */
const daysAre = /^day$|_on$|_date$/;

/** A member of an answer, as a person reads it. */
export function shownValue(name: string, value: unknown, showing: Showing): HtmlPart {
  const { visit } = showing;
  if (value === null || value === undefined || value === '') return html`<span class="none">–</span>`;
  if (typeof value === 'boolean') return value ? visit.words.form.yes : visit.words.form.no;
  if (typeof value === 'number') return writtenCount(value, visit.words);
  if (typeof value === 'string') return shownText(name, value, showing);
  if (Array.isArray(value)) return shownList(name, value, showing);
  // What levels have set, by the name of what is set.
  const about = name.endsWith('_by') ? 'level' : null;
  return html`<dl class="inner">${shownMembers(value, showing, about)}</dl>`;
}

function shownText(name: string, text: string, { visit, links, spare }: Showing): HtmlPart {
  if (name.endsWith('_eur')) {
    const amount = writtenAmount(text, visit.words);
    if (amount !== null) {
      const needless = spare?.get(name) ?? 0;
      return html`<data class="amount" value="${text}"
        >${amount.text}<span class="zeros">${amount.zeros.slice(needless)}</span
        >${needless > 0 && html`<span class="zeros spare">${amount.zeros.slice(0, needless)}</span>`}</data
      >`;
    }
  }
  if (name.endsWith('_svg')) return drawing(text);
  const time = writtenTime(text, visit.words, visit.zone);
  if (time !== null) return html`<time datetime="${text}" title="${text}">${time}</time>`;
  if (daysAre.test(name) && !Number.isNaN(Date.parse(text)))
    return html`<time datetime="${text}">${writtenDate(text, visit.words)}</time>`;
  const title = name === 'operation' ? links.titleOf(text) : null;
  if (title !== null) return html`<span title="${text}">${title}</span>`;
  const isId = uuid.test(text);
  const address = links.to(name, text);
  const shown = isId
    ? html`<code class="id" data-copy>${text}</code>`
    : html`<bdi>${valueIn(visit.language, name, text)}</bdi>`;
  return address === null ? shown : html`<a href="${address}">${shown}</a>`;
}

/** How many zeros no amount of a column needs, by the name of the column. */
export function spareZeros(
  names: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  { words }: Visit,
): ReadonlyMap<string, number> {
  const zeros = (value: unknown): number[] => {
    const amount = typeof value === 'string' ? writtenAmount(value, words) : null;
    return amount === null ? [] : [amount.zeros.length];
  };
  const amounts = names.filter((name) => name.endsWith('_eur'));
  return new Map(amounts.map((name) => [name, Math.min(9, ...rows.flatMap((row) => zeros(row[name])))]));
}

/** A drawing that the API has made: as an image, in which no script runs. */
function drawing(svg: string): Html {
  return html`<img class="drawing" alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" />`;
}

function shownList(name: string, list: readonly unknown[], showing: Showing): HtmlPart {
  if (list.length === 0) return html`<span class="none">–</span>`;
  // `as`: what operations show under this name.
  if (name === 'budgets') {
    const budgets = list as Parameters<typeof budgetsInWords>[0];
    return budgetsInWords(budgets, showing.visit.words, (each, text) => shownValue(each, text, showing));
  }
  const isPlain = list.every((each) => typeof each !== 'object');
  if (isPlain) return list.map((each, index) => [index > 0 && ', ', shownValue(name, each, showing)]);
  return shownRecords(name, list as readonly Readonly<Record<string, unknown>>[], showing);
}

/** Records of one kind: a row each. */
function shownRecords(name: string, records: readonly Readonly<Record<string, unknown>>[], showing: Showing): Html {
  const { words } = showing.visit;
  const names = [...new Set(records.flatMap((each) => Object.keys(each)))].filter((each) => each !== 'object');
  const inColumns = { ...showing, spare: spareZeros(names, records, showing.visit) };
  return table({
    label: titleOfMember(words, name),
    columns: names.map((each) =>
      records.some((record) => isRightAligned(each, record[each]))
        ? { title: titleOfMember(words, each), isRight: true }
        : titleOfMember(words, each),
    ),
    rows: records.map((record) => names.map((each) => shownValue(causeIn(each, record), record[each], inColumns))),
  });
}

/** What the cause of a movement of a bill is the id of: a top-up among the top-ups. */
function causeIn(name: string, { sum }: Readonly<Record<string, unknown>>): string {
  return name === 'cause_id' && typeof sum === 'string' ? `${sum.replace(/s$/, '')}_id` : name;
}

/** The name under which others have the id of an object: `key_id`. A charge is shown with its hold. */
export function idOfObject(object: unknown): string {
  if (object === 'api_key') return 'key_id';
  return object === 'charge' ? 'reservation_id' : `${String(object)}_id`;
}

/** Each member with its name. `about`: what the values are; `null`: what the names say. */
export function shownMembers(found: object, showing: Showing, about: string | null = null): HtmlPart {
  const meant = (name: string): string => (name === 'id' ? idOfObject(Reflect.get(found, 'object')) : name);
  return Object.entries(found).map(
    ([name, value]) =>
      name !== 'object' &&
      html`<div>
        <dt>${titleOfMember(showing.visit.words, name)}</dt>
        <dd>${shownValue(about ?? meant(name), value, showing)}</dd>
      </div>`,
  );
}

/** Whether values of a member are read from their last digit. */
export function isRightAligned(name: string, value: unknown): boolean {
  return typeof value === 'number' || name.endsWith('_eur');
}
