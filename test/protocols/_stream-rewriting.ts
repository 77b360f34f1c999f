import { ChatStream } from '../../src/protocols/chat/stream.ts';
import type { StreamProtocol } from '../../src/protocols/streams/stream-protocol.ts';
import { readStream, type StreamReader } from '../../src/protocols/streams/stream-reader.ts';
import { createRecordSplitter } from '../../src/wire/server-sent-events.ts';

/** What was learnt of a stream, and what was handed out; the last record apart. */
export interface Rewriting {
  readonly text: string;
  readonly last: string | null;
  readonly usage: StreamReader['counts']['usage'];
  readonly serviceTier: string | null;
  /** Nothing essential is missing. */
  readonly isFinished: boolean;
  readonly isDone: boolean;
  readonly hasError: boolean;
  readonly isBroken: boolean;
  readonly contentBytes: number;
  readonly toolUses: StreamReader['counts']['toolUses'];
}

export interface RewritingOptions {
  readonly clientModel?: string;
  readonly includeUsage?: boolean;
  readonly recordBytesMax?: number;
}

/** Hands a stream in by chunks. */
export function rewritten(protocol: StreamProtocol, chunks: readonly Buffer[], recordBytesMax = 10_000): Rewriting {
  const reader = readStream(protocol, { recordBytesMax, words: null });
  const pieces = [...chunks.map((chunk) => reader.push(chunk)), reader.finish(), reader.toldError];
  const { usage, serviceTier, contentBytes, toolUses } = protocol;
  return {
    text: Buffer.concat(pieces.filter((piece) => piece !== null)).toString(),
    last: reader.lastRecord({ isStored: true })?.toString() ?? null,
    usage,
    serviceTier,
    isFinished: protocol.isComplete('open'),
    isDone: reader.state === 'done',
    hasError: reader.state === 'error',
    isBroken: reader.state === 'broken',
    contentBytes,
    toolUses,
  };
}

/** Hands a stream of chat in by chunks. */
export function rewriteChunks(chunks: readonly Buffer[], options: RewritingOptions = {}): Rewriting {
  const { clientModel = 'light', includeUsage = false, recordBytesMax } = options;
  return rewritten(new ChatStream({ clientModel, includeUsage }), chunks, recordBytesMax);
}

/** Hands the same in with each record cut in two: every record is then read, none taken for a repetition. */
export function rewriteRecords(stream: Buffer, options: RewritingOptions = {}): Rewriting {
  const splitter = createRecordSplitter({ recordBytesMax: 10_000, ...options });
  const records = splitter.push(stream).map(({ bytes }) => bytes);
  const rest = splitter.end();
  const all = rest === null ? records : [...records, rest.bytes];
  return rewriteChunks(
    all.flatMap((bytes) => [bytes.subarray(0, 1), bytes.subarray(1)]),
    options,
  );
}

/** The stream in one piece, in two at every place, and byte by byte. */
export function everyCut(stream: Buffer): readonly (readonly Buffer[])[] {
  const inTwo = Array.from({ length: stream.length - 1 }, (_, i) => [
    stream.subarray(0, i + 1),
    stream.subarray(i + 1),
  ]);
  return [[stream], ...inTwo, Array.from(stream, (byte) => Buffer.from([byte]))];
}
