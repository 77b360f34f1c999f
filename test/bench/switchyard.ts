// `npm run bench:switchyard -- --data FILE`: how fast the embedded strategy chooses, and what its choices do for quality and cost
// on outcomes (or WAYBILL_ROUTING_DATA names the file; see docs/switchyard.md for its lines). Writes docs/bench/switchyard.md.
// `--dry` prints it instead. Without outcomes only the times are measured, and printed. `--gateway` measures, through a whole
// gateway, what asking somebody costs and what failing judges and clients can do, and writes that part of the page alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { routingTable } from '../../src/composition/routing-table.ts';
import { evaluateOutcomes } from '../../src/routing/training/evaluate-outcomes.ts';
import { OutcomeScanner } from '../../src/routing/training/scanned-outcome.ts';
import { priorityTold, writePart } from './bench-page.ts';
import { failingJudges, injections, selectionCost } from './switchyard-gateway.ts';
import { decisionTimes, heapGrowth, hostileTimes, type Times } from './switchyard-speed.ts';
import { stabilityRows, dominatedRows, outcomesOf } from './switchyard-quality.ts';
import { goalsTable } from './switchyard-goals.ts';
import { evaluationTables, type Goal } from './switchyard-report.ts';
import { sentences } from './switchyard-texts.ts';

const reportPath = join(import.meta.dirname, '..', '..', 'docs', 'bench', 'switchyard.md');
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    dry: { type: 'boolean', default: false },
    gateway: { type: 'boolean', default: false },
  },
});
const path = values.data ?? process.env['WAYBILL_ROUTING_DATA'];

const table = routingTable();
const outcomes = path === undefined ? null : outcomesOf(path);
const prompts = outcomes?.map(({ prompt }) => prompt).filter(({ length }) => length <= 2_048) ?? sentences();

const madeOn = `on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a load of`;
const load = `${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors${priorityTold()}.`;
const gatewayHeading = 'Through a whole gateway';

if (values.gateway) {
  const measured = [await selectionCost(everyNth(prompts, 300)), await failingJudges(), await injections()];
  const part = [
    `Made by \`npm run bench:switchyard -- --gateway\` ${madeOn}`,
    load,
    '',
    ...measured.flatMap(({ lines }) => lines),
  ].join('\n');
  const goals = goalsTable(
    reportPath,
    measured.flatMap((each) => each.goals),
  );
  if (values.dry) console.log([...goals, '', part].join('\n'));
  else {
    writePart('docs/bench/switchyard.md', 'Goals', [...goals, ''].join('\n'));
    writePart('docs/bench/switchyard.md', gatewayHeading, part);
  }
  process.exit();
}

const short = decisionTimes(table, prompts, 30_000);
const hostile = hostileTimes(table);
const slowest = hostile.reduce((most, each) => (each.times.bestP99 > most.times.bestP99 ? each : most));
const growth = heapGrowth(table, prompts);
const speed: readonly Goal[] = [
  { id: 'R1', aim: 'p50 ≤ 50 µs, texts ≤ 2 KB', measured: microseconds(short.p50), isReached: short.p50 <= 50 },
  { id: 'R1', aim: 'p99 ≤ 500 µs, texts ≤ 2 KB', measured: p99Of(short), isReached: short.bestP99 <= 500 },
  {
    id: 'R1',
    aim: '≤ 1 ms at 100 KB, hostile texts',
    measured: `${microseconds(slowest.times.bestP99)} (${slowest.shape}; fastest of three, p99)`,
    isReached: slowest.times.bestP99 <= 1_000,
  },
  {
    id: 'R1',
    aim: 'no growth over 10⁶ decisions',
    measured: `${(growth / 1_024).toFixed(0)} KB of heap more after 1,000,000 than after 100,000`,
    isReached: growth < 1_024 * 1_024,
  },
];

const about = [
  `Made by \`npm run bench:switchyard\` ${madeOn}`,
  `${load} Everything but the times follows from the outcomes and the seeds.`,
];

if (outcomes === null) {
  console.log(['# Times alone', '', ...about, '', ...goalsTable('', speed)].join('\n'));
  console.log(
    '\nQuality needs outcomes: `npm run bench:switchyard -- --data outcomes.jsonl.gz`, or WAYBILL_ROUTING_DATA.',
  );
} else {
  const scanner = new OutcomeScanner();
  const scanned = outcomes.map((outcome) => scanner.scan(outcome));
  const evaluation = evaluateOutcomes(scanned, { table: null });
  const { goals, tables } = evaluationTables(evaluation);
  const stability = stabilityRows(outcomes);
  const dominated = dominatedRows(outcomes);
  const report = [
    '# Switchyard: what the embedded strategy takes and gives',
    '',
    ...about,
    '',
    '## Goals',
    '',
    ...goalsTable(reportPath, [...speed, ...goals, dominated.goal, ...stability.goals]),
    '',
    ...tables,
    ...dominated.lines,
    ...stability.lines,
    '## Times',
    '',
    'Microseconds a decision, wall time. *Fastest of three*: what the work itself takes, where others use the machine too.',
    '',
    '| texts | p50 | p99 | fastest of three, p99 | slowest of these |',
    '|---|---:|---:|---:|---:|',
    `| ${prompts.length} prompts ≤ 2 KB | ${figures(short)} |`,
    ...hostile.map(({ shape, times }) => `| 100 KB, ${shape} | ${figures(times)} |`),
    '',
  ].join('\n');
  if (values.dry) console.log(report);
  else writeFileSync(reportPath, `${report}${gatewayPart()}`);
}

/** What the page says of gateways: that is measured apart. */
function gatewayPart(): string {
  const page = existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : '';
  const start = page.indexOf(`\n## ${gatewayHeading}\n`);
  return start === -1 ? '' : page.slice(start);
}

function everyNth(texts: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, Math.floor(texts.length / count));
  return texts.filter((_, place) => place % step === 0).slice(0, count);
}

function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`;
}

function p99Of({ p99, bestP99 }: Times): string {
  return `${microseconds(bestP99)} (fastest of three; ${microseconds(p99)} with what else the machine did)`;
}

function figures({ p50, p99, bestP99, best }: Times): string {
  return [p50, p99, bestP99, best].map((value) => value.toFixed(1)).join(' | ');
}
