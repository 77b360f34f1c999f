import { counterPlaces, countersBeside, type CounterName, type PlaceRow } from '../../domain/counters/dialects.ts';
import { confirmedTotals, countIn, tokenTotals } from '../../domain/counters/token-totals.ts';
import {
  partsOf,
  reportedCounters,
  withEarlier,
  type Counters,
  type ReadCounters,
} from '../../domain/counters/reported-counters.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';

/** Counters that an answer, or a record of a stream, has at one place. */
export interface FoundCounters {
  readonly place: PlaceRow;
  /** They are those of one of several answers: its `index`, as written, or its position. `null`: of the whole answer. */
  readonly choice: string | null;
  readonly read: ReadCounters;
}

/**
 * Finds the counters in an answer or a record by the rows of the table, in their order, up to the first place that
 * counted anything; and, where its total does not confirm it, the totals of the next that one confirms. Nothing else of it
 * is decoded.
 */
export function findCounters(object: JsonObjectText, surface: string): readonly FoundCounters[] {
  const { places, beside } = rowsFor(surface);
  // Streams have many records without counters.
  const mayBeDeep = object.bytes.includes('usage');
  const found: FoundCounters[] = [];
  let first: FoundCounters | null = null;
  for (const { row, steps } of places) {
    if (steps.length > 1 && !mayBeDeep) continue;
    // One choice tells no total of all, and an answer may have a hundred thousand.
    if (first !== null && row.at.includes('[]')) continue;
    for (const { span, holder, choice } of countersAt(object, steps, null)) {
      const counters = holder.value(span) as Counters;
      const read = reportedCounters(
        surface,
        beside.length === 0 ? counters : { ...counters, ...besideIn(holder, beside)?.counters },
      );
      const each = { place: row, choice, read };
      const confirmed = first === null ? null : confirmedBy(each, first, surface);
      if (confirmed !== null) return [confirmed];
      if (first === null) found.push(each);
    }
    if (first !== null) continue;
    const counting = found.filter(
      ({ read: { reported } }) => countIn(reported, 'input_tokens') + countIn(reported, 'output_tokens') > 0,
    );
    if (counting.length === 0) continue;
    const [only] = counting;
    if (only === undefined || only.choice !== null || only.read.passes.length > 0 || isConfirmed(only.read, surface))
      break;
    first = only;
  }
  const alone = found.length > 0 || beside.length === 0 ? null : besideIn(object, beside);
  return alone === null ? found : [{ place: alone.row, choice: null, read: reportedCounters(surface, alone.counters) }];
}

function isConfirmed({ reported }: Pick<ReadCounters, 'reported'>, surface: string): boolean {
  return confirmedTotals(reported, { surface, areCachesBeside: false }) !== null;
}

/**
 * What a first place counted, with the total of another one, or all totals of it, where these confirm each other; `null`:
 * they do not, or count less. An upstream may repeat what its caller sent, so that its kinds are never read from there.
 */
function confirmedBy(other: FoundCounters, first: FoundCounters, surface: string): FoundCounters | null {
  const { input_tokens, output_tokens, total_tokens } = other.read.reported;
  if (!input_tokens || !output_tokens || !total_tokens) return null;
  const candidates = [
    [first.place, { total_tokens }],
    [other.place, { input_tokens, output_tokens, total_tokens }],
  ] as const;
  for (const [place, totals] of candidates) {
    const read = { ...first.read, reported: { ...first.read.reported, ...totals } };
    if (isConfirmed(read, surface) && countsNoLess(read, first.read, surface)) return { ...first, place, read };
  }
  return null;
}

/**
 * What a first place counted, with the totals that another record tells at another place: those that the first has not, those
 * that a total confirms, or all of them. `null`: they count less.
 */
export function withOther(other: FoundCounters, first: FoundCounters, surface: string): FoundCounters | null {
  const { reported } = other.read;
  const lacking = (['input_tokens', 'output_tokens'] as const).filter(
    (name) => countIn(first.read.reported, name) === 0 && countIn(reported, name) > 0,
  );
  const takes = (names: readonly CounterName[]): FoundCounters | null => {
    const read = { ...first.read, reported: { ...first.read.reported, ...partsOf(reported, names) } };
    return names.length > 0 && countsNoLess(read, first.read, surface) ? { ...first, read } : null;
  };
  const isWhole = countIn(reported, 'input_tokens') > 0 && countIn(reported, 'output_tokens') > 0;
  return (
    takes(lacking) ??
    confirmedBy(other, first, surface) ??
    (isWhole ? takes(['input_tokens', 'output_tokens', 'total_tokens']) : null)
  );
}

/** What a place counted, with the kinds that an earlier record told at another place, if it counted the same. */
export function withKindsOf({ read }: FoundCounters, later: FoundCounters): FoundCounters {
  const isSame = (['input_tokens', 'output_tokens'] as const).every(
    (name) => countIn(read.reported, name) === countIn(later.read.reported, name),
  );
  return isSame ? { ...later, read: withEarlier(later.read, read) } : later;
}

