import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import { documented } from '../arguments.ts';
import { refused } from '../cli-error.ts';
import { withLog } from '../open-ledger.ts';
import { note, printJson } from '../output.ts';

export function ledgerCheckpoint(ledger: Command): void {
  const command = ledger
    .command('checkpoint')
    .description('sign and record what the ledger holds now, unless nothing is new, and print the last checkpoint')
    .action(checkpoint);
  documented(command, {
    example: 'waybill ledger checkpoint > november.txt',
    json: '{"checkpoint":"<signed note>","verifier_key","size","recorded_at"}',
  });
}

async function checkpoint({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { takeCheckpoint } = await import('../../ledger/checkpoints/take-checkpoint.ts');
  const taken = await withLog(async (log, directory) => {
    const signer = await commandParts.noteSigner(directory);
    return await takeCheckpoint({ log, signer, createId: randomUUID });
  });
  if (taken === null) throw refused('ledger_empty', 'the ledger has no events yet: there is nothing to sign');
  const { checkpoint: text, verifier_key, size, recordedAt: recorded_at } = taken;
  if (json) printJson({ checkpoint: text, verifier_key, size, recorded_at });
  else {
    process.stdout.write(text);
    note(`verified by the key ${verifier_key}`);
  }
}
