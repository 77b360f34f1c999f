import type { Target } from '../../src/catalogue/model-catalogue.ts';
import type { NoTurn, PoolTurns, TargetAttempt, TargetPools } from '../../src/ports/target-pools.ts';
import type { World } from './_world.ts';

/** Members by chance: mostly each once, sometimes the same again, as one is whose wait was short. */
export function simulatedPools(world: World): TargetPools {
  return {
    isAnyWell: () => true,
    open: ({ members }) => new TurnsByChance(world, members),
  };
}

const none: NoTurn = { target: null, reason: 'final', retryAfterMs: null };
const attemptsMax = 4;

class TurnsByChance implements PoolTurns {
  readonly leftMs = 0;
  readonly #world: World;
  #left: Target[];
  #last: Target | null = null;
  /** How the last attempt ended: one that may have been executed is not made again at the same target. */
  #mayRepeat = false;
  #number = 0;

  constructor(world: World, members: readonly Target[]) {
    this.#world = world;
    this.#left = [...members];
  }

  async next(): Promise<TargetAttempt | NoTurn> {
    const target = this.#pick();
    if (target === null || this.#number === attemptsMax) return none;
    this.#number += 1;
    this.#last = target;
    return {
      target,
      number: this.#number,
      headMsMax: null,
      firstByte: () => undefined,
      counted: () => undefined,
      end: (how) => {
        this.#mayRepeat = typeof how === 'object' && how.ran === 'no';
      },
    };
  }

  close(): void {
    this.#left = [];
  }

  #pick(): Target | null {
    if (this.#last !== null && this.#mayRepeat && this.#world.happens(25)) return this.#last;
    if (this.#left.length === 0) return null;
    const [target] = this.#left.splice(this.#world.random.whole(0, this.#left.length - 1), 1);
    return target ?? null;
  }
}
