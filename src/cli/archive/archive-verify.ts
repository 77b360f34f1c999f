import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { VerifierKey } from '../../domain/checkpoints/signed-note.ts';
import { treeHeadText } from '../../domain/checkpoints/tree-head.ts';
import type { ArchiveVerdict, VerifyArchiveOptions } from '../../ledger/archive/verify-archive.ts';
import { documented } from '../arguments.ts';
import { exitCodes } from '../cli-error.ts';
import { keptCheckpoint, verifierKeys, type KeptCheckpoint } from '../ledger/kept-checkpoint.ts';
import { counted, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';
import { withArchive } from './with-archive.ts';

export function archiveVerify(archive: Command): void {
  const command = archive
    .command('verify')
    .description(
      'verify an archive by itself, without the ledger: digests, order, sums, checkpoints and their signatures',
    )
    .argument('[folder]', 'folder with a copy of the archive (default: the bucket of WAYBILL_CONFIG)')
    .option('--signed-by <key>', 'check that this key signed the last checkpoint; may be repeated', verifierKeys)
    .option('--checkpoint <file>', 'check that the archive agrees with this checkpoint, kept elsewhere', keptCheckpoint)
    .action(verify);
  documented(command, {
    example: 'waybill archive verify copy/ --signed-by <verifier_key>',
    json: '{"ok":true,"ranges","events","left_out","first_recorded_at","last_recorded_at","last","tree",\n   "checkpoint","uncovered_events","sums":{"available","reserved","funding","revenue","granted","breakage","margin"},\n   "charged_eur","secrets":{"<name>":"<fingerprint>"}}\n   or {"ok":false,"ranges","difference":{"kind","object","position","expected","found"}}, with exit code 1',
  });
}

/** What an archive is compared with. */
export interface ArchiveKeys {
  readonly signedBy?: readonly VerifierKey[];
  readonly checkpoint?: KeptCheckpoint;
  readonly json?: boolean;
}

async function verify(folder: string | undefined, { json = false, ...keys }: ArchiveKeys): Promise<void> {
  const verdict = await withArchive(folder, (store) => verified({ store }, keys));
  if (!verdict.ok) process.exitCode = exitCodes.refused;
  if (json) printJson(archiveDocument(verdict));
  else await printVerdict(verdict);
}

/** Verifies an archive, with progress on stderr. Raises what the store raises. */
export async function verified(
  options: Pick<VerifyArchiveOptions, 'store' | 'take'>,
  { signedBy = [], checkpoint }: ArchiveKeys,
): Promise<ArchiveVerdict> {
  const { verifyArchive } = await import('../../ledger/archive/verify-archive.ts');
  await using files = await commandParts.rangeFiles();
  const progress = new Progress('events checked');
  try {
    return await verifyArchive({
      ...options,
      files,
      verifySignature: await commandParts.verifySignature(),
      signedBy,
      checkpoints: checkpoint === undefined ? [] : [checkpoint.head],
      onProgress: (events) => progress.show(events),
    });
  } finally {
    progress.end();
  }
}

/** A verdict for programs. */
export function archiveDocument(verdict: ArchiveVerdict): object {
  return verdict.ok ? { ...verdict, tree: verdict.tree && treeHeadText(verdict.tree) } : verdict;
}

async function printVerdict(verdict: ArchiveVerdict): Promise<void> {
  if (!verdict.ok) {
    const { archiveDifferenceInWords } = await import('../../ledger/archive/archive-difference.ts');
    printLine(`NOT verified, after ${counted(verdict.ranges, 'correct range')}:`);
    printLine(archiveDifferenceInWords(verdict.difference));
    return;
  }
  const { ranges, events, first_recorded_at: from, last_recorded_at: to } = verdict;
  printLine(`verified: ${counted(ranges, 'range')}, ${counted(events, 'event')} from ${from} to ${to}`);
  const sums = Object.entries(verdict.sums).map(([account, eur]) => [`${account}_eur`, eur]);
  printFields({ ...Object.fromEntries(sums), charged_eur: verdict.charged_eur });
  printCheckpoint(verdict);
  if (verdict.left_out > 0)
    printLine(`left out: ${counted(verdict.left_out, 'event')} of stored contents and read models`);
}

function printCheckpoint({ checkpoint, uncovered_events: uncovered }: Extract<ArchiveVerdict, { ok: true }>): void {
  if (checkpoint === null) return printLine('no checkpoint covers it: no signature says whose it is');
  printLine(`the last checkpoint covers ${counted(checkpoint.size, 'kept event')}: ${checkpoint.verifier_key}`);
  if (uncovered > 1) printLine(`${counted(uncovered, 'kept event')} after it: no signature covers them yet`);
}
