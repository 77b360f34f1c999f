import { GatewayError } from '../../errors.ts';

/** Most streams of one person, and of all, in one gateway. */
const ofPersonMax = 8;
const allMax = 64;

/** Counts the open streams of this gateway. */
export class OpenStreams {
  readonly #ofPerson = new Map<string, number>();
  #all = 0;

  /** Counts one more until the returned function is called. Raises `concurrency_limit_exceeded`. */
  begin(userId: string): () => void {
    const known = this.#ofPerson.get(userId) ?? 0;
    if (known >= ofPersonMax) throw tooMany(`You follow ${ofPersonMax} lists already. End one of them.`);
    if (this.#all >= allMax) throw tooMany('This gateway has no room for more who follow lists.');
    this.#ofPerson.set(userId, known + 1);
    this.#all += 1;
    return () => this.#end(userId);
  }

  #end(userId: string): void {
    const left = (this.#ofPerson.get(userId) ?? 1) - 1;
    if (left === 0) this.#ofPerson.delete(userId);
    else this.#ofPerson.set(userId, left);
    this.#all -= 1;
  }
}

function tooMany(detail: string): GatewayError {
  return new GatewayError('concurrency_limit_exceeded', { detail });
}
