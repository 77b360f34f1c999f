import { endOfJsonString } from './json-string.ts';

/**
 * A stream record around its single generated text. The records of a stream differ in little else: one that equals a
 * known record before and after the text has the same meaning, and need not be parsed.
 */
export interface FrameTemplate {
  /** The received record up to and including the quote that opens the text. */
  readonly head: Buffer;
  /** The received record from the quote that closes the text, blank line included. */
  readonly tail: Buffer;
  /** The beginning of the record as it is passed on. */
  readonly headOut: Buffer;
  readonly tailOut: Buffer;
  /** The received and the written record are equal. */
  readonly isVerbatim: boolean;
}

/** A record and the span of the text in it, without its quotes. */
export interface RecordText {
  readonly record: Buffer;
  readonly textStart: number;
  readonly textEnd: number;
}

/** Makes a template from a parsed record. The bytes are copied. */
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
 * Where the text of the record at `at` ends (the offset of its closing quote), if that record is complete, its text is
 * a valid JSON string, and the rest equals the template; otherwise -1.
 */
export function matchTemplate(template: FrameTemplate, chunk: Buffer, at: number): number {
  const { head, tail } = template;
  const textStart = at + head.length;
  // The last two bytes reject most other records before any native call.
  if (chunk[textStart - 1] !== head[head.length - 1] || chunk[textStart - 2] !== head[head.length - 2]) return -1;
  if (chunk.compare(head, 0, head.length, at, textStart) !== 0) return -1;
  const textEnd = endOfJsonString(chunk, textStart) - 1;
  if (textEnd < 0 || textEnd + tail.length > chunk.length) return -1;
  return chunk.compare(tail, 0, tail.length, textEnd, textEnd + tail.length) === 0 ? textEnd : -1;
}
