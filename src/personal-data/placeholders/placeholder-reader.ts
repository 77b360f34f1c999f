import type { WorkInParts } from '../work-in-parts.ts';
import type { CastEntry } from './cast-book.ts';
import {
  backslashesAt,
  backslashesMax,
  brackets,
  codedBrackets,
  endOfBlanks,
  endOfOne,
  type PartRead,
} from './end-of-hyphen.ts';
import { idLength } from './keyed-symbols.ts';
import { ShapedReader } from './shaped-reader.ts';
import { endOfUnseen, endOfWrittenHyphen, symbolAt } from './symbol-at.ts';

/**
 * What begins at a place of a text: nothing, a placeholder up to `end`, or something that only the text after it can
 * decide.
 */
export type Read = { readonly end: number; readonly text: string; readonly entry: CastEntry } | 'more' | null;

/** Kinds that are read without brackets as well: no word of prose ends like the beginning of their names. */
const bareTag = /^p/;

/** No placeholder is written with more characters, however it is coded. */
export const placeholderLengthMax = 512;

/** Letters of scripts that are written without blanks, so that they are glued to what stands behind them. */
const unspaced = String.raw`\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3`;

/**
 * Signs after which kinds are read that may begin a word of prose: of quotes, brackets, emphasis, tables and assignments,
 * and letters of scripts without blanks. After a blank such a letter would be held back in every text.
 */
const signBefore = new RegExp(`[("'\`{<>*~|=:/,;\u2013\u2014‘’‚“”„«»‹›、。〈《「『（：，；${unspaced}]`);
const wordBefore = new RegExp(`(?![${unspaced}])[\\p{L}\\p{N}_]`, 'u');

/** What a reader looks up. */
interface Cores {
  /** Entries by kind and id. */
  readonly values: ReadonlyMap<string, CastEntry>;
  /** All beginnings of known kinds and ids. */
  readonly beginnings: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly idLengthMax: number;
}

/** The size of the work for an entry: it has up to twenty beginnings. */
const charactersOfEntry = 128;

/** The reader of the placeholders of these entries. */
export function* placeholderReader(entries: readonly CastEntry[]): WorkInParts<PlaceholderReader> {
  const [values, beginnings, tags] = [new Map<string, CastEntry>(), new Set<string>(), new Set<string>()];
  let idLengthMax = 0;
  for (const entry of entries) {
    yield charactersOfEntry;
    const { core } = entry;
    if (core === null) continue;
    const hyphen = core.indexOf('-');
    values.set(core, entry);
    tags.add(core.slice(0, hyphen));
    idLengthMax = Math.max(idLengthMax, core.length - hyphen - 1);
    for (let length = hyphen + 2; length <= core.length; length++) beginnings.add(core.slice(0, length));
  }
  return new PlaceholderReader(entries, { values, beginnings, tags, idLengthMax });
}

/**
 * Reads the placeholders of one conversation in the text of a model: in any case, with any hyphen, in brackets with an
 * underscore or blank for it, with brackets of other forms, escaped or left out. Anything unknown stays text. Every read
 * is bounded, so that reading is linear.
 */
export class PlaceholderReader {
  readonly #values: ReadonlyMap<string, CastEntry>;
  readonly #beginnings: ReadonlySet<string>;
  readonly #tags: ReadonlySet<string>;
  readonly #tagBeginnings: ReadonlySet<string>;
  /** Placeholders that look like values. */
  readonly #shaped: ShapedReader;
  readonly #idLengthMax: number;
  /** Where a placeholder may begin. */
  readonly #candidate: RegExp;

  constructor(entries: readonly CastEntry[], { values, beginnings, tags, idLengthMax }: Cores) {
    this.#values = values;
    this.#beginnings = beginnings;
    this.#tags = tags;
    this.#tagBeginnings = new Set(Array.from(tags, (tag) => Array.from(tag, (_, nth) => tag.slice(0, nth + 1))).flat());
    this.#idLengthMax = idLengthMax;
    this.#shaped = new ShapedReader(entries.filter(({ core }) => core === null));
    this.#candidate = candidateOf(entries, [...tags], this.#shaped.starts);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#shaped.isEmpty;
  }

  /** The next place at or after `from` where a placeholder may begin; -1 for none. */
  next(text: string, from: number): number {
    this.#candidate.lastIndex = from;
    return this.#candidate.exec(text)?.index ?? -1;
  }

  /**
   * How many characters of `next`, which is joined with `text`, belong to a placeholder that begins in `text`. `more`:
   * what follows decides. `isWhole`: nothing follows.
   */
  crossing(text: string, next: string, isWhole: boolean): number | 'more' {
    const joined = text + next.slice(0, placeholderLengthMax);
    for (let at = this.next(joined, 0); at >= 0 && at < text.length;) {
      const read = this.read(joined, at, { before: '', isWhole });
      if (read === 'more') return 'more';
      if (read !== null && read.end > text.length) return read.end - text.length;
      at = this.next(joined, read?.end ?? at + 1);
    }
    return 0;
  }

