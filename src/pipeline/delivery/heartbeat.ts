import type { Client } from '../records.ts';
import type { StreamOpening } from './stream-opening.ts';

const comment = Buffer.from(': hb\n\n');
const lineFeed = 0x0a;

/**
 * Comments that keep the connection open while an upstream is silent. They stand only between records, and a caller who
 * does not even take the records gets none.
 */
export class Heartbeat {
  readonly #client: Pick<Client, 'isGone' | 'write'>;
  readonly #opening: StreamOpening;
  readonly #timer: NodeJS.Timeout;
  #wroteLately = false;
  #endsWithRecord = true;
  #isTaken = true;

  /** `silentMs`: the longest silence, milliseconds. */
  constructor(client: Pick<Client, 'isGone' | 'write'>, opening: StreamOpening, silentMs: number) {
    this.#client = client;
    this.#opening = opening;
    this.#timer = setInterval(() => this.#beat(), silentMs);
  }

  /** These bytes are being written to the caller. */
  writing(bytes: Buffer): void {
    this.#wroteLately = true;
    this.#isTaken = false;
    this.#endsWithRecord = bytes.at(-1) === lineFeed && bytes.at(-2) === lineFeed;
  }

  /** The caller has taken what was written. */
  taken(): void {
    this.#isTaken = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const mayComment = this.#isTaken && this.#endsWithRecord;
    if (!this.#wroteLately && mayComment && !this.#client.isGone) {
      void this.#client.write(this.#opening.openBefore(comment));
    }
    this.#wroteLately = false;
  }
}
