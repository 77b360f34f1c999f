import { Command } from 'commander';
import { auditPack } from './audit/audit-pack.ts';
import { archiveRestore } from './archive/archive-restore.ts';
import { archiveStatus } from './archive/archive-status.ts';
import { archiveVerify } from './archive/archive-verify.ts';
import { consoleCommand } from './console-command.ts';
import { compareReport } from './compare-report.ts';
import { configCheck } from './config/config-check.ts';
import { configDiff } from './config/config-diff.ts';
import { configReload } from './config/config-reload.ts';
import { eventsReplay } from './events-replay.ts';
import { eventsTail } from './events-tail.ts';
import { initCommand } from './init-command.ts';

import { keysCreate } from './keys-create.ts';
import { keysRevoke } from './keys-revoke.ts';
import { paymentsImport } from './administration/payments-import.ts';
import { ledgerAccept } from './ledger/ledger-accept.ts';
import { ledgerCheckpoint } from './ledger/ledger-checkpoint.ts';
import { ledgerCopy } from './ledger/ledger-copy.ts';
import { ledgerExport } from './ledger/ledger-export.ts';
import { ledgerCosign } from './ledger/ledger-cosign.ts';
import { ledgerProve } from './ledger/ledger-prove.ts';
import { ledgerTail } from './ledger/ledger-tail.ts';
import { ledgerVerify } from './ledger/ledger-verify.ts';
import { packageVersion } from './package-version.ts';
import { piiInspect } from './pii-inspect.ts';
import { setTimeoutSeconds } from './waiting-log.ts';
import { policiesList } from './policies-list.ts';
import { pricesDraft } from './prices/prices-draft.ts';
import { projectionsList } from './projections-list.ts';
import { projectionsRebuild } from './projections-rebuild.ts';
import { reservationsResolve } from './reservations-resolve.ts';
import { serveCommand } from './serve-command.ts';
import { switchyardEvaluate } from './switchyard/switchyard-evaluate.ts';
import { switchyardTrain } from './switchyard/switchyard-train.ts';
import { targetsTry } from './targets/targets-try.ts';
import { tenantsMeasure } from './tenants-measure.ts';
import { walletsCredit } from './wallets-credit.ts';
import { walletsShow } from './wallets-show.ts';
import { walletsUnrestrict } from './wallets-unrestrict.ts';

const exitCodesHelp = `
Exit codes:
  0  done
  1  refused, not found, or a difference was found
  2  wrong usage
  3  the ledger or the configuration cannot be used

The data directory is WAYBILL_DATA_DIR (default: data). Commands work while a gateway runs on it and while none does.
`;

/** Groups of commands: name, description, and the commands in the order of the help. */
const groups: readonly (readonly [name: string, about: string, commands: readonly ((group: Command) => void)[]])[] = [
  ['config', 'the configuration and its changes', [configCheck, configDiff, configReload]],
  ['keys', 'API keys', [keysCreate, keysRevoke]],
  ['wallets', 'wallets and their credit', [walletsShow, walletsCredit, walletsUnrestrict]],
  ['tenants', 'tenants and the bytes they store', [tenantsMeasure]],
  ['policies', 'what a scope allows', [policiesList]],
  ['reservations', 'credit that is held', [reservationsResolve]],
  ['payments', 'bank statements with payments for top-ups', [paymentsImport]],
  [
    'ledger',
    'the log of all events',
    [ledgerTail, ledgerVerify, ledgerCheckpoint, ledgerCosign, ledgerProve, ledgerExport, ledgerCopy, ledgerAccept],
  ],
  ['audit', 'papers for an audit', [auditPack]],
  ['archive', 'the copy of the ledger in object storage', [archiveStatus, archiveVerify, archiveRestore]],
  ['events', 'the messages that other systems get', [eventsTail, eventsReplay]],
  ['invoices', 'what upstreams have counted, against the ledger', [compareReport]],
  ['prices', 'price lists, and what resellers and tenants pay', [pricesDraft]],
  ['targets', 'upstream models, and how they count', [targetsTry]],
  ['pii', 'personal data in texts', [piiInspect]],
  ['switchyard', 'a table of your own for the embedded routing strategy', [switchyardTrain, switchyardEvaluate]],
  ['projections', 'read models folded from the log', [projectionsList, projectionsRebuild]],
];

/**
 * The `waybill` command. It never ends the process: wrong usage raises commander's `CommanderError`, and errors of the
 * commands pass through.
 */
export function createProgram(): Command {
  const program = new Command('waybill')
    .description('An inference gateway in which every euro is an event.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--timeout <seconds>', 'how long to wait for a ledger on other machines, or for Kafka (default: 60)')
    .hook('preAction', (_, command) => {
      const { timeout } = command.optsWithGlobals<{ readonly timeout?: string }>();
      if (timeout !== undefined) setTimeoutSeconds(timeout);
    })
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, outputError: () => undefined })
    .addHelpText('afterAll', exitCodesHelp);
  serveCommand(program);
  consoleCommand(program);
  initCommand(program);
  for (const [name, about, commands] of groups) {
    const group = program.command(name).description(about);
    for (const add of commands) add(group);
  }
  return program;
}
