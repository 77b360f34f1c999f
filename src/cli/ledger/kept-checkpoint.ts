import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import {
  noteVerdict,
  readNote,
  readVerifierKey,
  type SignedNote,
  type VerifierKey,
  type VerifyEd25519,
} from '../../domain/checkpoints/signed-note.ts';
import { readTreeHead, type TreeHead } from '../../domain/checkpoints/tree-head.ts';
import { refused, wrongUsage } from '../cli-error.ts';

/** A checkpoint from a file. `note` is `null` for a head alone, as `ledger verify --json` prints it. */
export interface KeptCheckpoint {
  readonly head: TreeHead;
  readonly note: SignedNote | null;
}

/** Who signed a checkpoint: of a witness with the time at which it had seen no larger one. */
export interface CheckpointSigner {
  readonly name: string;
  readonly seen_at: string | null;
}

const fileBytesMax = 65_536;

/** Reads a checkpoint from a file. Raises `InvalidArgumentError` for anything else. */
export function keptCheckpoint(path: string): KeptCheckpoint {
  const text = textOf(path);
  const note = readNote(text);
  const head = readTreeHead(note?.text ?? text);
  if (head !== null) return { head, note };
  throw new InvalidArgumentError('The file must be a checkpoint, as `waybill ledger checkpoint` prints it.');
}

/** The text of a file. Raises `InvalidArgumentError`. */
export function textOf(path: string): string {
  try {
    if (statSync(path).size > fileBytesMax) throw new Error('it is too large');
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`);
  }
}

/** Collects the keys of a repeated option. Raises `InvalidArgumentError`. */
export function verifierKeys(word: string, earlier: readonly VerifierKey[] = []): readonly VerifierKey[] {
  const key = readVerifierKey(word);
  if (key === null) throw new InvalidArgumentError('It must be a key of signed notes: <name>+<8 hex digits>+<base64>.');
  return [...earlier, key];
}

/** Checks that each of these keys has signed a checkpoint. Raises `CliError` where one has not. */
export function signersOf(
  kept: KeptCheckpoint | undefined,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519,
): readonly CheckpointSigner[] {
  if (keys.length === 0) return [];
  const note = kept?.note ?? null;
  if (note === null) throw wrongUsage('--signed-by needs --checkpoint with a signed checkpoint');
  return keys.map((key) => {
    const verdict = noteVerdict(note, key, verify);
    if (typeof verdict === 'string') {
      throw refused(
        'checkpoint_not_signed',
        `the checkpoint has ${verdict === 'absent' ? 'no' : 'a false'} signature by ${key.name}: ask its owner for the line of this checkpoint, and for the key`,
      );
    }
    return { name: key.name, seen_at: verdict.seenAt === null ? null : timeOf(verdict.seenAt) };
  });
}

function timeOf(seconds: bigint): string {
  const ms = Number(seconds) * 1_000;
  return ms <= 8.64e15 ? new Date(ms).toISOString() : `${seconds} s after 1970`;
}
