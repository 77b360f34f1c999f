import test from 'ava';
import * as fc from 'fast-check';
import { GatewayError } from '../../src/errors.ts';
import type { InferenceRequest } from '../../src/protocols/inference-request.ts';
import type { JsonFace } from '../../src/protocols/face.ts';
import { readOptIns } from '../../src/protocols/requests/opt-ins.ts';
import { speechFace } from '../../src/protocols/audio/face.ts';
import { chatFace } from '../../src/protocols/chat/face.ts';
import { embeddingsFace } from '../../src/protocols/embeddings/face.ts';
import { messagesFace } from '../../src/protocols/messages/face.ts';
import { responsesFace } from '../../src/protocols/responses/face.ts';
import { systemOneFace } from '../../src/protocols/systemone/face.ts';
import { scanSlices } from '../../src/wire/json-text.ts';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  seedTenant,
  startTestGateway,
  testConfig,
} from '../_support/gateway.ts';
import { hostileBody, hostileHead } from '../_support/hostile-shapes.ts';
import { roundsOf } from '../_support/nightly.ts';
import { growthBytesMax, heldBytes, TurnWatch, turnMsMax } from '../_support/turn-watch.ts';
import { rawStatuses } from '../_support/raw-statuses.ts';

// What one caller sends goes through the readers themselves, so that there can be many: none of it is a fault of the
// server, holds the loop, or stays in memory.

const jsonLimits = { depthMax: 128, membersMax: 50_000, elementsMax: 50_000, numbersMax: 500_000 };
const reading = { jsonLimits, createResponseId: () => 'resp_1' };
const surfaces: readonly JsonFace[] = [
  chatFace,
  messagesFace,
  responsesFace,
  embeddingsFace,
  systemOneFace,
  speechFace,
];
const sliceBytes = 262_144;

const model = {
  model: 'upstream-model',
  outputTokensMax: 100,
  effort: 'low',
  efforts: ['low', 'high'],
  thinking: 'adaptive',
  hasOpaqueReasoning: true,
  hostedToolUsesMax: 5,
} as const;

/** `null` for a body that is refused. Raises what is no refusal. */
function refusedOr<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500) return null;
    throw error;
  }
}

/** Each step of the way of a body, in turns as the gateway takes them. Whether it was taken. */
function read(surface: JsonFace, body: Buffer, watch: TurnWatch): boolean {
  const what = (step: string) => (): string =>
    `${step}, ${surface.name}, ${body.length} bytes: ${body.toString('utf8', 0, 60)}`;
  const slices = scanSlices(body, jsonLimits, sliceBytes)[Symbol.iterator]();
  while (watch.turn(what('a slice'), () => slices.next().done !== true));
  const request = watch.turn(what('the request'), () => refusedOr(() => surface.read(body, reading)));
  if (request === null) return false;
  watch.turn(what('what goes upstream'), () => refusedOr(() => written(request)));
  return true;
}

function written(request: InferenceRequest): number {
  const sent = request.write(model);
  return Buffer.isBuffer(sent) ? sent.length : sent.bytes;
}

/** As many members as an object may have: comparing each with all takes seconds. Tried with every seed. */
const manyKeys = `{${Array.from({ length: 49_000 }, (_, nth) => `"ä${nth}":1`).join(',')}}`;

test('no body that one caller sends causes a server error, a stall or growing memory', (t) => {
  const rounds = roundsOf(t, { ordinary: 2_000, nightly: 100_000 });
  const watch = new TurnWatch();
  let [seen, taken, before] = [0, 0, 0];
  const warmUp = Math.floor(rounds / 5);
  fc.assert(
    fc.property(hostileBody, fc.constantFrom(...surfaces), (body, surface) => {
      if (seen++ === warmUp) before = heldBytes();
      if (read(surface, Buffer.from(body), watch)) taken += 1;
    }),
    { numRuns: rounds, endOnFailure: true, examples: [[manyKeys, messagesFace]] },
  );
  const grown = heldBytes() - before;
  t.log(`${rounds} bodies, ${taken} taken; ${watch.longest}; ${grown} bytes grown`);
  t.true(taken > rounds / 20, 'some are requests');
  t.true(watch.longestMs < turnMsMax, watch.longest);
  t.true(grown < growthBytesMax, `${grown} bytes`);
});

