import type { RestoringPass } from '../restored-places.ts';
import type { TextLane, TextRestorer } from '../text-restorer.ts';
import type { WorkInParts } from '../work-in-parts.ts';
import type { CastEntry } from './cast-book.ts';
import { placeholderReader, type PlaceholderReader } from './placeholder-reader.ts';

/** Replaces the placeholders of a conversation with their values. */
export function* placeholderRestorer(entries: readonly CastEntry[]): WorkInParts<TextRestorer> {
  const reader = yield* placeholderReader(entries);
  if (reader.isEmpty) return nothingToRestore;
  const numbers = new Map(entries.flatMap((each) => (each.isNumber ? [[each.placeholder, each.value]] : [])));
  return {
    restore: (text, places) => pass(reader, text, { before: '', isWhole: true, notified: places?.nextPass() }).sure,
    numberOf: (text) => numbers.get(text) ?? null,
    openLane: (places) => new PlaceholderLane(reader, places?.nextPass()),
  };
}

const idleLane: TextLane = { push: (piece) => piece, flush: () => '', isHolding: false };

const nothingToRestore: TextRestorer = { restore: (text) => text, numberOf: () => null, openLane: () => idleLane };

/** The restored text up to the place from which more text is needed, and that place. */
interface Passed {
  readonly sure: string;
  readonly end: number;
}

/** Makes one pass: inserted values are not searched again. */
function pass(
  reader: PlaceholderReader,
  text: string,
  end: { readonly before: string; readonly isWhole: boolean; readonly notified?: RestoringPass | undefined },
): Passed {
  const { notified } = end;
  let sure = '';
  let from = 0;
  for (let at = reader.next(text, 0); at >= 0;) {
    const read = reader.read(text, at, end);
    if (read === 'more') {
      notified?.pass(text.slice(from, at));
      return { sure: sure + text.slice(from, at), end: at };
    }
    if (read === null) {
      at = reader.next(text, at + 1);
      continue;
    }
    sure += text.slice(from, at) + read.text;
    notified?.pass(text.slice(from, at));
    notified?.replace(text.slice(at, read.end), read.text);
    from = read.end;
    at = reader.next(text, from);
  }
  notified?.pass(from === 0 ? text : text.slice(from));
  return { sure: from === 0 ? text : sure + text.slice(from), end: text.length };
}

class PlaceholderLane implements TextLane {
  readonly #reader: PlaceholderReader;
  readonly #notified: RestoringPass | undefined;
  #held = '';
  /** The character before the text that is held back. */
  #before = '';

  constructor(reader: PlaceholderReader, notified: RestoringPass | undefined) {
    this.#reader = reader;
    this.#notified = notified;
  }

  push(piece: string): string {
    const text = this.#held === '' ? piece : this.#held + piece;
    if (text === '') return '';
    const { sure, end } = pass(this.#reader, text, {
      before: this.#before,
      isWhole: false,
      notified: this.#notified,
    });
    this.#held = text.slice(end);
    if (end > 0) this.#before = text.charAt(end - 1);
    return sure;
  }

  flush(): string {
    const rest = pass(this.#reader, this.#held, {
      before: this.#before,
      isWhole: true,
      notified: this.#notified,
    }).sure;
    this.#held = '';
    return rest;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }
}
