import type { SelectionTold } from '../domain/selection/selection-told.ts';

/** An answer as it can be given again: status, headers and the bytes of the body. */
export interface ReplayableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The profile that made it; absent of answers that were kept before it was noted. */
  readonly profile?: string;
  /** What was told of the casting of personal data; absent where nothing was cast, and of answers kept before it was noted. */
  readonly pii?: string;
  /** Who was chosen to answer, and what choosing cost; absent where nobody was, and of answers kept before it was noted. */
  readonly selection?: SelectionTold;
}

/** What was given to a caller so far, up to a limit; beyond it nothing of it is kept. */
export class RecordedAnswer {
  readonly #bytesMax: number;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** `bytesMax`: the largest body that is kept. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** More was given than is kept. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#bytesMax;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.#status = status;
    this.#headers = headers;
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.isTooLarge) this.#pieces = [];
    else this.#pieces.push(bytes);
  }

  /** The answer with these last bytes; `null` for one that is too large. */
  endingWith(bytes: Buffer | null): ReplayableAnswer | null {
    if (bytes !== null) this.write(bytes);
    if (this.isTooLarge) return null;
    return { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#pieces) };
  }
}

const lengthBytes = 4;

/** The answer as one content: the length of its head, its head as JSON, its body. */
export function encodeAnswer({ status, headers, body, profile, pii, selection }: ReplayableAnswer): Buffer {
  const head = Buffer.from(JSON.stringify({ status, headers, profile, pii, selection }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** What {@link encodeAnswer} wrote. */
export function decodeAnswer(content: Buffer): ReplayableAnswer {
  const bodyAt = lengthBytes + content.readUInt32BE();
  // Written above, and sealed since.
  const head = JSON.parse(content.toString('utf8', lengthBytes, bodyAt)) as Omit<ReplayableAnswer, 'body'>;
  return { ...head, body: content.subarray(bodyAt) };
}
