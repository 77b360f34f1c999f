import { counterNames, type CounterName, type NameRow } from './dialects.ts';

/** An object of counters as an answer has it; its members are not checked yet. */
export type Counters = Readonly<Record<string, unknown>>;

export function isCounters(value: unknown): value is Counters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A counter that was found. */
export interface ReportedCounter {
  /** `null`: it is no count. */
  readonly count: number | null;
  /** Its path within the counters. */
  readonly at: string;
  readonly row: NameRow;
  /** What other names for the same said that contradict it; absent: none did. */
  readonly others?: readonly ReportedCounter[];
}

/** The counters that rows of the table read, by what they count. */
export type ReportedCounters = Readonly<Partial<Record<CounterName, ReportedCounter>>>;

/** What an object of counters says. */
export interface ReadCounters {
  readonly reported: ReportedCounters;
  /** The passes over the conversation that a message lists, each with counters of its own. */
  readonly passes: readonly Pass[];
  /** Paths of numbers above zero that no row knows. */
  readonly unknown: readonly string[];
}

export interface Pass {
  /** It summarised the conversation: its counters are in no total. */
  readonly isCompaction: boolean;
  readonly reported: ReportedCounters;
}

/** Most members of counters that are read, and most levels of objects: far beyond all that is known. */
const membersMax = 512;
const depthMax = 4;
/** Most passes of one message that are read. */
const passesMax = 1_024;

/** Reads counters by the rows of the table. Members of the wrong type are no counts. */
export function reportedCounters(surface: string, counters: Counters): ReadCounters {
  const { iterations } = counters;
  const passes = Array.isArray(iterations) ? iterations.slice(0, passesMax).filter(isCounters) : [];
  return {
    ...namedCounters(surface, counters),
    passes: passes.map((pass) => ({
      isCompaction: pass['type'] === 'compaction',
      reported: namedCounters(surface, pass).reported,
    })),
  };
}

function namedCounters(surface: string, counters: Counters): Omit<ReadCounters, 'passes'> {
  const reported: { [name in CounterName]?: ReportedCounter } = {};
  const unknown: string[] = [];
  const rowOf = rowsFor(surface);
  const read = (at: string, value: unknown): void => {
    const row = rowOf(at);
    if (row === null) {
      if (typeof value !== 'boolean' && Number(value) > 0) unknown.push(at);
    } else if (row.counts !== null) {
      const next = {
        count: row.counts === 'audio_seconds' ? secondsOf(value, row.unitSeconds) : countOf(value),
        at,
        row,
      };
      const before = reported[row.counts];
      reported[row.counts] = before === undefined ? next : ofTwo(next, before, surface);
    }
  };
  visitLeaves(counters, { left: membersMax, at: read });
  const only = unknown.length > 0 && Object.keys(reported).length === 0 ? onlyObject(counters) : null;
  return only === null ? { reported, unknown } : namedCounters(surface, only);
}

/** The counters under the name of a model, or under any other that no row knows; `null`: there are several, or none. */
function onlyObject(counters: Counters): Counters | null {
  const [only, ...others] = Object.values(counters).filter((value) => value !== null);
  return isCounters(only) && others.length === 0 ? only : null;
}

interface Visit {
  /** How many more members are read. */
  left: number;
  at(path: string, value: unknown): void;
}

/** Visits the values within counters that are neither `null` nor objects. Of lists, {@link visitKinds} knows one. */
function visitLeaves(counters: Counters, visit: Visit, prefix = '', depth = 1): void {
  for (const name of Object.keys(counters)) {
    visit.left -= 1;
    if (visit.left < 0) return;
    const value = counters[name];
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) visitKinds(value, visit, prefix + name);
    else if (!isCounters(value)) visit.at(prefix + name, value);
    else if (depth < depthMax) visitLeaves(value, visit, `${prefix}${name}.`, depth + 1);
  }
}

/**
 * Visits what Gemini counts of each kind: `[{modality: 'AUDIO', tokenCount: 7}]` is read as `audio_tokens: 7`. Entries of
 * one kind are parts of it.
 */
function visitKinds(list: readonly unknown[], visit: Visit, at: string): void {
  const counts = new Map<string, unknown>();
  for (const each of list) {
    visit.left -= 1;
    if (visit.left < 0) break;
    if (!isCounters(each) || typeof each['modality'] !== 'string') continue;
    const count = each['tokenCount'] ?? each['token_count'];
    if (count === undefined) continue;
    const path = `${at}.${each['modality'].toLowerCase()}_tokens`;
    const before = counts.get(path);
    counts.set(path, before === undefined ? count : (countOf(before) ?? 0) + (countOf(count) ?? 0));
  }
  for (const [path, count] of counts) visit.at(path, count);
}

/** Most counters of a name that contradict it and are remembered. */
const othersMax = 4;

/** The better of two counters for the same, and what contradicts it. */
function ofTwo(next: ReportedCounter, before: ReportedCounter, surface: string): ReportedCounter {
  const [better, other] = isBetter(next, before, surface) ? [next, before] : [before, next];
  const { others = [] } = before;
  if (!other.count || other.count === better.count || others.length >= othersMax) return { ...better, others };
  return { ...better, others: [...others, other] };
}

/** Whether a counter is read instead of one that counts the same: a zero gives way to what counted something. */
function isBetter(next: ReportedCounter, before: ReportedCounter, surface: string): boolean {
  const [weight, weightBefore] = [weightOf(next), weightOf(before)];
  if (weight !== weightBefore) return weight > weightBefore;
  return placeOf(next.row, surface) < placeOf(before.row, surface);
}

