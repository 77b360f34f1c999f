import type { ShownSelection } from '../domain/selection/shown-selection.ts';
import type { ByteAllocation } from '../limits/byte-budget.ts';
import { GatheredBytes } from '../wire/gathered-bytes.ts';

/** An answer that can be replayed: status, headers and the bytes of the body. */
export interface ReplayableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The profile that answered; absent for work that no model did. */
  readonly profile?: string;
  /** What the caller was told about casting; absent if nothing was cast. */
  readonly pii?: string;
  /** The selection and its cost; absent if there was none. */
  readonly selection?: ShownSelection;
}

type Memory = Pick<ByteAllocation, 'take' | 'release'>;

/** Records what was sent to a caller, up to a limit and while there is memory; beyond that nothing is recorded. */
export class RecordedAnswer {
  readonly #bytesMax: number;
  readonly #memory: Memory | null;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #gathered = new GatheredBytes();
  #bytes = 0;
  #hasMemory = true;

  /** `bytesMax`: the largest body that is recorded. `memory`: by default its bytes are counted elsewhere. */
  constructor(bytesMax: number, memory: Memory | null = null) {
    this.#bytesMax = bytesMax;
    this.#memory = memory;
  }

  /** Whether more was sent than is recorded, because of its limit or for lack of memory. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#bytesMax || !this.#hasMemory;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.#status = status;
    this.#headers = headers;
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (!this.isTooLarge) this.#hasMemory = this.#memory?.take(bytes.length) ?? true;
    if (this.isTooLarge) this.release();
    else this.#gathered.push(bytes);
  }

  /** Forgets what was recorded, and gives its memory back. */
  release(): void {
    this.#hasMemory = false;
    if (this.#gathered.length > 0) this.#gathered = new GatheredBytes();
    this.#memory?.release();
  }

  /** The answer with these last bytes; `null` for one that is too large. */
  endingWith(bytes: Buffer | null): ReplayableAnswer | null {
    if (bytes !== null) this.write(bytes);
    if (this.isTooLarge) return null;
    return { status: this.#status, headers: this.#headers, body: this.#gathered.joined() };
  }
}

const lengthBytes = 4;

/** Encodes an answer: the length of its head, its head as JSON, its body. */
export function encodeAnswer({ status, headers, body, profile, pii, selection }: ReplayableAnswer): Buffer {
  const head = Buffer.from(JSON.stringify({ status, headers, profile, pii, selection }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

/** Decodes what {@link encodeAnswer} wrote. */
export function decodeAnswer(content: Buffer): ReplayableAnswer {
  const bodyAt = lengthBytes + content.readUInt32BE();
  // Written above, and sealed since.
  const head = JSON.parse(content.toString('utf8', lengthBytes, bodyAt)) as Omit<ReplayableAnswer, 'body'>;
  return { ...head, body: content.subarray(bodyAt) };
}
