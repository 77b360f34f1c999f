import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { eurFromNano } from '../../domain/money.ts';
import { documented } from '../arguments.ts';
import { assertWanted } from '../assert-wanted.ts';
import { exitCodes, notUsable, refused, wrongUsage } from '../cli-error.ts';
import { assertConfigurationNamed } from '../config/assert-configuration-named.ts';
import { counted, note, printJson, printLine, printTable } from '../output.ts';
import type { MadeCall } from './make-calls.ts';
import type { RecordedLine } from './recorded-answers.ts';
import type { TriedAnswer } from './tried-answer.ts';
import type { TriedSurface } from './tried-surface.ts';
import type { TriedTotals } from './tried-totals.ts';

interface Options {
  readonly recorded?: string;
  readonly surface?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function targetsTry(targets: Command): void {
  const command = targets
    .command('try')
    .description(
      'see how an upstream counts: six small calls to a target, or recorded answers; nothing is recorded in the ledger',
    )
    .argument('[target]', 'target of the configuration; its upstream charges for the calls')
    .option('--surface <name>', 'surface to call (default: the first of the target that can be tried)')
    .option('--recorded <file>', 'read recorded answers instead of calling: JSON lines, optionally gzipped')
    .option('--yes', 'make the calls without asking')
    .action(tryTarget);
  documented(command, {
    example: 'waybill targets try my-target\n  $ waybill targets try --recorded answers.jsonl.gz --json',
    json:
      '{"target","surface","worst_case_eur","calls":[{"call","status","error",…answer}],"price_list"}\n' +
      '  --recorded: {"answers":[{"line","provider",…answer}],"totals":{…}}; a line of the file is\n' +
      '  {"surface","streamed","request","answer"}; answer: {"verdict","place","reported","meaning","unknown","usage","cost_eur","lines","changed","refused"}',
  });
  command.addHelpText(
    'after',
    '\nThe calls: whole, stream, tool call, the first one again (for the cache), cut by its maximum, refused.\n' +
      'Verdicts: read · estimated (counters in part) · uncounted (none there: charged an estimate) ·\n' +
      '  unread (some there that no row of docs/counters.md reads; exit code 1) · error · not_understood.\n' +
      'Without a target, --recorded charges at 1 € a million tokens.',
  );
}

async function tryTarget(name: string | undefined, options: Options): Promise<void> {
  const { recorded, json = false } = options;
  if (recorded !== undefined) return await tryRecorded(recorded, name, json);
  if (name === undefined)
    throw wrongUsage('name a target, or recorded answers with --recorded FILE (waybill targets try --help)');
  const { target, config } = await targetOf(name);
  const surface = await surfaceOf(target, options.surface);
  const { sixCalls } = await import('./six-calls.ts');
  const { makeCalls } = await import('./make-calls.ts');
  const calls = sixCalls(surface, target);
  if (calls === null)
    throw refused('surface_not_tried', `${surface.name} is not tried by calls: record answers, and use --recorded`);
  const worstCase = eurFromNano(calls.reduce((sum, call) => sum + call.worstCase, 0n));
  await assertWanted(
    `${counted(calls.length, 'call')} to ${name} (${surface.name}) cost at most ${worstCase} €`,
    options,
  );
  await using upstreams = await commandParts.upstreams(config);
  const made: MadeCall[] = [];
  for await (const call of makeCalls(calls, { upstream: upstreams, surface, target })) {
    made.push(call);
    if (!json) note(`${call.call}: ${call.status ?? 'no answer'}`);
  }
  const priceList = priceListFor(target, made);
  if (json)
    printJson({ target: name, surface: surface.name, worst_case_eur: worstCase, calls: made, price_list: priceList });
  else printCalls(made, priceList);
  const isAsExpected = ({ call, verdict }: MadeCall): boolean => verdict === (call === 'refused' ? 'error' : 'read');
  if (!made.every(isAsExpected)) process.exitCode = exitCodes.refused;
}

async function targetOf(name: string) {
  const { processEnvironment, readConfig } = await import('../../config.ts');
  const { configuredCatalogue } = await import('../../composition/catalogue.ts');
  const environment = processEnvironment();
  assertConfigurationNamed(environment, 'set it to the configuration that has the target');
  const { config } = readConfig(environment);
  const target = configuredCatalogue(config).targets.get(name);
  if (target !== undefined) return { target, config };
  throw refused(
    'target_not_found',
    `there is no target ${name}: the configuration has ${Object.keys(config.targets).join(', ')}`,
  );
}

async function surfaceOf({ name, surfaces }: Target, asked: string | undefined): Promise<TriedSurface> {
  const { triedSurface } = await import('./tried-surface.ts');
  const tried = ['chat_completions', 'responses', 'messages', 'embeddings'];
  const chosen = asked ?? tried.find((surface) => surfaces.has(surface));
  if (chosen === undefined)
    throw refused('surface_not_tried', `${name} has no surface that is tried by calls: use --recorded`);
  const surface = triedSurface(chosen);
  if (surface !== null && surfaces.has(surface.name)) return surface;
  throw wrongUsage(`${name} does not serve ${chosen}: it serves ${[...surfaces].join(', ')}.`);
}

async function tryRecorded(path: string, name: string | undefined, json: boolean): Promise<void> {
  const { readRecordedAnswers } = await import('./recorded-answers.ts');
  const { tryAnswer } = await import('./tried-answer.ts');
  const { triedTotals } = await import('./tried-totals.ts');
  const { recordedTarget } = await import('./recorded-target.ts');
  const target = name === undefined ? recordedTarget : (await targetOf(name)).target;
  const answers: (Pick<RecordedLine, 'line' | 'provider'> & TriedAnswer)[] = [];
  for await (const call of readRecordedAnswers(path)) {
    answers.push({ line: call.line, provider: call.provider, ...tryAnswer(call, target) });
  }
  if (answers.length === 0) throw notUsable('recording_unusable', `${path} has no answers`);
  const totals = triedTotals(answers);
  if (json) printJson({ answers, totals });
  else {
    printTotals(totals);
    printExceptions(answers.filter(({ verdict, unknown }) => verdict !== 'read' || unknown.length > 0));
  }
  const isMissed = ({ verdict, unknown }: TriedAnswer): boolean => verdict === 'unread' || unknown.length > 0;
  if (answers.some(isMissed)) process.exitCode = exitCodes.refused;
}

function printTotals(totals: TriedTotals): void {
  printLine(`${counted(totals.answers, 'answer')}, ${totals.cost_eur} €`);
  const rows: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
    ['verdict', totals.verdicts],
    ...Object.entries(totals.surfaces),
    ['counters in', totals.places],
    ['meaning', totals.meanings],
    ['no row knows', totals.unknown],
    ['callers get', totals.changed],
    ['refused', totals.refused],
  ];
  printTable(
    ['kind', 'answers', ''],
    rows.flatMap(([kind, counts]) => Object.entries(counts).map(([word, count]) => [kind, String(count), word])),
  );
}