function weightOf({ count }: ReportedCounter): number {
  return count === null ? 0 : Math.min(count, 1) + 1;
}

function placeOf(row: NameRow, surface: string): number {
  return row.ownOf?.includes(surface) === true ? -1 : counterNames.indexOf(row);
}

const patterns = counterNames.map((row) => ({ row, pattern: new RegExp(`^(?:${row.named})$`) }));

/** Most paths that are remembered for a surface, and the longest: those of every known server, many times over. */
const knownPathsMax = 1_024;
const pathLengthMax = 128;

const rowsBySurface = new Map<string, (at: string) => NameRow | null>();

/** Finds the row that reads a path on a surface. */
function rowsFor(surface: string): (at: string) => NameRow | null {
  const made = rowsBySurface.get(surface);
  if (made !== undefined) return made;
  const rows = patterns.filter(({ row }) => row.surfaces === undefined || row.surfaces.includes(surface));
  const known = new Map<string, NameRow | null>();
  const find = (at: string): NameRow | null => {
    if (at.length > pathLengthMax) return null;
    const found = known.get(at);
    if (found !== undefined) return found;
    const name = at.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const row = rows.find(({ pattern }) => pattern.test(name))?.row ?? null;
    if (known.size < knownPathsMax) known.set(at, row);
    return row;
  };
  rowsBySurface.set(surface, find);
  return find;
}

/** Counters without those that are no counts. */
export function countsOf(reported: ReportedCounters): ReportedCounters {
  return Object.fromEntries(Object.entries(reported).filter(([, { count }]) => count !== null));
}

/** A total of tokens, and what is a part of it. */
export const inputNames = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
  'cache_write_12h_tokens',
  'cache_write_24h_tokens',
  'audio_input_tokens',
  'image_input_tokens',
  'citation_tokens',
] as const;
export const outputNames = [
  'output_tokens',
  'reasoning_tokens',
  'audio_output_tokens',
  'accepted_prediction_tokens',
  'rejected_prediction_tokens',
] as const;

/** Those of some names. */
export function partsOf(reported: ReportedCounters, names: readonly CounterName[]): ReportedCounters {
  return Object.fromEntries(names.flatMap((name) => (reported[name] === undefined ? [] : [[name, reported[name]]])));
}

/** What has no total that a later record would contradict. */
const apartNames = ['input_characters', 'audio_seconds', 'web_searches', 'web_fetches'] as const;

/**
 * Counters of a record of a stream. What it leaves out is what records before named: a total that it names as zero too,
 * with its parts, and the parts of a total that it does not name as smaller.
 */
export function withEarlier({ reported, ...next }: ReadCounters, before: ReadCounters): ReadCounters {
  const kinds = [inputNames, outputNames].map(([total, ...parts]) => {
    const count = reported[total]?.count ?? 0;
    return { names: [total, ...parts], count, rise: count - (before.reported[total]?.count ?? 0) };
  });
  const held = kinds.flatMap(({ names, rise }) => (rise < 0 ? [] : names));
  const left = kinds.flatMap(({ names, count }) => (count === 0 ? names : []));
  // The sum of both is of these very counts.
  const sum = kinds.every(({ rise }) => rise === 0) ? (['total_tokens'] as const) : [];
  const kept = partsOf(before.reported, [...held, ...sum, ...apartNames]);
  return { ...next, reported: { ...kept, ...reported, ...partsOf(before.reported, left) } };
}

const none: ReportedCounter = { count: 0, at: '', row: { counts: null, named: '', note: '' } };

/** Counters in which a total that is not named is 0. */
export function withTotals(reported: ReportedCounters): ReportedCounters {
  return { input_tokens: none, output_tokens: none, ...countsOf(reported) };
}

/** Whether a value is a counter: a safe integer, not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Digits in groups of three, or in one; a fraction of zeros, but not of three, which may be a group; the unit. */
const writtenCount =
  /^\s{0,9}(\d{1,16}|\d{1,3}(?:([,_'’\s])\d{3})(?:\2\d{3}){0,4})(?:\.(?!000(?:\D|$))0{1,9})?\s{0,9}(?:tok(?:en)?s?)?\s{0,9}$/i;

/** A counter as servers write it, also as a text; `null` for anything else. */
function countOf(value: unknown): number | null {
  const digits = typeof value === 'string' ? writtenCount.exec(value)?.[1]?.replaceAll(/\D/g, '') : undefined;
  const count = digits === undefined ? value : Number(digits);
  return isCount(count) ? count : null;
}

/** More than twice the hundred days that a target may take: any such count is impossible. */
const secondsMax = 17_280_001;

const writtenSeconds = /^\s{0,9}(\d{1,16}(?:\.\d{1,20})?)\s{0,9}(s|secs?|seconds?)?\s{0,9}$/i;

/** Seconds as servers write them, with a fraction, also as a text; `null` for what is no duration. */
function secondsOf(value: unknown, unitSeconds = 1): number | null {
  const [, digits, unit] = (typeof value === 'string' ? writtenSeconds.exec(value) : null) ?? [];
  const count = digits === undefined ? value : Number(digits);
  if (typeof count !== 'number' || count < 0) return null;
  return Math.min(unit === undefined ? count * unitSeconds : count, secondsMax);
}

/** Seconds in milliseconds, rounded up. Digits beyond microseconds are floating-point noise. */
export function millisecondsOf(seconds: number): number {
  return Math.ceil(Math.trunc(seconds * 1_000_000 + 0.5) / 1_000);
}
