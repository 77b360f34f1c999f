import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import {
  cosignedNote,
  readNote,
  signedNoteText,
  type SignedNote,
  type VerifierKey,
} from '../../domain/checkpoints/signed-note.ts';
import { documented } from '../arguments.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { note, printJson } from '../output.ts';
import { keptCheckpoint, signersOf, textOf, verifierKeys, type KeptCheckpoint } from './kept-checkpoint.ts';

export function ledgerCosign(ledger: Command): void {
  const command = ledger
    .command('cosign')
    .description(
      'add the signatures of witnesses to a checkpoint, and print it: each is verified, and lines of other keys are left out',
    )
    .argument('<checkpoint>', 'the signed checkpoint', keptCheckpoint)
    .argument('<answer>', 'what the witness answered: its lines, or the checkpoint with them', textOf)
    .requiredOption('--witness <key>', 'the key of a witness whose signature is added; may be repeated', verifierKeys)
    .action(cosign);
  documented(command, {
    example: 'waybill ledger cosign november.txt answer.txt --witness <key> > cosigned.txt',
    json: '{"checkpoint":"<signed note>","signed_by":[{"name","seen_at"}],"left_out":["<name>"]}',
  });
}

interface CosignOptions {
  readonly json?: boolean;
  readonly witness: readonly VerifierKey[];
}

async function cosign(
  kept: KeptCheckpoint,
  written: string,
  { json = false, witness: keys }: CosignOptions,
): Promise<void> {
  if (kept.note === null)
    throw wrongUsage(
      'nobody has signed the checkpoint: take one with `waybill ledger checkpoint`, and have it cosigned',
    );
  const answer = answerTo(kept.note, written);
  const cosigned = cosignedNote(kept.note, answer, keys);
  const signers = signersOf({ ...kept, note: cosigned }, keys, await commandParts.verifySignature());
  const text = signedNoteText(cosigned);
  if (readNote(text) === null)
    throw refused('too_many_signatures', 'the checkpoint would have more signatures than a reader takes: name fewer');
  const leftOut = namesIn(answer).filter((name) => !namesIn(cosigned).includes(name));
  if (json) return printJson({ checkpoint: text, signed_by: signers, left_out: leftOut });
  process.stdout.write(text);
  for (const { name, seen_at } of signers)
    note(`signed by ${name}${seen_at === null ? '' : `, who saw it at ${seen_at}`}`);
  if (leftOut.length > 0) note(`left out: ${leftOut.join(', ')}. Name a key with --witness to add what it signed`);
}

/** The signatures of an answer: lines alone, or a note of the same text. Raises `CliError`. */
function answerTo({ text }: SignedNote, written: string): SignedNote {
  const answer = readNote(written) ?? readNote(`${text}\n${written}`);
  if (answer === null)
    throw wrongUsage('the answer must be the lines of a witness (— <name> <base64>), or the checkpoint with them');
  if (answer.text === text) return answer;
  throw refused('another_checkpoint', 'the answer is about another checkpoint: send this one to the witness');
}

const namesIn = ({ signatures }: SignedNote): readonly string[] => [...new Set(signatures.map(({ name }) => name))];
