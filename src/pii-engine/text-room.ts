import { Semaphore } from '../limits/semaphore.ts';
import { PiiEngineUnavailable, type CastRequest } from '../ports/pii-engine.ts';
import { systemTimer } from '../ports/timer.ts';

/** The most text of all large requests that is cast at a time, characters. One that is longer is cast alone. */
const charactersMax = 8_388_608;

/** A request with more is a large one, characters. Small ones have as much room again, so that they wait for no large one. */
const smallMax = 65_536;

/** What is kept for each text in addition to its characters, characters. */
const charactersOfText = 64;

/** How long a request waits for its place, milliseconds. */
const waitMsMax = 60_000;

type TextsInHand = Pick<CastRequest, 'texts' | 'fixed' | 'earlier' | 'sharer'>;

/**
 * The memory for texts that are being cast: what is found in a text takes many times its length. Tenants and keys share
 * it fairly.
 */
export class TextRoom {
  readonly #large: Semaphore;
  readonly #small: Semaphore;

  constructor({ waitMs = waitMsMax } = {}) {
    const patience = { ...systemTimer, waitMs };
    const limits = { permits: charactersMax, sharePercentMax: 50, waitingMax: 1_024, patience };
    this.#large = new Semaphore(limits);
    this.#small = new Semaphore(limits);
  }

  /**
   * Takes a place for the texts of a request. Returns a function that gives it back. Raises `PiiEngineUnavailable` when
   * there is none in time.
   */
  async enter({ texts, fixed, earlier, sharer }: TextsInHand): Promise<() => void> {
    const lengths = [texts, fixed].flatMap((all) => all.map(({ text }) => text.length + charactersOfText));
    const characters = lengths.concat(earlier.map(({ length }) => length)).reduce((sum, length) => sum + length, 0);
    const room = characters <= smallMax ? this.#small : this.#large;
    const permit = await room.acquire(sharer, Math.min(characters, charactersMax));
    if (typeof permit === 'string') throw new PiiEngineUnavailable('the texts of other requests take all the memory');
    return () => permit.release();
  }
}
