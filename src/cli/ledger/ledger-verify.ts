import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { VerifierKey } from '../../domain/checkpoints/signed-note.ts';
import { treeHeadText, type TreeHead } from '../../domain/checkpoints/tree-head.ts';
import type { LedgerVerdict } from '../../ledger/verify/verify-ledger.ts';
import { documented } from '../arguments.ts';
import { exitCodes } from '../cli-error.ts';
import { counted, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';
import {
  keptCheckpoint,
  signersOf,
  verifierKeys,
  type CheckpointSigner,
  type KeptCheckpoint,
} from './kept-checkpoint.ts';

export function ledgerVerify(ledger: Command): void {
  const command = ledger
    .command('verify')
    .description('replay the whole log and check all rules of money, order and schema, and the read models')
    .option('--checkpoint <file>', 'check that nothing has changed that this earlier checkpoint covers', keptCheckpoint)
    .option(
      '--signed-by <key>',
      'check that this key signed the checkpoint: the key of the ledger, or of a witness; may be repeated',
      verifierKeys,
    )
    .action(verify);
  documented(command, {
    example: 'waybill ledger verify',
    json: '{"ok":true,"events","wallets","tree":"<origin>\\n<size>\\n<root>\\n",\n   "checkpoint":{"size","verifier_key"},"continues":[{"origin","size"}],\n   "unchanged_up_to":<size of --checkpoint; null: it is the one that this copy continues>,\n   "signed_by":[{"name","seen_at"}],\n   "projections":[{"name","checkpoint","documents"}],"totals":{"available_eur","reserved_eur",\n   "posted_eur","funding_eur","revenue_eur","granted_eur","breakage_eur","margin_eur"},\n   "overdue":{"count","first":[…]},"owed_margins"}\n   or {"ok":false,"events","difference":{"kind","position","stream","revision","expected",\n   "found"}}, with exit code 1',
  });
}

interface VerifyOptions {
  readonly json?: boolean;
  readonly checkpoint?: KeptCheckpoint;
  readonly signedBy?: readonly VerifierKey[];
}

async function verify({ json = false, checkpoint, signedBy = [] }: VerifyOptions): Promise<void> {
  const { projectionCatalogue } = await import('../../../projections/catalogue.ts');
  const { verifyLedger } = await import('../../ledger/verify/verify-ledger.ts');
  const { withStoredLedger } = await import('../stored-ledger.ts');
  const verifySignature = await commandParts.verifySignature();
  const signers = signersOf(checkpoint, signedBy, verifySignature);
  const kept = checkpoint && { ...checkpoint, signers };
  const progress = new Progress('events checked');
  const now = Date.now();
  const verdict = await withStoredLedger(({ log, readModels, reached, storedReadModel }) => {
    return verifyLedger({
      log,
      ...(kept && { checkpoints: [kept.head] }),
      verifySignature,
      ...(reached && { reached }),
      readModels,
      ...(storedReadModel && { storedReadModel }),
      projections: projectionCatalogue,
      now,
      onProgress: (events) => progress.show(events),
    });
  }).finally(() => progress.end());
  if (!verdict.ok) process.exitCode = exitCodes.refused;
  if (json) printJson(documentOf(verdict, kept));
  else await printVerdict(verdict, kept);
}

type Kept = KeptCheckpoint & { readonly signers: readonly CheckpointSigner[] };

function documentOf(verdict: LedgerVerdict, kept: Kept | undefined): object {
  if (!verdict.ok) return verdict;
  const { tree, ...rest } = verdict;
  const isCopy = kept !== undefined && isContinued(verdict, kept.head);
  const checked = kept && { unchanged_up_to: isCopy ? null : kept.head.size, signed_by: kept.signers };
  return { ...rest, tree: tree === null ? null : treeHeadText(tree), ...checked };
}

/** Whether a checkpoint is of the ledger that this one was copied from, and not of its own tree. */
function isContinued({ continues }: Extract<LedgerVerdict, { ok: true }>, { origin }: TreeHead): boolean {
  return continues.some((each) => each.origin === origin);
}

async function printVerdict(verdict: LedgerVerdict, kept: Kept | undefined): Promise<void> {
  if (!verdict.ok) {
    const { differenceInWords } = await import('../../ledger/verify/ledger-difference.ts');
    printLine(`NOT verified, after ${counted(verdict.events, 'correct event')}:`);
    printLine(differenceInWords(verdict.difference));
    return;
  }
  const { count, first } = verdict.overdue;
  printLine(`verified: ${counted(verdict.events, 'event')}, ${counted(verdict.wallets, 'wallet')}`);
  printFields({ ...verdict.totals });
  if (kept !== undefined) {
    const { head, signers } = kept;
    const covered = `${counted(head.size, 'kept event')} of ${head.origin}`;
    printLine(
      isContinued(verdict, head)
        ? `the checkpoint is the one that this copy continues, of ${covered}: what it covers is compared where that ledger is`
        : `nothing has changed that the checkpoint covers: ${covered}`,
    );
    for (const { name, seen_at: at } of signers)
      printLine(`signed by ${name}${at === null ? '' : `, which saw it at ${at}`}`);
  }
  const { tree, checkpoint } = verdict;
  if (tree !== null)
    printLine(`${counted(tree.size, 'kept event')} of ${tree.origin}: ${tree.root.toString('base64')}`);
  if (checkpoint !== null)
    printLine(`the last checkpoint covers ${checkpoint.size} of them: ${checkpoint.verifier_key}`);
  printLine(`read models equal the log: ${verdict.projections.map(({ name }) => name).join(', ')}`);
  if (verdict.owed_margins > 0) {
    printLine(`${counted(verdict.owed_margins, 'charge')} whose margin a running gateway has still to record`);
  }
  if (count === 0) return;
  const which = `${first[0]?.reservation_id ?? ''}${count === 1 ? '' : `, and ${count - 1} more`}`;
  printLine(`warning: ${counted(count, 'reservation')} not ended in time: ${which}`);
}
