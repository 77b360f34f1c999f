import { createHash, randomUUID } from 'node:crypto';
import { createEd25519NoteSigner } from '../../src/adapters/ed25519-note-signer.ts';
import { signedNoteText, verifierKeyText } from '../../src/domain/checkpoints/signed-note.ts';
import { noteKeyId } from '../../src/domain/checkpoints/tree-hash.ts';
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

/** What a witness of this name says of a text, and its key. */
export function witnessOf(name: string, text: string): { readonly line: string; readonly key: string } {
  const { publicKey, sign } = signerOf(name);
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(1_679_314_347n);
  const bytes = Buffer.concat([at, sign(`cosignature/v1\ntime 1679314347\n${text}`)]);
  const signatures = [{ name, keyId: noteKeyId(name, 4, publicKey), bytes }];
  const [, line = ''] = signedNoteText({ text: 'x\n', signatures }).split('\n\n');
  return { line, key: verifierKeyText({ name, type: 4, publicKey }) };
}