function countsNoLess(one: ReadCounters, other: ReadCounters, surface: string): boolean {
  const reading = { surface, areCachesBeside: false };
  const [now, before] = [tokenTotals(one.reported, reading), tokenTotals(other.reported, reading)];
  return now !== null && (before === null || (now.input >= before.input && now.output >= before.output));
}

/** The objects of counters at all places of the table, in its order. */
export function counterObjects(object: JsonObjectText): readonly JsonObjectText[] {
  return counterPlaces.flatMap(({ at }) =>
    Array.from(countersAt(object, at.split('.'), null), ({ span, holder }) => holder.object(span)),
  );
}

/** How the names begin of what only this gateway says. */
export const ownWord = 'waybill';

const mayBegin = new RegExp(`${ownWord}|\\\\u00[67]`);

/** Whether a text may have such a name, also one whose letters are escaped. */
export function mayPretend(text: Buffer): boolean {
  return mayBegin.test(text.toString('latin1'));
}

/**
 * The edits that take out what only this gateway says: a charge in counters, a choice of route, a code of an error. Another
 * one may answer for the model, or a server that pretends to be one.
 */
export function foreignWordEdits(object: JsonObjectText): readonly ByteEdit[] {
  const response = object.nested('response');
  const holders = [object, object.nested('error'), response, response?.nested('error'), ...counterObjects(object)];
  return holders
    .filter((holder) => holder !== undefined)
    .flatMap((holder) => {
      const names = holder.members.map((member) => holder.key(member)).filter((name) => name.startsWith(ownWord));
      const changes = names.map((key) => ({ key, json: null }));
      return editJsonMembers(holder, changes);
    });
}

interface Place {
  readonly row: PlaceRow;
  readonly steps: readonly string[];
}

function placesOf(rows: readonly PlaceRow[], surface: string): readonly Place[] {
  return rows
    .filter(({ surfaces }) => surfaces === undefined || surfaces.includes(surface))
    .map((row) => ({ row, steps: row.at.split('.') }));
}

interface SurfacePlaces {
  readonly places: readonly Place[];
  readonly beside: readonly Place[];
}

const bySurface = new Map<string, SurfacePlaces>();

function rowsFor(surface: string): SurfacePlaces {
  const made = bySurface.get(surface);
  if (made !== undefined) return made;
  const rows = { places: placesOf(counterPlaces, surface), beside: placesOf(countersBeside, surface) };
  bySurface.set(surface, rows);
  return rows;
}

/** The members of an object that are read with its counters; `null`: it has none. */
function besideIn(
  object: JsonObjectText,
  beside: readonly Place[],
): { readonly row: PlaceRow; readonly counters: Counters } | null {
  const found = beside.flatMap(({ row }) => {
    const member = object.member(row.at);
    return member === undefined || member.kind === 'null' ? [] : [{ row, value: object.value(member) }];
  });
  const [first] = found;
  if (first === undefined) return null;
  return { row: first.row, counters: Object.fromEntries(found.map(({ row, value }) => [row.at, value])) };
}

interface CountersAt {
  readonly span: JsonSpan;
  /** The object that has them as a member. */
  readonly holder: JsonObjectText;
  readonly choice: string | null;
}

function* countersAt(object: JsonObjectText, steps: readonly string[], choice: string | null): Generator<CountersAt> {
  const [step = '', ...further] = steps;
  for (const [position, found] of spansAt(object, step).entries()) {
    const span = found.kind === 'array' ? onlyElement(object, found) : found;
    if (span.kind !== 'object') continue;
    if (further.length === 0) {
      yield { span, holder: object, choice };
    } else {
      const nested = object.object(span);
      yield* countersAt(nested, further, step.endsWith('[]') ? indexOf(nested, position) : choice);
    }
  }
}

/** Counters in a list of one are those of the answer. How several belong together, a list does not tell. */
function onlyElement(object: JsonObjectText, list: JsonSpan): JsonSpan {
  const [only = list, another] = object.elements(list, 2);
  return another === undefined ? only : list;
}

/** What a step of a path leads to: a member, all elements of one, or the members whose names begin alike. */
function spansAt(object: JsonObjectText, step: string): readonly JsonSpan[] {
  if (step.endsWith('*')) {
    const beginning = step.slice(0, -1);
    return object.members.filter((member) => member.kind === 'object' && object.key(member).startsWith(beginning));
  }
  const isList = step.endsWith('[]');
  const member = object.member(isList ? step.slice(0, -2) : step);
  if (member === undefined) return [];
  if (!isList) return [member];
  return member.kind === 'array' ? object.elements(member) : [];
}

function indexOf(choice: JsonObjectText, position: number): string {
  const index = choice.member('index');
  return index === undefined || index.kind === 'null' ? String(position) : choice.text(index);
}
