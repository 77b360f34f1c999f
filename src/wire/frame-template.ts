import { endOfJsonString } from './json-string.ts';

/**
 * A record of a stream around its one generated text. The records of a stream differ in little but that text: one that
 * equals a known record before and after it says the same in everything else, and needs no reading.
 */
export interface FrameTemplate {
  /** The received record up to and including the quote that opens the text. */
  readonly head: Buffer;
  /** The received record from the quote that closes the text, blank line included. */
  readonly tail: Buffer;
  /** The same of the record as it is passed on. */
  readonly headOut: Buffer;
  readonly tailOut: Buffer;
  /** Received and passed on are the same. */
  readonly isVerbatim: boolean;
}

/** A record and the span of the text in it, without its quotes. */
export interface RecordText {
  readonly record: Buffer;
  readonly textStart: number;
  readonly textEnd: number;
}

/** Learns a template from a record that was read. The bytes are copied. */
export function templateOf(received: RecordText, passedOn: RecordText): FrameTemplate {
  const [head, tail] = aroundText(received);
  const isVerbatim = received.record === passedOn.record;
  const [headOut, tailOut] = isVerbatim ? [head, tail] : aroundText(passedOn);
  return { head, tail, headOut, tailOut, isVerbatim };
}

function aroundText({ record, textStart, textEnd }: RecordText): readonly [Buffer, Buffer] {
  const bytes = Buffer.from(record);
  return [bytes.subarray(0, textStart), bytes.subarray(textEnd)];
}

/**
 * Where the text of the record at `at` ends (the offset of its closing quote), when that record is whole, its text is a
 * valid JSON string, and the rest of it is the template's; otherwise -1.
 */
export function matchTemplate(template: FrameTemplate, chunk: Buffer, at: number): number {
  const { head, tail } = template;
  const textStart = at + head.length;
  // The two last bytes refuse most strangers before any native call.
  if (chunk[textStart - 1] !== head[head.length - 1] || chunk[textStart - 2] !== head[head.length - 2]) return -1;
  if (chunk.compare(head, 0, head.length, at, textStart) !== 0) return -1;
  const textEnd = endOfJsonString(chunk, textStart) - 1;
  if (textEnd < 0 || textEnd + tail.length > chunk.length) return -1;
  return chunk.compare(tail, 0, tail.length, textEnd, textEnd + tail.length) === 0 ? textEnd : -1;
}
