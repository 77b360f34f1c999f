import type { GatewayError } from '../../errors.ts';
import type { TokenUsage, ToolUses } from '../../domain/usage.ts';
import type { KeepableAnswer } from './whole-answer.ts';

export interface StreamReader {
  /** What to pass on of a piece of the upstream's stream; `null` for nothing. Raises when a record exceeds the limit. */
  push(piece: Buffer): Buffer | null;
  /** What is left when the upstream has ended. */
  finish(): Buffer | null;
  /** The protocol's own end was seen. */
  readonly isDone: boolean;
  /** Nothing more will be read: its end was seen, an error, or what is no record of the protocol. */
  readonly isOver: boolean;
  /** Nothing essential is missing, even if the upstream forgot the last record. */
  readonly isComplete: boolean;
  /** The upstream reported an error of its own within the stream. */
  readonly hasError: boolean;
  /** Last seen wins. */
  readonly usage: TokenUsage | null;
  readonly serviceTier: string | null;
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown; absent where the protocol has none. */
  readonly toolUses?: ToolUses | undefined;
  /** The last record of a stream that ended well; `null` when the protocol has none. */
  readonly doneRecord: Buffer | null;
  /** Of a stream that ended well; absent or `null` where there is nothing to keep. */
  readonly keepable?: KeepableAnswer | null;
  errorRecord(error: GatewayError): Buffer;
}

/** What every rewriter of a stream tells alike; the rest is each protocol's own. */
type Told = Pick<StreamReader, 'isDone' | 'hasError' | 'usage' | 'serviceTier' | 'contentBytes' | 'toolUses'> & {
  /** What came is no record of the protocol: nothing is read any more. */
  readonly isBroken: boolean;
  end(): Buffer | null;
};

/** What a protocol says of its own stream. Asked anew at each look. */
export interface OwnReading {
  push(piece: Buffer): Buffer | null;
  isComplete(): boolean;
  doneRecord(): Buffer | null;
  keepable?(): StreamReader['keepable'];
  readonly errorRecord: StreamReader['errorRecord'];
}

/** A rewriter of a stream as the pipeline reads it. */
export function streamReader(stream: Told, own: OwnReading): StreamReader {
  return new Reader(stream, own);
}

/** A class for the sake of its getters: an object literal with them would outlive its stream, as `HttpClient` says. */
class Reader implements StreamReader {
  readonly #stream: Told;
  readonly #own: OwnReading;

  constructor(stream: Told, own: OwnReading) {
    this.#stream = stream;
    this.#own = own;
  }

  get isDone(): boolean {
    return this.#stream.isDone;
  }

  get isOver(): boolean {
    const { isDone, hasError, isBroken } = this.#stream;
    return isDone || hasError || isBroken;
  }

  get isComplete(): boolean {
    return this.#own.isComplete();
  }

  get hasError(): boolean {
    return this.#stream.hasError;
  }

  get usage(): StreamReader['usage'] {
    return this.#stream.usage;
  }

  get serviceTier(): string | null {
    return this.#stream.serviceTier;
  }

  get contentBytes(): number {
    return this.#stream.contentBytes;
  }

  get toolUses(): Told['toolUses'] {
    return this.#stream.toolUses;
  }

  get doneRecord(): Buffer | null {
    return this.#own.doneRecord();
  }

  get keepable(): KeepableAnswer | null {
    return this.#own.keepable?.() ?? null;
  }

  push(piece: Buffer): Buffer | null {
    return this.#own.push(piece);
  }

  finish(): Buffer | null {
    return this.#stream.end();
  }

  errorRecord(error: GatewayError): Buffer {
    return this.#own.errorRecord(error);
  }
}
