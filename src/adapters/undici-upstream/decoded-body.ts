import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UpstreamFailure } from '../../ports/upstream.ts';
import { contentCodingsOf } from '../../wire/content-coding.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

type Coding = keyof typeof decoders;

/**
 * The most that a body may grow: a bomb grows a thousandfold and more, answers tenfold. Beyond what is free the decoded
 * bytes of the whole body count.
 */
const growthMax = 200;
const freeBytes = 1_048_576;

/** The one content coding of a body that can be decoded here; `null`: another one, or several. */
export function decodableCoding(header: string | readonly string[] | undefined): Coding | null {
  const [only, ...others] = contentCodingsOf(header ?? '');
  return only !== undefined && others.length === 0 && Object.hasOwn(decoders, only) ? (only as Coding) : null;
}

/**
 * A body decoded as it arrives, with back-pressure. Raises what the body raises, and {@link UpstreamFailure} with
 * `outcome: 'unknown'` for bytes that are not in the coding or break off (`reset`), and for a bomb (`too_large`).
 */
export class UndiciUpstreamDecodedBody implements AsyncIterableIterator<Buffer> {
  readonly #body: AsyncIterableIterator<Buffer>;
  readonly #decoder: ReturnType<(typeof decoders)[Coding]>;
  readonly #pieces: AsyncIterator<Buffer>;
  #encodedBytes = 0;
  #decodedBytes = 0;

  constructor(body: AsyncIterableIterator<Buffer>, coding: Coding) {
    this.#body = body;
    this.#decoder = decoders[coding]();
    const source = Readable.from(this.#counted(), { objectMode: false });
    source.once('error', (error) => this.#decoder.destroy(error));
    this.#decoder.once('close', () => source.destroy());
    this.#pieces = source.pipe(this.#decoder)[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Buffer>> {
    const next = await this.#pieces.next().catch((error: unknown): IteratorReturnResult<undefined> => {
      if (error instanceof UpstreamFailure) throw error;
      const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
      // Nothing is nothing in every coding.
      if (!isCut || this.#encodedBytes > 0) throw new UpstreamFailure('reset', 'unknown', { cause: error });
      return { done: true, value: undefined };
    });
    if (next.done === true) return { done: true, value: undefined };
    this.#decodedBytes += next.value.length;
    if (this.#decodedBytes <= freeBytes + growthMax * this.#encodedBytes) return next;
    await this.return();
    throw new UpstreamFailure('too_large', 'unknown');
  }

  /** Ends at once, also while a piece is awaited. */
  async return(): Promise<IteratorResult<Buffer>> {
    this.#decoder.destroy();
    await this.#body.return?.();
    return { done: true, value: undefined };
  }

  async *#counted(): AsyncGenerator<Buffer> {
    for await (const piece of this.#body) {
      this.#encodedBytes += piece.length;
      yield piece;
    }
  }
}
