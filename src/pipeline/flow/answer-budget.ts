import { ByteBudget } from '../../limits/byte-budget.ts';
import { systemTimer } from '../../time/timer.ts';

export interface AnswerBudgetOptions {
  /** Most bytes of all large answers in memory, and of what is kept of streams. */
  readonly bytesMax: number;
  /** The share of one tenant and one key, as in `QueueLimits`. */
  readonly sharePercentMax: number;
  /** How long an answer waits for memory, milliseconds: as long as its request may run. */
  readonly waitMs: number;
}

/** An answer up to this size is not counted, bytes. */
const freeBytes = 262_144;

/** What is kept of a stream takes memory in steps, bytes. */
const stepBytes = 65_536;

/**
 * The memory for answers. An unstreamed answer that turns out to be large waits, with its upstream, for as many bytes as
 * an answer may have, and never asks for more while it holds some. What is kept of a stream asks for more and never
 * waits. So answers cannot wait for each other. Requests that run are limited already: nobody is refused for others
 * that wait.
 */
export function answerBudget({ waitMs, ...limits }: AnswerBudgetOptions): ByteBudget {
  return new ByteBudget({
    ...limits,
    waitingMax: Infinity,
    patience: { ...systemTimer, waitMs },
    freeBytes,
    stepBytes,
  });
}
