import { sharerOf } from '../../limits/caller-limits.ts';
import type { ByteAllocation, ByteBudget } from '../../limits/byte-budget.ts';
import { boundedAnswer } from '../../ports/bounded-body.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import type { Noted } from '../records.ts';

/** An answer in memory. */
export interface HeldAnswer {
  readonly bytes: Buffer;
  readonly memory: ByteAllocation;
}

/** What is read, and for whom. */
export type AnswerToRead = Pick<Noted, 'answer' | 'caller'> & {
  readonly exchange: Pick<Noted['exchange'], 'signal' | 'held'>;
};

/**
 * Reads a whole answer. The caller must release its memory. Raises `UpstreamFailure`: `too_large` above `bytesMax`,
 * `total_timeout` when there was no memory in time, and what reading the body raises.
 */
export async function readWhole(
  { answer, caller, exchange }: AnswerToRead,
  bytesMax: number,
  answers: ByteBudget,
): Promise<HeldAnswer> {
  const memory = answers.open(sharerOf(caller.key));
  const wait = async (): Promise<void> => {
    const refusal = await exchange.held.while(Promise.resolve(memory.cover(bytesMax, exchange)));
    if (refusal !== null) throw new UpstreamFailure('total_timeout', 'unknown');
  };
  try {
    const bytes = await boundedAnswer(answer.body, bytesMax, (length) => (memory.covers(length) ? null : wait()));
    return { bytes, memory };
  } catch (error) {
    memory.release();
    throw error;
  }
}
