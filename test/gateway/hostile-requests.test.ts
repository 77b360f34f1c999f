import { readFileSync } from 'node:fs';
import test from 'ava';
import * as fc from 'fast-check';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  seedTenant,
  spawnGateway,
  testConfig,
} from '../_support/gateway.ts';
import { hostileBody, hostileHead } from '../_support/hostile-shapes.ts';
import { roundsOf } from '../_support/nightly.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { rawStatuses } from '../_support/raw-statuses.ts';

const path = fc.constantFrom(
  '/v1/chat/completions',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/systemone',
  '/v1/audio/speech',
);

interface Case {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const cases: fc.Arbitrary<Case> = fc.record({
  path,
  headers: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: hostileHead }),
  body: hostileBody,
});

/** The statuses of what is answered on one connection; it is over when the gateway closes it. */
function statusesOf(port: number, apiKey: string, sent: Case): Promise<readonly number[]> {
  const bytes = Buffer.from(sent.body);
  const isTyped = sent.headers.some((line) => /^content-type/i.test(line));
  const isSized = sent.headers.some((line) => /^(content-length|transfer-encoding)/i.test(line));
  const head = [
    `POST ${sent.path} HTTP/1.1`,
    'host: a',
    'connection: close',
    `authorization: Bearer ${apiKey}`,
    ...(isTyped ? [] : ['content-type: application/json']),
    ...(isSized ? [] : [`content-length: ${bytes.length}`]),
    ...sent.headers,
  ];
  return rawStatuses(port, Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]));
}

/** Memory of a process, MiB. */
function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** What grows without end grows more than this; of another process nobody can ask its collector to have run. */
const growthMibMax = 512;
/** Of the clock, on a machine that may be busy: `hostile-bodies.test.ts` tells what the processor takes. */
const stallMsMax = 20_000;

test('any JSON with any headers from a key with an empty wallet is refused, and does not stop the gateway', async (t) => {
  const rounds = roundsOf(t, { ordinary: 300, nightly: 4_000 });
  const sandbox = await startSandbox(t);
  const surfaces = ['chat_completions', 'messages', 'responses', 'embeddings', 'systemone', 'audio_speech'];
  const target = { surfaces, prices: { ...plainPrices, eur_per_million_characters: '1' } };
  const environment = environmentFor(
    dataDirectory(t),
    testConfig(sandbox, { target, server: { request_timeout_ms: 1_000 } }),
  );
  const { apiKey } = await seedTenant(environment, { creditEur: '0.000000001' });
  const { baseUrl, child } = await spawnGateway(t, environment);
  const { origin, port } = new URL(baseUrl);
  const warmUp = Math.floor(rounds / 5);
  let [seen, before, longestMs] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(cases, async (sent) => {
      if (seen++ === warmUp) before = residentMib(child.pid ?? 0);
      const answered = statusesOf(Number(port), apiKey, sent);
      const askedAt = performance.now();
      const alive = await fetch(`${origin}/healthz`);
      await alive.text();
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      const statuses = await answered;
      return alive.status === 200 && longestMs < stallMsMax && statuses.every((status) => status < 500);
    }),
    { numRuns: rounds, endOnFailure: true },
  );
  const grown = residentMib(child.pid ?? 0) - before;
  t.log(`${rounds} cases: longest wait of /healthz ${Math.round(longestMs)} ms, ${Math.round(grown)} MiB grown`);
  t.true(grown < growthMibMax, `${grown} MiB`);
});
