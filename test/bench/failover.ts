// `npm run bench:failover`: an upstream that fails, slows down and comes back, as callers of three gateways meet it: Waybill,
// LiteLLM's proxy and Portkey's gateway. Each stands before two upstreams of its own and prefers the first. They play each
// scenario one after the other: what one spends in it is not in the latencies of another. `-- --quick`: shorter;
// `-- --only NAME`: one scenario; `-- --without NAME`: without one gateway. Writes its parts of docs/bench/failover.md, but with
// `--without`. The first time it installs the others, into .cache: needs Python 3.11 with venv, and the registries of both.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startLitellm, startPortkey, versions } from './failover/competitors.ts';
import type { StartContestant } from './failover/contestant.ts';
import { failoverTable, goalsTable, type Row } from './failover/failover-table.ts';
import { play, type Scenario, type Seen, type Times } from './failover/scenario.ts';
import { startWaybill } from './failover/waybill.ts';
import { writePart } from './bench-page.ts';

const long: Times = {
  wellMs: 5_000,
  faultMs: 15_000,
  longFaultMs: 60_000,
  turnMs: 5_000,
  recoveryMsMax: 30_000,
  callsPerSecond: 25,
};
const quick: Times = {
  ...long,
  wellMs: 3_000,
  faultMs: 6_000,
  longFaultMs: 15_000,
  turnMs: 2_000,
  recoveryMsMax: 10_000,
};

const scenarios: readonly Scenario[] = [
  { name: 'refused', modes: ['refused'] },
  { name: 'hanging', modes: ['hanging'] },
  { name: '500', modes: ['500'] },
  { name: '503 for 30 % of calls', modes: ['503 for a share'], isUsed: true },
  { name: '429 with retry-after 2 s', modes: ['429 with retry-after'] },
  { name: '429 without retry-after', modes: ['429'] },
  { name: 'slow: 20 × to the first byte', modes: ['slow'], isGroup: true, isUsed: true },
  { name: 'flapping every 5 s', modes: ['500', 'well'], isUsed: true },
  { name: 'cut midway, streamed', modes: ['cut midway'], isStreamed: true },
  { name: 'exhausted account', modes: ['exhausted'] },
  { name: 'back after 60 s of 500', modes: ['500'], isLong: true },
];

const contestants: Readonly<Record<string, StartContestant>> = {
  Waybill: startWaybill,
  LiteLLM: startLitellm,
  Portkey: startPortkey,
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const times = values.quick ? quick : long;
const chosen = scenarios.filter(({ name }) => values.only === undefined || name.includes(values.only));
const playing = Object.entries(contestants).filter(([name]) => !values.without.includes(name));

const ofWaybill: { readonly scenario: Scenario; readonly seen: Seen }[] = [];
for (const scenario of chosen) {
  const rows: Row[] = [];
  for (const [gateway, start] of playing) rows.push({ gateway, seen: await play(start, scenario, times) });
  const [own] = rows;
  if (own !== undefined) ofWaybill.push({ scenario, seen: own.seen });
  const load = loadavg()[0]?.toFixed(1) ?? '';
  const how = `${new Date().toISOString().slice(0, 10)}, load ${load}${values.quick ? ', quick' : ''}.`;
  const text = `${how}\n\n${failoverTable(rows)}`;
  process.stdout.write(`## ${scenario.name}\n\n${text}\n`);
  if (values.without.length === 0) writePart('docs/bench/failover.md', scenario.name, text);
}
const day = new Date().toISOString().slice(0, 10);
const load = loadavg()[0]?.toFixed(1) ?? '';
const how = `What Waybill met of them, ${day}, load ${load}${values.quick ? ', quick' : ''}; – where it answers still, late or not always.`;
const goals = `${how}\n\n${goalsTable(ofWaybill)}`;
process.stdout.write(`\n${goals}`);
if (chosen.length === scenarios.length && values.without.length === 0)
  writePart('docs/bench/failover.md', 'Goals', goals);
process.stdout.write(`LiteLLM ${versions.litellm}, Portkey ${versions.portkey}\n`);
