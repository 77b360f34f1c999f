import type { JsonObjectText, JsonSpan } from '../wire/json-object-text.ts';
import type { ChannelUse } from './channel-uses.ts';
import type { TextLeaf } from './text-leaf.ts';
import type { TextLane } from './text-restorer.ts';

/** The texts of one record. */
export class RecordTexts {
  readonly object: JsonObjectText;
  /** All of its strings. */
  readonly leaves: readonly TextLeaf[];
  /** Its only piece, if the record does nothing else to the texts of its stream. */
  readonly onlyPiece: ChannelUse | null;
  /** How many texts have to go on or end before this record is complete. */
  waitsFor = 0;
  /** The places of strings that repeat a text, with its key, while texts may be divided otherwise than they came. */
  readonly wholes = new Map<number, string>();
  /** The new text of its pieces, by their place. */
  readonly #pieces = new Map<number, string>();

  constructor(object: JsonObjectText, { leaves, onlyPiece }: Pick<RecordTexts, 'leaves' | 'onlyPiece'>) {
    this.object = object;
    this.leaves = leaves;
    this.onlyPiece = onlyPiece;
  }

  pieceAt(span: JsonSpan | null): string | undefined {
    return span === null ? undefined : this.#pieces.get(span.valueStart);
  }

  write({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, text);
  }

  add({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, (this.#pieces.get(valueStart) ?? '') + text);
  }
}

/** A text that is followed. */
export interface Held {
  readonly text: TextLane;
  /** The piece after which something is held back. */
  holder: { readonly record: RecordTexts; readonly span: JsonSpan } | null;
}

/** The holder of a text that goes on with a piece: the piece, if something is held back after it. */
export function moved({ text, holder }: Held, piece: NonNullable<Held['holder']>): Held['holder'] {
  const now = text.isHolding ? piece : null;
  if (now !== null) now.record.waitsFor++;
  if (holder !== null) holder.record.waitsFor--;
  return now;
}

/**
 * Puts what is held back where it stood, with `rest` behind it. `isRepeated`: the next record repeats the text and goes on
 * with it, so that a part of a placeholder is left out here.
 */
export function flushed({ text, holder }: Held, { isRepeated = false, rest = '' } = {}): void {
  const left = (rest === '' ? '' : text.push(rest)) + text.flush();
  if (holder === null) return;
  if (!isRepeated || left.length === 1) holder.record.add(holder.span, left);
  holder.record.waitsFor--;
}
