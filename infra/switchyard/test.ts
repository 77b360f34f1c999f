// `npm run test:switchyard`: a real NeMo Switchyard decides, and the calls of its judge come back to be metered. Needs
// Python 3.10 or newer with venv, and the package index: 20 MB the first time, kept in .cache. Closes as `npm test` does.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBodyCasting } from '../../src/pii-engine/body-casting.ts';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { createEngineRouteJudge } from '../../src/adapters/engine-route-judge.ts';
import { egressSweep } from '../../src/pipeline/attempts/egress-sweep.ts';
import { chatFace } from '../../src/protocols/chat/face.ts';
import { castingEngine } from '../../test/_support/casting-engine.ts';
import { enginePython } from './engine-python.ts';
import { engineRoutes } from './engine-routes.ts';
import { until } from '../../test/_support/until.ts';

/** What its judge is told to find: likely to be solved by the economical one, or not. */
let pSolve = 0.95;
const seen: string[] = [];

function verdict(): string {
  const found = { crux: 'one step', primary_rule: 'SUP-5', capability_boundary: 'supported', p_solve: pSolve };
  const message = { role: 'assistant', content: JSON.stringify(found) };
  const usage = { prompt_tokens: 1_150, completion_tokens: 42, total_tokens: 1_192 };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return JSON.stringify({ id: 'judge', object: 'chat.completion', created: 1, model: 'judge', choices, usage });
}

/** A caller who needs protection: the engine's own prompt must not be taken for personal data. */
const casting = createBodyCasting(castingEngine([createEmbeddedPiiDetector()]), null);
const cast = await casting.cast({
  map: chatFace.texts,
  surface: chatFace.name,
  body: Buffer.from('{}'),
  items: [],
  fixed: [],
  earlier: [],
  kind: 'repeated',
  whose: { tenantId: 'tenant', userId: 'person', keyId: 'key' },
  required: {},
  isStoppedByEncoded: true,
});
assert.equal(cast.kind, 'cast');
const { conversation } = cast;
const telemetry = {
  personalDataCast: () => undefined,
  personalDataKept: () => undefined,
  personalDataLeft: (kinds: readonly string[]) => console.error(`  left: ${kinds.join()}`),
};

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
const listening = createEngineRouteJudge({
  engineUrl: 'http://127.0.0.1:1',
  loopbackPort: 0,
  upstreamName: 'there',
  model: 'judge-model',
  deadlineMs: 10_000,
  upstream: { send: () => Promise.reject(new Error('nobody asks')) },
});
await until('a free port', () => Promise.resolve(listening.loopback.port !== null));
const port = listening.loopback.port ?? 0;
await listening[Symbol.asyncDispose]();
const config = join(folder, 'routes.toml');
writeFileSync(config, engineRoutes({ port, ranks: [0, 1] }));
const server = spawn(await enginePython(), [join(import.meta.dirname, 'server.py'), config], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
let passed = 0;
let failed = 0;
try {
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  await using judge = createEngineRouteJudge({
    engineUrl: `http://127.0.0.1:${line.toString().trim()}`,
    loopbackPort: port,
    upstreamName: 'there',
    model: 'judge-model',
    deadlineMs: 10_000,
    upstream: {
      send: ({ reservationId, body }) => {
        seen.push(`${reservationId} ${Buffer.isBuffer(body) ? body.toString() : ''}`);
        return Promise.resolve({ status: 200, headers: {}, body: piecesOf(verdict()) });
      },
    },
  });
  await until('the loopback to listen', () => Promise.resolve(judge.loopback.port !== null));
  for (const [likelihood, tier] of [
    [0.95, 0],
    [0.05, 1],
  ] as const) {
    try {
      pSolve = likelihood;
      const selectionId = randomUUID();
      const sharer = { tenantId: 'tenant', keyId: 'key' };
      const text = 'Sort these three numbers: 3, 1, 2.';
      const judgement = await judge.ask({
        question: {
          openingText: text,
          latestText: text,
          toolResults: [],
          effort: null,
          outputTokensMax: null,
          inputTokens: 10,
          toolCount: 0,
          wantsSchema: false,
          hasAttachments: false,
          isCompacted: false,
        },
        tiers: 2,
        ranks: [0, 1],
        selectionId,
        sharer,
        signal: new AbortController().signal,
        mayLeave: async (body) => (await egressSweep({ conversation, map: chatFace.texts }, body, telemetry)).mayLeave,
      });
      assert.equal(judgement.outcome, 'decided');
      assert.equal(judgement.tier, tier);
      assert.ok(typeof judgement.usage === 'object');
      assert.deepEqual([judgement.usage.input_tokens, judgement.usage.output_tokens], [1_150, 42]);
      const [call = '', ...more] = seen.splice(0);
      assert.deepEqual(more, []);
      assert.ok(call.startsWith(`${selectionId} {"model":"judge-model"`));
      assert.ok(!call.includes('[[selection'), 'the mark is taken out');
      passed += 1;
      console.log(`  ✔ p_solve ${likelihood} selects tier ${tier}, one metered call`);
    } catch (error) {
      failed += 1;
      console.error(`  ✘ p_solve ${likelihood}`, error);
    }
  }
} finally {
  server.stdin.end();
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