function printExceptions(exceptions: readonly (Pick<RecordedLine, 'line' | 'provider'> & TriedAnswer)[]): void {
  if (exceptions.length === 0) return;
  printLine('');
  printTable(
    ['line', 'provider', 'surface', 'verdict', 'no row knows'],
    exceptions.map(({ line, provider, surface, streamed, verdict, unknown }) => [
      String(line),
      provider ?? '',
      `${surface}${streamed ? ' streamed' : ''}`,
      verdict,
      unknown.join(' '),
    ]),
  );
}

function printCalls(calls: readonly MadeCall[], priceList: string): void {
  printTable(
    ['call', 'status', 'verdict', 'counters in', 'counted', 'euro', 'notes'],
    calls.map(({ call, status, verdict, place, usage, cost_eur, meaning, unknown, error }) => [
      call,
      String(status ?? '-'),
      verdict,
      place ?? '-',
      Object.entries(usage)
        .map(([counter, count]) => `${counter} ${count}`)
        .join(', '),
      cost_eur ?? '-',
      [error, meaning, ...unknown.map((path) => `no row knows ${path}`)].filter((word) => word !== null).join('; '),
    ]),
  );
  const lines = calls.flatMap(({ call, lines: own }) =>
    own.map((line) => [call, line.counter, String(line.quantity), line.unit_price_eur, line.amount_eur]),
  );
  printLine('');
  printTable(['call', 'charged', 'quantity', 'unit price', 'euro'], lines);
  printLine('');
  printLine('A first line for the price list, with all that was counted:');
  printLine(priceList);
}

/** A line of YAML with a price to fill in for each counter that was charged. */
function priceListFor({ upstreamModel }: Target, calls: readonly MadeCall[]): string {
  const charged = new Set(['input', 'output', ...calls.flatMap(({ lines }) => lines.map(({ counter }) => counter))]);
  const prices = [...charged].map((counter) => `${counter}: "…"`).join(', ');
  return `prices: { id: ${JSON.stringify(upstreamModel)}, version: "1", eur_per_million_tokens: { ${prices} } }`;
}
