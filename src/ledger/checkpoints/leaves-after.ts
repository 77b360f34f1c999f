import { readTreeHash } from '../../domain/checkpoints/tree-head.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { isThinned } from '../stream-names.ts';

/** A tile and a little more, because some events are no leaves. */
const pageEvents = 300;

/** The kept events after a position, at most so many. */
export async function leavesAfter(
  log: Pick<EventLog, 'readAll'>,
  begin: Position | null,
  count: number,
): Promise<readonly RecordedEvent[]> {
  const leaves: RecordedEvent[] = [];
  for (let after = begin; leaves.length < count;) {
    const page = await log.readAll({ ...(after !== null && { after }), limit: pageEvents });
    leaves.push(...page.filter(({ stream }) => !isThinned(stream)));
    if (page.length < pageEvents) break;
    after = page.at(-1)?.position ?? after;
  }
  return leaves.slice(0, count);
}

/** The root of a tile. Raises `RangeError` where a checkpoint holds something else. */
export function tileHash(base64: string): TreeHash {
  const hash = readTreeHash(base64);
  if (hash === null) throw new RangeError('the tile of a checkpoint holds no hash');
  return hash;
}
