import type { Client } from '../records.ts';

/** Comments beyond this many bytes do not wait for a record. */
const unopenedBytesMax = 65_536;

/** The head and the comments before the first record. They wait until it is certain that this target answers. */
export class StreamOpening {
  readonly #client: Pick<Client, 'begin'>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  isOpen = false;

  constructor(client: Pick<Client, 'begin'>, headers: Readonly<Record<string, string>>) {
    this.#client = client;
    this.#headers = headers;
  }

  /** Holds back comments, or an error that another target may not return. Returns `false` when they wait no longer. */
  hold(bytes: Buffer): boolean {
    if (this.isOpen || this.#waitingBytes + bytes.length > unopenedBytesMax) return false;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    return true;
  }

  /** Sends the head, once. Returns the comments that were held back; `null`: none. */
  open(): Buffer | null {
    if (!this.isOpen) this.#client.begin(200, this.#headers);
    this.isOpen = true;
    return joinedBytes(this.#waiting.splice(0));
  }

  /** Sends the head, once. Returns the bytes behind the comments that were held back. */
  openBefore(bytes: Buffer): Buffer {
    return this.isOpen ? bytes : (joinedBytes([this.open(), bytes]) ?? bytes);
  }
}

/** The pieces as one; `null`: there are none. */
export function joinedBytes(pieces: readonly (Buffer | null)[]): Buffer | null {
  const bytes = pieces.filter((piece) => piece !== null);
  return bytes.length > 1 ? Buffer.concat(bytes) : (bytes[0] ?? null);
}
