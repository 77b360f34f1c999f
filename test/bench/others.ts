// `npm run bench:others`: what other callers meet while something large goes on beside them: streams to readers who take
// nothing, and a compaction with two gateways on one directory. Writes its section of docs/bench/report.md.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { callChat } from '../_support/chat-call.ts';
import { environmentFor, seedTenant, spawnGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { keyedPost } from '../_support/keyed-post.ts';
import { writeRemovedContents } from '../_support/removed-contents.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { chat } from '../_support/sandbox-post.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { openAnswer, streamingConfig, streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { writeSection } from './report-sections.ts';

const streams = 12;
/** 27 MB: more than all buffers on the way. */
const frames = 100_000;
const callersPerGateway = 2;
const lookMs = 8_000;
const rounds = 2;
const contents = 3_000;
const compactionMsMax = 240_000;

interface Met {
  readonly waits: readonly number[];
  /** Answered with something else than 200. */
  readonly refused: number;
}

type Callee = Parameters<typeof callChat>[0];

/** What callers meet, one call after the other each, until it is over. */
async function met(callees: readonly Callee[], apiKey: string, isOver: () => boolean): Promise<Met> {
  const waits: number[] = [];
  let refused = 0;
  const caller = async (callee: Callee): Promise<void> => {
    while (!isOver()) {
      const began = performance.now();
      const { status } = await callChat(callee, apiKey, chat('Hello', { model: 'chat_completions' })).seen;
      waits.push(performance.now() - began);
      if (status !== 200) refused += 1;
    }
  };
  await Promise.all(callees.flatMap((callee) => Array.from({ length: callersPerGateway }, () => caller(callee))));
  return { waits, refused };
}

function during(milliseconds: number): () => boolean {
  const endsAtMs = performance.now() + milliseconds;
  return () => performance.now() >= endsAtMs;
}

function joined(parts: readonly Met[]): Met {
  return {
    waits: parts.flatMap(({ waits }) => waits),
    refused: parts.reduce((sum, { refused }) => sum + refused, 0),
  };
}

/** In turn, so that what else the machine does meets each alike. */
async function besideStreams(t: SharedTeardown): Promise<readonly string[]> {
  const sandbox = await spawnSandbox(t);
  const server = { write_stall_ms_max: 600_000 };
  const environment = environmentFor(
    unauditedDirectory(t),
    testConfig(sandbox, { server, top: streamingConfig(sandbox) }),
  );
  const rich = { allowAllModels: true, creditEur: '1000' };
  const other = await seedTenant(environment, rich);
  const large = await seedTenant(environment, rich);
  const gateway = await spawnGateway(t, environment);
  const surface = streamingSurfaces['chat'];
  if (surface === undefined) throw new Error('no chat');
  const body = surface.body('chat_completions', `[[sandbox: frames=${frames}]]`);
  const seen: Record<string, Met[]> = { alone: [], read: [], unread: [] };
  for (let round = 0; round < rounds; round += 1) {
    seen['alone']?.push(await met([gateway], other.apiKey, during(lookMs)));
    for (const isRead of [true, false]) {
      const ask = () => openAnswer(gateway.baseUrl, { ...surface, body }, { apiKey: large.apiKey, isRead });
      const answers = await Promise.all(Array.from({ length: streams }, ask));
      seen[isRead ? 'read' : 'unread']?.push(await met([gateway], other.apiKey, during(lookMs)));
      for (const { response } of answers) response.destroy();
    }
  }
  return [
    lineOf('one gateway, nobody beside', joined(seen['alone'] ?? [])),
    lineOf(`${streams} streams of 27 MB to readers who read them`, joined(seen['read'] ?? [])),
    lineOf(`${streams} streams of 27 MB to readers who take nothing`, joined(seen['unread'] ?? [])),
  ];
}

async function besideCompaction(t: SharedTeardown): Promise<readonly string[]> {
  const sandbox = await spawnSandbox(t);
  const config = testConfig(sandbox, {
    // As it is by default: a call that waits longer is refused.
    ledger: { reserve_wait_ms: 3_000 },
    top: { ...streamingConfig(sandbox), responses: { compact_interval_ms: 1_000 } },
  });
  const environment = environmentFor(unauditedDirectory(t), config);
  const { apiKey } = await seedTenant(environment, { allowAllModels: true, creditEur: '1000' });
  const path = join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db');
  await writeRemovedContents(path, contents);
  const bytes = statSync(path).size;
  const gateways = [await spawnGateway(t, environment), await spawnGateway(t, environment)];
  const began = performance.now();
  // A log with keys that grow old is compacted.
  const keyed = chat('Hello', { model: 'chat_completions' });
  for (const gateway of gateways) await keyedPost(gateway, { apiKey, key: randomUUID(), body: keyed });
  const isLate = during(compactionMsMax);
  const busy = await met(gateways, apiKey, () => isLate() || statSync(path).size < bytes / 2);
  if (isLate()) throw new Error(`the file has ${statSync(path).size} of ${bytes} bytes still`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const calm = await met(gateways, apiKey, during(lookMs));
  return [
    lineOf('two gateways, nothing to compact', calm),
    lineOf(`two gateways, ${(bytes / 1e6).toFixed(0)} MB compacted in ${seconds} s`, busy),
  ];
}

function lineOf(what: string, { waits, refused }: Met): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `| ${what} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${refused} |`;
}

const heading = '## Beside others';
const teardown = new SharedTeardown();
try {
  const lines = [...(await besideStreams(teardown)), ...(await besideCompaction(teardown))];
  const section = [
    heading,
    '',
    `What ${callersPerGateway} callers for each gateway meet, one call after the other, while something large goes on beside them. To read a`,
    'stream takes as much of the machine as to leave it: compare these two. The goal of a compaction is no call above 500 ms.',
    '',
    `Made by \`npm run bench:others\` on ${new Date().toISOString().slice(0, 10)}; Node ${process.version}; the machine was at a`,
    `load of ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors: what others do there is in the figures.`,
    '',
    '| beside | calls | p50 ms | p99 ms | longest ms | refused |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
  console.log(section);
  writeSection(heading, section);
} finally {
  await teardown.end();
}
