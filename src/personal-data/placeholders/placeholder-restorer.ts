import type { RestoredPlaces, RestoringPass } from '../restored-places.ts';
import { nothingToRestore, type JoinedTexts, type TextLane, type TextRestorer } from '../text-restorer.ts';
import type { CastEntry } from './cast-book.ts';
import { everyHost, LinkGuard, noLinks, type LinkRules } from './link-guard.ts';
import type { PlaceholderReader } from './placeholder-reader.ts';

export interface RestoredBy {
  readonly entries: readonly CastEntry[];
  readonly rules: LinkRules;
  /** Called when a placeholder stays in a link, once for each value. */
  readonly kept?: (entry: CastEntry) => void;
}

/** The restorer that works with this reader of the entries. */
export function restorerBy(reader: PlaceholderReader, { entries, rules, kept }: RestoredBy): TextRestorer {
  if (reader.isEmpty) return nothingToRestore;
  const told = new Set<CastEntry>();
  const stayed = (entry: CastEntry): void => {
    if (told.has(entry)) return;
    told.add(entry);
    kept?.(entry);
  };
  const begun = (places: RestoredPlaces | undefined, joined: JoinedTexts | undefined) => ({
    guard: joined === undefined ? new LinkGuard(rules) : new BothGuards(new LinkGuard(rules), joined),
    notified: places?.nextPass(),
    stayed,
  });
  const inAddresses = rules === noLinks ? undefined : restorerBy(reader, { entries, rules: noLinks, kept: stayed });
  const numbers = new Map(entries.flatMap((each) => (each.isNumber ? [[each.placeholder, each.value]] : [])));
  return {
    restore: (text, places, joined) => {
      const isPlain = places === undefined && joined === undefined && reader.next(text, 0) < 0;
      return isPlain ? text : pass(reader, text, { before: '', isWhole: true, ...begun(places, joined) }).sure;
    },
    numberOf: (text) => numbers.get(text) ?? null,
    openLane: (places, joined) => new PlaceholderLane(reader, begun(places, joined)),
    crossing: (text, next, isWhole) => reader.crossing(text, next, isWhole),
    id: (text) => plainId(reader, text),
    ...(inAddresses !== undefined && { inAddresses }),
    ...(!rules.hosts.has(everyHost) && { joinTexts: () => new LinkGuard(rules) }),
  };
}

/** A text that stands alone and is joined with others: a value is inserted only if both readings allow it. */
class BothGuards implements JoinedTexts {
  readonly #own: JoinedTexts;
  readonly #joined: JoinedTexts;

  constructor(own: JoinedTexts, joined: JoinedTexts) {
    this.#own = own;
    this.#joined = joined;
  }

  pass(text: string): void {
    this.#own.pass(text);
    this.#joined.pass(text);
  }

  mayInsert(value: string): boolean {
    // Both have to be told of the value.
    const [own, joined] = [this.#own.mayInsert(value), this.#joined.mayInsert(value)];
    return own && joined;
  }
}

/** The restored text up to the place from which more text is needed, and that place. */
interface Passed {
  readonly sure: string;
  readonly end: number;
}

interface Pass {
  /** The character before the text. */
  readonly before: string;
  /** No text follows. */
  readonly isWhole: boolean;
  readonly guard: JoinedTexts;
  readonly notified: RestoringPass | undefined;
  /** Called for a placeholder that stays in a link. */
  readonly stayed: (entry: CastEntry) => void;
}

/** What belongs to a text as a whole. */
type Begun = Pick<Pass, 'guard' | 'notified' | 'stayed'>;

/** Makes one pass: inserted values are not searched again. */
function pass(reader: PlaceholderReader, text: string, by: Pass): Passed {
  const { guard, notified } = by;
  let sure = '';
  let from = 0;
  let guarded = 0;
  for (let at = reader.next(text, 0); at >= 0;) {
    const read = reader.read(text, at, by);
    if (read === 'more') {
      guard.pass(text.slice(guarded, at));
      notified?.pass(text.slice(from, at));
      return { sure: sure + text.slice(from, at), end: at };
    }
    if (read === null) {
      at = reader.next(text, at + 1);
      continue;
    }
    guard.pass(text.slice(guarded, at));
    guarded = read.end;
    if (guard.mayInsert(read.text)) {
      sure += text.slice(from, at) + read.text;
      notified?.pass(text.slice(from, at));
      notified?.replace(text.slice(at, read.end), read.text);
      from = read.end;
    } else by.stayed(read.entry);
    at = reader.next(text, read.end);
  }
  guard.pass(guarded === 0 ? text : text.slice(guarded));
  notified?.pass(from === 0 ? text : text.slice(from));
  return { sure: from === 0 ? text : sure + text.slice(from), end: text.length };
}

class PlaceholderLane implements TextLane {
  readonly #reader: PlaceholderReader;
  readonly #begun: Begun;
  #held = '';
  /** The character before the text that is held back. */
  #before = '';

  constructor(reader: PlaceholderReader, begun: Begun) {
    this.#reader = reader;
    this.#begun = begun;
  }

  push(piece: string): string {
    const text = this.#held === '' ? piece : this.#held + piece;
    if (text === '') return '';
    const { sure, end } = pass(this.#reader, text, { before: this.#before, isWhole: false, ...this.#begun });
    this.#held = text.slice(end);
    if (end > 0) this.#before = text.charAt(end - 1);
    return sure;
  }

  flush(): string {
    const rest = pass(this.#reader, this.#held, { before: this.#before, isWhole: true, ...this.#begun }).sure;
    this.#held = '';
    return rest;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  get held(): string {
    return this.#held;
  }
}

/** Ids are shorter, characters: longer strings are data. */
const idLengthMax = 512;

/** An id with the symbols of each placeholder in its place: they stand for nothing, and are the same in every record. */
function plainId(reader: PlaceholderReader, text: string): string {
  if (text.length > idLengthMax) return text;
  let plain = '';
  let from = 0;
  for (let at = reader.next(text, 0); at >= 0;) {
    const read = reader.read(text, at, { before: '', isWhole: true });
    if (read === null || read === 'more') at = reader.next(text, at + 1);
    else {
      const { core } = read.entry;
      plain += text.slice(from, at) + (core === null ? text.slice(at, read.end) : core.slice(core.indexOf('-') + 1));
      from = read.end;
      at = reader.next(text, from);
    }
  }
  return plain + text.slice(from);
}
