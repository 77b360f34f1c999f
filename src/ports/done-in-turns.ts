import { FairLine } from '../limits/fair-line.ts';
import type { Sharer } from '../limits/semaphore.ts';
import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import type { JsonLimits } from '../wire/json-limits.ts';
import { scanSlices } from '../wire/json-text.ts';

/** Whose texts a work reads. */
export type TextSharer = Pick<Sharer, 'tenantId' | 'keyId'>;

/** Works that nobody in particular asked for. */
const nobody: TextSharer = { tenantId: '', keyId: '' };

/** How much long work is done in one turn of the event loop, characters. Other requests run between two turns. */
const turnCharactersMax = 65_536;

/** How much of a tenant's work is done in one turn of the event loop without waiting, characters. */
const shortCharactersMax = 16_384;

/** A part that takes longer than its size says counts by its time, characters for a millisecond. */
const charactersPerMillisecond = 8_192;

/**
 * Divides the time of an event loop among works. In each of its turns one of the waiting works goes on: the tenants take
 * turns, within a tenant its keys do, and within a key its works. So however much one tenant asks for, in long works or
 * in many, the works of another wait for one part of it. What a tenant does in one turn without waiting is limited for all
 * of its works together, so that many short ones are no longer than one.
 */
export class WorkTurns {
  readonly #waiting = new FairLine<() => void>({ waitingMax: Number.MAX_SAFE_INTEGER, sharePercentMax: 100 });
  /** What each tenant may still do in this turn of the event loop, characters. */
  readonly #left = new Map<string, number>();
  readonly #now: () => number;

  constructor({ now = performance.now.bind(performance) } = {}) {
    this.#now = now;
  }

  /** Runs a task, yielding to the event loop between its parts; a short task never yields. Raises what the task raises. */
  async done<Result>(work: WorkInParts<Result>, sharer = nobody): Promise<Result> {
    for (let began = this.#now(); ;) {
      if (this.#leftOf(sharer) <= 0) {
        await this.#turn(sharer);
        began = this.#now();
      }
      const part = work.next();
      if (part.done === true) return part.value;
      const ended = this.#now();
      this.#spend(sharer, Math.max(part.value, (ended - began) * charactersPerMillisecond));
      began = ended;
    }
  }

  #leftOf({ tenantId }: TextSharer): number {
    return this.#left.get(tenantId) ?? shortCharactersMax;
  }

  #spend(sharer: TextSharer, characters: number): void {
    this.#countTurn();
    this.#left.set(sharer.tenantId, this.#leftOf(sharer) - characters);
  }

  #turn(sharer: TextSharer): Promise<void> {
    return new Promise((resolve) => {
      // One work waits for one turn at a time.
      this.#waiting.join(sharer, () => {
        this.#left.set(sharer.tenantId, turnCharactersMax);
        resolve();
      });
    });
  }

  #countTurn(): void {
    if (this.#left.size === 0) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    this.#left.clear();
    const [first] = this.#waiting.members();
    if (first === undefined) return;
    this.#waiting.leave(first, { hadTurn: true });
    this.#countTurn();
    first();
  };
}

/** A thread has one event loop. */
const turns = new WorkTurns();

/** Runs a task in turns of this thread's event loop, which all tasks share: see {@link WorkTurns.done}. */
export async function doneInTurns<Result>(work: WorkInParts<Result>, sharer?: TextSharer): Promise<Result> {
  return await turns.done(work, sharer);
}

/** Scans a text, so that what reads it next finds it scanned: all of a short one at once, a long one in turns. */
export async function scanInTurns(text: Buffer, limits: JsonLimits, sharer: TextSharer): Promise<void> {
  const slices = scanSlices(text, limits);
  if (slices.next().done !== true) await doneInTurns(slices, sharer);
}

/** Resolves in the next turn of the event loop. */
export function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
