import type { Target } from '../catalogue/model-catalogue.ts';
import type { NoTurn, PooledRequest, PoolTurns, TargetAttempt, TargetPools } from '../ports/target-pools.ts';

/** Every member once, in the order given. */
export function createTargetPools(): TargetPools {
  return { isAnyWell: (targets) => targets.length > 0, open: (request) => new OrderedTurns(request) };
}

const none: NoTurn = { target: null, reason: 'final', retryAfterMs: null };

class OrderedTurns implements PoolTurns {
  readonly leftMs = Number.MAX_SAFE_INTEGER;
  readonly #left: Target[];
  #number = 0;

  constructor({ members }: PooledRequest) {
    this.#left = [...members];
  }

  next(): Promise<TargetAttempt | NoTurn> {
    const target = this.#left.shift();
    if (target === undefined) return Promise.resolve(none);
    this.#number++;
    const ignore = (): void => undefined;
    return Promise.resolve({ target, number: this.#number, firstByte: ignore, counted: ignore, end: ignore });
  }

  close(): void {
    this.#left.length = 0;
  }
}
