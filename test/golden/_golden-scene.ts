// A gateway in this process before an upstream that answers what it is told, in the pieces that it is told.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventLog, Position, RecordedEvent } from '../../src/ports/event-log.ts';
import { UpstreamFailure, type Upstream } from '../../src/ports/upstream.ts';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  recordTenant,
  startTestGateway,
  testConfig,
  type TenantOptions,
  type TestTenant,
} from '../_support/gateway.ts';
import { audioPrices, toolPrices } from '../_support/sandbox-bill.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { substitutingPiiEngine } from '../_support/substituting-pii-engine.ts';

export interface Script {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** A whole response as it is written to the socket, head and framing included, in the place of all above. */
  readonly wire?: Buffer;
  /** How the gateway gets the body to read. Absent: as it comes. */
  readonly cut?: (body: Buffer) => readonly Buffer[];
  /** The connection breaks behind the last piece. */
  readonly isBroken?: boolean;
}

export interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface GoldenScene {
  readonly baseUrl: string;
  tenant(options?: TenantOptions): Promise<TestTenant>;
  /** What every request gets from here on. */
  play(script: Script): void;
  /** What the upstream got since it was last asked. */
  received(): readonly Received[];
  /** What was recorded since it was last asked. */
  recorded(): Promise<readonly RecordedEvent[]>;
}

/** Whom fixtures speak of. */
export const names = ['Ada Lovelace', 'Ada'];

const allSurfaces = [
  'chat_completions',
  'responses',
  'messages',
  'embeddings',
  'systemone',
  'audio_speech',
  'audio_transcriptions',
  'audio_translations',
];

/** The profiles `light` and `thinker` on every surface: the latter reasons, takes what is not known, and remembers thoughts. */
function configOf(baseUrl: string): ReturnType<typeof testConfig> {
  const target = {
    surfaces: allSurfaces,
    context_tokens_max: 200_000,
    output_tokens_max: 64_000,
    prices: { ...plainPrices, ...audioPrices, ...toolPrices },
    hosted_tool_uses_max: 2,
    trusted: true,
  };
  const thinker = { ...target, upstream: 'sandbox', model: 'sandbox-medium', efforts: ['low', 'high'] };
  return testConfig(
    { baseUrl, apiKey: 'own' },
    {
      upstream: { billing_records_path: undefined, retries_max: 0, circuit_failures: 1_000 },
      reservations: { sweep_interval_ms: 60_000, unknown_outcome: 'keep' },
      target,
      targets: { thinker: { ...thinker, thinking: 'budget' } },
      // Recorded forms ask for `average`.
      profiles: { thinker: { targets: ['thinker'] }, average: { targets: ['small'] } },
      top: {
        // The time of closings must not change the recorded bytes.
        ledger: { closing_events: 5_000 },
        // Nor is what the fixtures before it said of the upstream's health.
        pools: { failures: { credential_rejected: { weight: 0 }, account_exhausted: { weight: 0 } } },
        files: { openai: { upstream: 'sandbox', trusted: true }, anthropic: { upstream: 'sandbox', trusted: true } },
      },
    },
  );
}

/** One for all tests of a file; `end` belongs into `test.after.always`. */
export function goldenScene(): { readonly start: () => Promise<GoldenScene>; readonly end: () => Promise<void> } {
  const shared = new SharedTeardown();
  let started: Promise<GoldenScene> | null = null;
  return { start: () => (started ??= setScene(shared)), end: shared.end };
}

async function setScene(shared: SharedTeardown): Promise<GoldenScene> {
  let script: Script = { body: Buffer.alloc(0) };
  let received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      const line = `${request.method} ${request.url}`;
      received.push({ line, headers: request.headers, body: Buffer.concat(pieces) });
      if (script.wire !== undefined) {
        request.socket.end(script.wire);
        return;
      }
      response.writeHead(script.status ?? 200, { 'content-type': 'application/json', ...script.headers });
      response.end(script.body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  shared.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a host and port has an address record.
  const config = configOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const environment = environmentFor(dataDirectory(shared), config);
  const { promise, resolve } = Promise.withResolvers<EventLog>();
  const { baseUrl } = await startTestGateway(shared, environment, {
    piiEngine: substitutingPiiEngine(...names),
    wrapUpstream: (upstream) => recutting(upstream, () => script),
    wrapLog: (log) => {
      resolve(log);
      return log;
    },
  });
  const log = await promise;
  return {
    baseUrl,
    tenant: (options) => recordTenant(environment['WAYBILL_DATA_DIR'] ?? '', log, { allowAllModels: true, ...options }),
    play: (next) => {
      script = next;
    },
    received: () => {
      const got = received;
      received = [];
      return got;
    },
    recorded: eventsOf(log),
  };
}

function eventsOf(log: EventLog): GoldenScene['recorded'] {
  let after: Position | null = null;
  return async () => {
    const page = await log.readAll({ limit: 1_000, ...(after === null ? {} : { after }) });
    after = page.at(-1)?.position ?? after;
    return page;
  };
}

/** The wire gives what it likes together: the pieces in which an answer is read are made here. */
function recutting(upstream: Upstream, script: () => Script): Upstream {
  return {
    send: async (request) => {
      const answer = await upstream.send(request);
      return { ...answer, body: recut(answer.body, script()) };
    },
  };
}

async function* recut(body: AsyncIterable<Buffer>, { cut, isBroken }: Script): AsyncGenerator<Buffer, void> {
  const bytes = Buffer.concat(await Array.fromAsync(body));
  yield* cut === undefined ? [bytes] : cut(bytes);
  if (isBroken === true) throw new UpstreamFailure('reset', 'unknown');
}
