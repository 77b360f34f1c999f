import type { Command } from 'commander';
import { documented } from '../arguments.ts';
import { refused } from '../cli-error.ts';
import { withLog } from '../open-ledger.ts';
import { printJson, printLine } from '../output.ts';
import { keptCheckpoint, type KeptCheckpoint } from './kept-checkpoint.ts';

export function ledgerProve(ledger: Command): void {
  const command = ledger
    .command('prove')
    .description(
      'prove that one checkpoint continues another: hashes as in RFC 6962, which no ledger is needed to check',
    )
    .argument('<older>', 'the earlier checkpoint', keptCheckpoint)
    .argument('<newer>', 'the later one', keptCheckpoint)
    .action(prove);
  documented(command, {
    example: 'waybill ledger prove november.txt december.txt > proof.txt',
    json: '{"older":{"origin","size"},"newer":{"origin","size"},"proof":["<hash, base64>"]}',
  });
}

async function prove(
  { head: older }: KeptCheckpoint,
  { head: newer }: KeptCheckpoint,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const { proveConsistency } = await import('../../ledger/checkpoints/prove-consistency.ts');
  const proof = await withLog((log) => proveConsistency(log, older, newer));
  if (proof === null) {
    throw refused(
      'not_continued',
      `this ledger does not prove that the checkpoint of ${newer.size} events of ${newer.origin} continues that of ${older.size} events of ${older.origin}`,
    );
  }
  const hashes = proof.map((hash) => hash.toString('base64'));
  const shown = ({ origin, size }: KeptCheckpoint['head']) => ({ origin, size });
  if (json) printJson({ older: shown(older), newer: shown(newer), proof: hashes });
  else for (const hash of hashes) printLine(hash);
}
