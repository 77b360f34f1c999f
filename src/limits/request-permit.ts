import type { Permit } from './semaphore.ts';

type Released = Pick<Permit, 'release'>;

/** The permit of a running request, and what else it holds meanwhile. */
export class RequestPermit {
  readonly #own: readonly Released[];
  readonly #others: Released[] = [];
  #isReleased = false;

  constructor(...own: readonly Released[]) {
    this.#own = own;
  }

  /** Releases `other` with {@link releaseOthers} or with this one; at once when this one was released. */
  add(other: Released): void {
    if (this.#isReleased) other.release();
    else this.#others.push(other);
  }

  releaseOthers(): void {
    for (const other of this.#others.splice(0)) other.release();
  }

  release(): void {
    this.#isReleased = true;
    for (const own of this.#own) own.release();
    this.releaseOthers();
  }
}