  /** `before`: the character before the text. `isWhole`: no text follows. */
  read(text: string, at: number, { before, isWhole }: { readonly before: string; readonly isWhole: boolean }): Read {
    const last = at === 0 ? before : text.charAt(at - 1);
    const found = this.#readAt(text, at, { last, isWhole });
    const end = found === 'more' ? text.length : (found?.end ?? at);
    if (end - at <= placeholderLengthMax) return found === 'more' && isWhole ? null : found;
    const within = this.#readAt(text.slice(at, at + placeholderLengthMax), 0, { last, isWhole: true });
    return within === 'more' || within === null ? null : { ...within, end: at + within.end };
  }

  #readAt(text: string, at: number, { last, isWhole }: { readonly last: string; readonly isWhole: boolean }): Read {
    switch (text.charAt(at)) {
      case '\\':
        return last === '\\' ? null : this.#readEscaped(text, at, isWhole);
      case '"':
        return last === '\\' ? null : this.#readNumber(text, { at, slashes: 0, isWhole });
      case '[':
      case '［':
      case '【':
      case '〔':
      case '⟦':
        return this.#readBracketed(text, at, isWhole);
      case '%':
        return this.#readBracketed(text, at, isWhole);
      // "a && b" is code, and begins no HTML entity.
      case '&':
        return last === '&' ? null : this.#readBracketed(text, at, isWhole);
      default:
        return wordBefore.test(last) ? null : this.#readBare(text, at, { last, isWhole });
    }
  }

  /**
   * `\[PERSON-k7q3v\]`, as in Markdown. If the bracket at the end is not escaped, bracket and backslash belong to a
   * path.
   */
  #readEscaped(text: string, at: number, isWhole: boolean): Read {
    const slashes = backslashesAt(text, at);
    const open = at + slashes;
    if (slashes > backslashesMax) return null;
    if (open >= text.length) return 'more';
    if (text.charAt(open) === '"') return this.#readNumber(text, { at, slashes, isWhole });
    const isCoded = text.charAt(open) !== '[';
    const opened = isCoded ? endOfOne(text, open, codedBrackets.open) : open + 1;
    if (opened === 'more' || opened === null) return opened;
    const core = this.#readCore(text, opened, isWhole);
    if (core === 'more' || core === null) return core;
    const closed = endOfEscaped(text, core.end, { slashes, isCoded });
    if (closed === 'more' && !isWhole) return closed;
    // Behind a bracket by its code nothing else reads the placeholder, however it is closed.
    if (typeof closed !== 'number' && !isCoded) return null;
    return { end: typeof closed === 'number' ? closed : core.end, text: core.entry.value, entry: core.entry };
  }

  /** `"[PHONE-k7q3v]"` where it stands for a JSON number. */
  #readNumber(text: string, { at, slashes, isWhole }: Quoted): Read {
    const open = at + slashes + 1;
    if (open >= text.length) return 'more';
    if (text.charAt(open) !== '[') return null;
    const core = this.#readCore(text, open + 1, false);
    if (core === 'more' || core === null) return core;
    if (!core.entry.isNumber) return null;
    const end = `]${'\\'.repeat(slashes)}"`;
    const rest = text.slice(core.end, core.end + end.length);
    if (rest === end) return valueAt(text, { end: core.end + end.length, entry: core.entry, isWhole });
    return core.end + rest.length === text.length && end.startsWith(rest) ? 'more' : null;
  }

  #readBracketed(text: string, at: number, isWhole: boolean): Read {
    for (const { open, close, written } of brackets) {
      const opened = endOfOne(text, at, open);
      if (opened === 'more') return 'more';
      if (opened === null) continue;
      const inner = endOfBlanks(text, opened);
      if (inner === text.length && inner > opened) return 'more';
      const core = this.#readCore(text, inner, isWhole);
      if (core === 'more' || core === null) return core;
      // Blanks are read before the closing bracket if there were some after the opening one.
      const closed = endOfClosing(text, inner === opened ? core.end : endOfBlanks(text, core.end), close);
      if (closed === 'more' && !isWhole) return 'more';
      const { entry } = core;
      return { end: typeof closed === 'number' ? closed : core.end, text: written(entry.value), entry };
    }
    return null;
  }

  #readBare(text: string, at: number, { last, isWhole }: { readonly last: string; readonly isWhole: boolean }): Read {
    const shaped = this.#shaped.read(text, at, isWhole);
    if (shaped === 'more') return shaped;
    if (shaped !== null) return { ...shaped, text: shaped.entry.value };
    const core =
      'PＰ'.includes(text.charAt(at)) || signBefore.test(last) ? this.#readCore(text, at, isWhole, last) : null;
    return core === null || core === 'more' ? core : { ...core, text: core.entry.value };
  }

  /** The longest known kind and id. Characters next to it stay text. */
  #readCore(text: string, at: number, isWhole: boolean, bareAfter: string | null = null): CoreRead {
    const read = this.#readTag(text, at, bareAfter);
    if (read === 'more' || read === null) return read;
    const { tag, end: start } = read;
    let id = '';
    let known: CoreRead = null;
    for (let end = start; id.length < this.#idLengthMax;) {
      const symbol = symbolAt(text, end);
      if (symbol === 'more' && !isWhole && (id === '' || this.#mayGoOn(tag, id))) return 'more';
      if (symbol === 'more' || symbol === null) break;
      id += symbol.symbol;
      end = symbol.end;
      const entry = id.length < idLength ? undefined : this.#values.get(`${tag}-${id}`);
      if (entry !== undefined) known = { end, entry };
    }
    return known;
  }

  /** Whether a longer id begins with this one. */
  #mayGoOn(tag: string, id: string): boolean {
    for (const symbol of 'bcdfghjkmnpqrstvwxz23456789') if (this.#beginnings.has(`${tag}-${id}${symbol}`)) return true;
    return false;
  }

  /** `bareAfter`: the sign before a kind without brackets; `null`: in brackets. */
  #readTag(text: string, at: number, bareAfter: string | null): TagRead {
    const isBare = bareAfter !== null;
    let mayCome = false;
    for (let [tag, end] = ['', at]; ;) {
      const read = symbolAt(text, end);
      if (read === 'more') return 'more';
      if (read === null || (isBare && !read.isCapital)) return mayCome ? 'more' : null;
      tag += read.symbol;
      end = read.end;
      if (!this.#tagBeginnings.has(tag)) return mayCome ? 'more' : null;
      if (!this.#tags.has(tag)) continue;
      const hyphen = endOfWrittenHyphen(text, end, isBare);
      if (hyphen === 'more') mayCome = true;
      else if (hyphen !== null) return { tag, end: hyphen };
    }
  }
}

/** Where a closing bracket ends, also behind what is not seen. */
function endOfClosing(text: string, at: number, close: readonly string[]): PartRead {
  const closed = endOfOne(text, at, close);
  if (closed !== null) return closed;
  const behind = endOfUnseen(text, at);
  return behind === 'more' ? behind : endOfOne(text, behind, close);
}

/** Where the closing bracket ends that belongs to an escaped one. One by its code may be closed by a plain one too. */
function endOfEscaped(text: string, at: number, { slashes, isCoded }: { slashes: number; isCoded: boolean }): PartRead {
  const closing = backslashesAt(text, at);
  const sign = at + closing;
  if (sign >= text.length) return closing <= slashes ? 'more' : null;
  if (closing !== slashes && !(isCoded && closing === 0)) return null;
  return endOfOne(text, sign, isCoded && closing > 0 ? codedBrackets.close : [']']);
}

type TagRead = { readonly tag: string; readonly end: number } | 'more' | null;

interface Quoted {
  readonly at: number;
  /** The number of backslashes before each quote. */
  readonly slashes: number;
  readonly isWhole: boolean;
}

/** How many blanks between the name of a member and its colon are read. */
const blanksMax = 64;

/** The value without its quotes, unless it is the name of a member. */
function valueAt(text: string, { end, entry, isWhole }: { end: number; entry: CastEntry; isWhole: boolean }): Read {
  let next = end;
  while (next - end < blanksMax && /[ \t\r\n]/.test(text.charAt(next))) next += 1;
  if (next === text.length && !isWhole) return 'more';
  return text.charAt(next) === ':' ? null : { end, text: entry.value, entry };
}

type CoreRead = { readonly end: number; readonly entry: CastEntry } | 'more' | null;

function candidateOf(entries: readonly CastEntry[], tags: readonly string[], shaped: readonly string[]): RegExp {
  const starts = ['[[［【〔⟦\\\\&%]'];
  if (entries.some(({ isNumber }) => isNumber)) starts.push('"');
  if (tags.some((tag) => bareTag.test(tag))) starts.push('[PＰ]');
  const others = new Set(tags.flatMap((tag) => (bareTag.test(tag) ? [] : [tag.charAt(0).toUpperCase()])));
  if (others.size > 0) starts.push(`(?<=^|${signBefore.source})[${[...others].join('')}]`);
  // The first characters: `\+`, `X`, `p` or `1`.
  for (const start of shaped) starts.push(start === '+' ? '\\+' : start);
  return new RegExp(starts.join('|'), 'g');
}
