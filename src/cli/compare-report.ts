import { bytesOf } from './bytes-of.ts';
import { InvalidArgumentError, type Command } from 'commander';
import type { ComparedUsage } from '../domain/upstream-usage/compare-usage.ts';
import type { UsageReport } from '../domain/upstream-usage/reported-usage.ts';
import { documented } from './arguments.ts';
import { exitCodes, refused } from './cli-error.ts';
import { counted, printJson, printLine, printTable } from './output.ts';
import { Progress } from './progress.ts';

interface Options {
  readonly upstream: string;
  readonly as?: ReadonlyMap<string, string>;
  readonly json?: boolean;
}

const help = `
The file is a usage report of OpenAI (GET /v1/organization/usage/completions) or Anthropic (GET
/v1/organizations/usage_report/messages), one page or a list of pages, by model; or a CSV with the columns
day,model,counter,quantity. Days are those of UTC, by the time at which a charge was recorded.

Each difference has the reasons that the ledger knows: estimates, charges without counters, flagged holds, failures that
were not charged, requests over midnight. What no reason can have made is unexplained, to the token.

  waybill invoices compare usage.json --upstream openai
  waybill invoices compare usage.json --upstream openai --as gpt-5-mini-2025-08-07=gpt-5-mini
`;

export function compareReport(invoices: Command): void {
  const command = invoices
    .command('compare')
    .description('compare what an upstream says it has counted with what was recorded, by day, model and counter')
    .argument('<file>', 'a usage report of OpenAI or Anthropic (JSON), or CSV')
    .requiredOption('--upstream <name>', 'the upstream, as the configuration names it')
    .option('--as <theirs=ours>', 'a model that the report names otherwise; may be repeated', renamed)
    .addHelpText('after', help)
    .action(compare);
  documented(command, {
    example: 'waybill invoices compare usage.json --upstream openai',
    json: '{"upstream","from","to","differences","unexplained","rows":[{"day","model","counter","recorded","theirs",\n   "difference","reasons","unexplained","price_lists"}]}; exit code 1 where anything is unexplained',
  });
}

/** Collects the names of models. Raises `InvalidArgumentError`. */
function renamed(word: string, earlier: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  const at = word.indexOf('=');
  if (at > 0 && at < word.length - 1) return new Map([...(earlier ?? []), [word.slice(0, at), word.slice(at + 1)]]);
  throw new InvalidArgumentError('It must be two names with = between them, as gpt-5-mini-2025-08-07=gpt-5-mini.');
}

async function compare(file: string, { upstream, as = new Map(), json = false }: Options): Promise<void> {
  const report = await reportIn(file, as);
  const { UsageOfUpstream } = await import('../ledger/upstream-usage/usage-of-upstream.ts');
  const { compareUsage } = await import('../domain/upstream-usage/compare-usage.ts');
  const { decodeEvent } = await import('../ledger/codec.ts');
  const { walletPrefix } = await import('../ledger/stream-names.ts');
  const { recordedEvents } = await import('./log-reading.ts');
  const { withLog } = await import('./open-ledger.ts');
  const recorded = new UsageOfUpstream(upstream);
  const progress = new Progress('events read');
  await withLog(async (log) => {
    let read = 0;
    for await (const event of recordedEvents(log, { streamPrefixes: [walletPrefix] })) {
      progress.show((read += 1));
      // Wallet streams contain only wallet events.
      recorded.take(decodeEvent(event) as Parameters<typeof recorded.take>[0], event.recordedAt.slice(0, 10));
    }
  }).finally(() => progress.end());
  if (!recorded.isKnown) throw refused('upstream_not_found', `nothing was ever asked of an upstream ${upstream}`);
  const { from, to } = report;
  const rows = compareUsage(report, recorded.rows(from, to));
  const differing = rows.filter(({ difference }) => difference !== 0);
  const open = rows.filter(({ unexplained }) => unexplained !== 0);
  if (open.length > 0) process.exitCode = exitCodes.refused;
  if (json) {
    return printJson({ upstream, from, to, differences: differing.length, unexplained: open.length, rows });
  }
  printDifferences(differing);
  printLine(
    `${from} to ${to}: ${counted(rows.length, 'figure')} compared, ${counted(differing.length, 'difference')}, ${open.length} with a part that nothing explains`,
  );
}

function printDifferences(rows: readonly ComparedUsage[]): void {
  if (rows.length === 0) return;
  const headings = ['day', 'model', 'counter', 'recorded', 'theirs', 'difference', 'unexplained', 'reasons', 'prices'];
  printTable(
    headings,
    rows.map(({ day, model, counter, recorded, theirs, difference, unexplained, reasons, price_lists }) => [
      day,
      model,
      counter,
      ...[recorded, theirs, difference, unexplained].map(String),
      reasons.length === 0 ? '-' : reasons.join(' '),
      price_lists.length === 0 ? '-' : price_lists.join(', '),
    ]),
  );
}

/** Raises `CliError` for a file that is no report. */
async function reportIn(file: string, as: ReadonlyMap<string, string>): Promise<UsageReport> {
  const { reportBytesMax, ReportUnreadable } = await import('../domain/upstream-usage/reported-usage.ts');
  const { readUsageReport } = await import('../domain/upstream-usage/read-usage-report.ts');
  const text = bytesOf(file, reportBytesMax).toString();
  try {
    const report = readUsageReport(text);
    return { ...report, rows: report.rows.map((row) => ({ ...row, model: as.get(row.model) ?? row.model })) };
  } catch (error) {
    if (error instanceof ReportUnreadable) throw refused('report_unreadable', `${file}: ${error.message}`);
    throw error;
  }
}
