import { FairLine } from '../limits/fair-line.ts';
import type { Sharer } from '../limits/fair-room.ts';
import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import { doneInTurns } from '../ports/done-in-turns.ts';

/** Whose texts a work reads. */
export type TextSharer = Pick<Sharer, 'tenantId' | 'keyId'>;

/** Works that nobody in particular asked for. */
const nobody: TextSharer = { tenantId: '', keyId: '' };

/**
 * Divides the time of the event loop among long works on texts. In each turn one of the waiting works goes on: the tenants
 * take turns, within a tenant its keys do, and within a key its works. So many long texts of one tenant delay the texts
 * of others no longer than one does.
 */
export class TextPace {
  readonly #waiting = new FairLine<() => void>({ waitingMax: Number.MAX_SAFE_INTEGER, part: 1 });

  /** Does a work and returns its result. Short work waits for no turn. Raises what the work raises. */
  done<Result>(work: WorkInParts<Result>, sharer = nobody): Promise<Result> {
    return doneInTurns(work, () => this.#turn(sharer));
  }

  #turn(sharer: TextSharer): Promise<void> {
    return new Promise((resolve) => {
      // One work waits for one turn at a time.
      this.#waiting.join(sharer, () => resolve());
      if (this.#waiting.size === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting.members();
    if (first !== undefined) {
      this.#waiting.leave(first, { hadTurn: true });
      first();
    }
    if (this.#waiting.size > 0) setImmediate(this.#next);
  };
}
