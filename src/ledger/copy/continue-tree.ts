import type { CheckpointEvent } from '../../domain/checkpoints/checkpoint-events.ts';
import { lastCheckpoint, newestOfCheckpoints } from '../checkpoints/recorded-checkpoints.ts';
import { chainedLog } from '../chained-log.ts';
import { decodeEvent, encodeEvent } from '../codec.ts';
import { checkpointStream } from '../stream-names.ts';
import type { CopiedEngines } from './copy-relay.ts';
import { CopyRefused } from './copy-refused.ts';

/**
 * Records the last checkpoint of the source in the target, before what is copied: the tree of the target begins with it.
 * A later copy that goes on records the later one. Raises {@link CopyRefused} when the target has checkpoints of its own,
 * and what the logs raise.
 */
export async function continueTree({ source, target, createId }: CopiedEngines): Promise<void> {
  const [last, newest] = [await lastCheckpoint(source), await newestOfCheckpoints(target)];
  const known = newest === null ? null : (decodeEvent(newest) as CheckpointEvent); // of the stream of checkpoints
  if (known?.type === 'LedgerCheckpointed') {
    throw new CopyRefused(
      'target_ahead',
      'the target has gone on: it has checkpoints of its own. Once a gateway writes to the target, it is the ledger: use it, or copy into an empty database',
    );
  }
  if (last === null || known?.data.checkpoint === last.checkpoint) return;
  const { checkpoint, verifier_key } = last;
  const event = encodeEvent({ type: 'LedgerContinued', data: { checkpoint, verifier_key } }, createId());
  await chainedLog(target).append(checkpointStream, newest?.revision ?? 'no_stream', [event]);
}
