import { createHash, randomUUID } from 'node:crypto';
import { createEd25519NoteSigner } from '../../src/adapters/ed25519-note-signer.ts';
import { takeCheckpoint } from '../../src/ledger/checkpoints/take-checkpoint.ts';
import type { RecordedCheckpoint } from '../../src/ledger/checkpoints/recorded-checkpoints.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

/** A signer whose key follows from a word. */
export const signerOf = (word: string) => createEd25519NoteSigner(createHash('sha256').update(word).digest());

/** Takes a checkpoint of a log, signed by the key of `word`. Raises where the log is empty. */
export async function checkpointOf(log: EventLog, word = 'ledger'): Promise<RecordedCheckpoint> {
  const taken = await takeCheckpoint({ log, signer: signerOf(word), createId: randomUUID });
  if (taken === null) throw new Error('the log is empty');
  return taken;
}
