import { flushed, type Held, type RecordTexts } from './record-texts.ts';
import type { TextLane, TextRestorer } from './text-restorer.ts';

interface Seam {
  /** The text that ended. */
  readonly before: Held;
  readonly crossing: NonNullable<TextRestorer['crossing']>;
  /** Called with what was moved from the beginning of this text to the end of the one before. */
  readonly moved?: (text: string) => void;
}

/**
 * A text behind one that ended within what may be the beginning of a placeholder. If the placeholder ends here, all of it
 * is put where it began.
 */
export class SeamedLane implements TextLane {
  /** `null`: it is known what belongs to it. */
  #before: Held | null;
  /** The beginning of this text, while it may belong to the one before. */
  #pending = '';
  readonly #own: TextLane;
  readonly #seam: Seam;

  constructor(own: TextLane, seam: Seam) {
    this.#own = own;
    this.#before = seam.before;
    this.#seam = seam;
  }

  get isHolding(): boolean {
    return this.#before !== null || this.#own.isHolding;
  }

  get held(): string {
    return this.#before === null ? (this.#own.held ?? '') : (this.#before.text.held ?? '') + this.#pending;
  }

  /** Whether a record waits for this text. */
  isBehind(record: RecordTexts): boolean {
    return this.#before !== null && isHeldIn(this.#before, record);
  }

  push(piece: string): string {
    return this.#before === null ? this.#own.push(piece) : this.#decided(this.#before, piece, false);
  }

  flush(): string {
    return (this.#before === null ? '' : this.#decided(this.#before, '', true)) + this.#own.flush();
  }

  #decided(before: Held, piece: string, isWhole: boolean): string {
    this.#pending += piece;
    const { crossing, moved } = this.#seam;
    const taken = crossing(before.text.held ?? '', this.#pending, isWhole);
    if (taken === 'more') return '';
    this.#before = null;
    const rest = this.#pending.slice(0, taken);
    if (rest !== '') moved?.(rest);
    flushed(before, { rest });
    return this.#own.push(this.#pending.slice(taken));
  }
}

/** Whether a record waits for a text, or for the next one of its kind. */
export function isHeldIn({ text, holder }: Held, record: RecordTexts): boolean {
  return holder?.record === record || (text instanceof SeamedLane && text.isBehind(record));
}