const optIn = fc.tuple(
  fc.constantFrom('anthropic-beta', 'openai-beta', 'typesafe-danger-zone-x'),
  fc.oneof(
    fc.constantFrom('context-1m-2025-08-07', 'server-side-fallback-2026-06-01', 'a,,b', ',', ' '),
    fc
      .tuple(fc.constantFrom('a,', 'context-1m-2025-08-07,', '\t', 'é'), fc.nat(3_000))
      .map(([each, n]) => each.repeat(n)),
  ),
);

test('no head that one caller sends causes a server error, a stall or growing memory', async (t) => {
  const rounds = roundsOf(t, { ordinary: 200, nightly: 20_000 });
  const upstream = { baseUrl: 'http://127.0.0.1:1', apiKey: 'none' };
  const target = { surfaces: ['chat_completions', 'messages'], prices: plainPrices };
  const environment = environmentFor(
    dataDirectory(t),
    testConfig(upstream, {
      target,
      upstream: { billing_records_path: undefined },
      server: { request_timeout_ms: 1_000 },
    }),
  );
  const { apiKey } = await seedTenant(environment, { creditEur: '0.000000001' });
  const { baseUrl } = await startTestGateway(t, environment);
  const port = Number(new URL(baseUrl).port);
  const body = '{"model":"light","max_tokens":1,"messages":[{"role":"user","content":"a"}]}';
  const watch = new TurnWatch();
  const told = new Map<number, number>();
  let [seen, before] = [0, 0];
  const warmUp = Math.floor(rounds / 5);
  await fc.assert(
    fc.asyncProperty(
      hostileHead,
      fc.option(optIn),
      fc.constantFrom('chat/completions', 'messages'),
      async (lines, opted, path) => {
        if (seen++ === warmUp) before = heldBytes();
        const isSized = lines.some((line) => /^(content-length|transfer-encoding)/i.test(line));
        const head = [
          `POST /v1/${path} HTTP/1.1`,
          'host: a',
          'connection: close',
          `authorization: Bearer ${apiKey}`,
          'content-type: application/json',
          ...(isSized ? [] : [`content-length: ${body.length}`]),
          ...lines,
          ...(opted === null ? [] : [opted.join(': ')]),
        ].join('\r\n');
        const bytes = Buffer.from(`${head}\r\n\r\n${body}`, 'latin1');
        // Both ends of the connection are in it.
        const statuses = await watch.turns(
          () => head.slice(0, 200),
          () => rawStatuses(port, bytes),
        );
        for (const status of statuses) told.set(status, (told.get(status) ?? 0) + 1);
        return statuses.every((status) => status < 500);
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  );
  const grown = heldBytes() - before;
  t.log(`${rounds} heads, answered ${JSON.stringify([...told])}; ${watch.longest}; ${grown} bytes grown`);
  t.true((told.get(402) ?? 0) > rounds / 50, 'some are heads');
  t.true(watch.longestMs < turnMsMax, watch.longest);
  t.true(grown < growthBytesMax, `${grown} bytes`);
});

const optInValues = fc.oneof(optIn, fc.tuple(fc.constant('openai-beta'), fc.string({ maxLength: 200 })));

test('opt-ins in a head are read in linear time, however many there are', (t) => {
  const watch = new TurnWatch();
  fc.assert(
    fc.property(fc.array(optInValues, { maxLength: 4 }), (headers) => {
      watch.turn(
        () => JSON.stringify(headers).slice(0, 100),
        () => readOptIns(Object.fromEntries(headers)),
      );
    }),
    { numRuns: roundsOf(t, { ordinary: 500, nightly: 50_000 }) },
  );
  t.log(watch.longest);
  t.true(watch.longestMs < turnMsMax, watch.longest);
});
