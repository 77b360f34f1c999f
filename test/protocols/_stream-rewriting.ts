import { createChatStreamRewriter, type ChatStreamRewriter } from '../../src/protocols/chat/stream.ts';
import { createRecordSplitter } from '../../src/wire/server-sent-events.ts';

/** What a rewriter has learnt, and what it handed out. */
export interface Rewriting {
  readonly text: string;
  readonly usage: unknown;
  readonly usageCorrected: readonly string[];
  readonly serviceTier: string | null;
  readonly isFinished: boolean;
  readonly isDone: boolean;
  readonly hasError: boolean;
  readonly isBroken: boolean;
  readonly contentBytes: number;
}

export interface RewritingOptions {
  readonly clientModel?: string;
  readonly includeUsage?: boolean;
  readonly recordBytesMax?: number;
}

function rewriting(rewriter: ChatStreamRewriter, pieces: readonly (Buffer | null)[]): Rewriting {
  const { usage, usageCorrected, serviceTier, isFinished, isDone, hasError, isBroken, contentBytes } = rewriter;
  const text = Buffer.concat(pieces.filter((piece) => piece !== null)).toString();
  return { text, usage, usageCorrected, serviceTier, isFinished, isDone, hasError, isBroken, contentBytes };
}

function defaults(options: RewritingOptions): Required<RewritingOptions> {
  return { clientModel: 'light', includeUsage: false, recordBytesMax: 10_000, ...options };
}

/** Hands a stream in by chunks. */
export function rewriteChunks(chunks: readonly Buffer[], options: RewritingOptions = {}): Rewriting {
  const rewriter = createChatStreamRewriter(defaults(options));
  const pieces = chunks.map((chunk) => rewriter.pushChunk(chunk));
  pieces.push(rewriter.end());
  return rewriting(rewriter, pieces);
}

/** Hands the same in record by record: every record is then read, none taken for a repetition. */
export function rewriteRecords(stream: Buffer, options: RewritingOptions = {}): Rewriting {
  const all = defaults(options);
  const rewriter = createChatStreamRewriter(all);
  const splitter = createRecordSplitter(all);
  const pieces = splitter.push(stream).map((record) => rewriter.push(record));
  const last = splitter.end();
  if (last !== null) pieces.push(rewriter.push(last));
  return rewriting(rewriter, pieces);
}

/** The stream in one piece, in two at every place, and byte by byte. */
export function everyCut(stream: Buffer): readonly (readonly Buffer[])[] {
  const inTwo = Array.from({ length: stream.length - 1 }, (_, i) => [
    stream.subarray(0, i + 1),
    stream.subarray(i + 1),
  ]);
  return [[stream], ...inTwo, Array.from(stream, (byte) => Buffer.from([byte]))];
}
