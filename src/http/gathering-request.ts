import { IncomingMessage } from 'node:http';
import { GatheredBytes } from '../wire/gathered-bytes.ts';

/** A chunk at least this long is passed on by itself. */
const largeChunkBytes = 1_024;

/**
 * A request that passes on the small chunks of one read of its socket together. Node keeps each chunk of a request that
 * is not read yet as an object of its own: 64 KiB in chunks of one byte would take 29 MB.
 */
export class GatheringRequest extends IncomingMessage {
  #small = new GatheredBytes();

  /** Called by the parser. Returns whether more may come. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null || chunk.length >= largeChunkBytes) {
      this.#passOn();
      return super.push(chunk);
    }
    // All chunks of one read are pushed before the immediate runs, although ticks and promises run between them.
    if (this.#small.length === 0 && chunk.length > 0) setImmediate(() => this.#passOn());
    this.#small.push(chunk);
    return this.readableLength + this.#small.length < this.readableHighWaterMark;
  }

  #passOn(): void {
    if (this.#small.length === 0) return;
    const bytes = this.#small.joined();
    this.#small = new GatheredBytes();
    if (!this.destroyed) super.push(bytes);
  }
}
