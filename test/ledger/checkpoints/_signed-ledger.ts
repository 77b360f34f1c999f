import { randomUUID } from 'node:crypto';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import type { TreeHead } from '../../../src/domain/checkpoints/tree-head.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';

/** A ledger that was signed after so many more events each, some of them no leaves. */
export async function signedLedger(counts: readonly number[]) {
  const log = chainedLog(createMemoryEventLog());
  const revisions = new Map<string, number>();
  const append = async (stream: string, count: number): Promise<void> => {
    const event = () => ({ id: randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' });
    const batch = Array.from({ length: count }, event);
    revisions.set(stream, (await log.append(stream, revisions.get(stream) ?? 'no_stream', batch)).revision);
  };
  const sign = async (count: number): Promise<TreeHead> => {
    await append('credit-a', count);
    await append('relay-a', 3);
    return (await checkpointOf(log)).head;
  };
  const heads: TreeHead[] = [];
  for (const count of counts) heads.push(await sign(count));
  return { log, heads, sign };
}
