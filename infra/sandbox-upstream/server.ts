// The sandbox as a server: hands each request to its surface, and each answer to its delivery.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { audioSpeech } from './audio-speech.ts';
import { audioTranscriptions, audioTranslations } from './audio-transcriptions.ts';
import { BillingRecords } from './billing-records.ts';
import { chatCompletions } from './chat-completions.ts';
import { withCitedFiles } from './cited-files.ts';
import { control } from './control-api.ts';
import { countTokens } from './count-tokens.ts';
import { deliverBadly, isPlain } from './deliver-badly.ts';
import { deliverJson, deliverStream } from './deliver.ts';
import { embeddings } from './embeddings.ts';
import { chargeSoFar, openExchange, refuse } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { files, isAboutFiles } from './files.ts';
import { isAuthorised } from './sandbox.ts';
import { messages } from './messages.ts';
import { MisbehaviourQueue } from './misbehaviour.ts';
import { obey } from './obedience.ts';
import { PromptCache } from './prompt-cache.ts';
import { readBody } from './read-body.ts';
import type { ReadBody } from './read-body.ts';
import { RequestRecord } from './request-record.ts';
import { responses } from './responses.ts';
import { inputTokens, responsesCompaction } from './responses-compaction.ts';
import type { Sandbox } from './sandbox.ts';
import type { Surface } from './surface.ts';
import { systemOne } from './systemone.ts';

const RECORDS_MAX = 10_000;
const CONNECTIONS_MAX = 4096;
const KEEP_ALIVE_MS = 65_000;

/** Tells which of the gateway's reservations a request is charged to. */
const RESERVATION_HEADER = 'x-waybill-reservation';

/** The key that the sandbox takes unless told otherwise. */
export const SANDBOX_UPSTREAM_KEY = 'sandbox-upstream-key';

const SURFACES: readonly Surface[] = [
  chatCompletions,
  messages,
  countTokens,
  responses,
  responsesCompaction,
  inputTokens,
  embeddings,
  systemOne,
  audioSpeech,
  audioTranscriptions,
  audioTranslations,
];

export interface SandboxUpstreamOptions {
  /** 0, the default, takes a free port. Always on 127.0.0.1. */
  readonly port?: number | undefined;
  /** Default {@link SANDBOX_UPSTREAM_KEY}. */
  readonly apiKey?: string | undefined;
  /** Book entries held one by one; default 10,000. */
  readonly billingRecordsMax?: number | undefined;
  /** Keeps the billing records over a restart; default: in memory only. */
  readonly billingRecordsFile?: string | undefined;
  /** Whether the last 100 requests are kept; default true. */
  readonly record?: boolean | undefined;
  /** Whether the beginnings of prompts are kept, and counted as cached; default false. */
  readonly promptCache?: boolean | undefined;
}

export interface SandboxUpstream {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly billingRecords: BillingRecords;
  /** Breaks every connection off. */
  close(): Promise<void>;
}

const INVALID_KEY = { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key', param: null };
const TOO_LARGE = { status: 413, message: 'The body is too large.', code: null, param: null };
const BROKEN = { status: 500, message: 'The sandbox has a defect.', code: 'sandbox_defect', param: null };

function deliver(exchange: Exchange, sandbox: Sandbox, body: Buffer): void {
  const { surface, entry } = exchange;
  const { apiKey } = sandbox;
  const obeyed = obey(body, sandbox.misbehaviours.take());
  const asker = { surface: surface.name, apiKey, body: obeyed.body };
  const queued = sandbox.promptCache?.directed(asker, obeyed.queued) ?? obeyed.queued;
  const answered = surface.reply({
    n: entry.n,
    apiKey,
    contentType: exchange.request.headers['content-type'] ?? '',
    body: obeyed.body,
    queued,
  });
  const reply = withCitedFiles(surface.name, body, answered);
  entry.model = reply.model;
  if (reply.kind === 'refused') return refuse(exchange, reply.fault);
  entry.serviceTier = reply.serviceTier;
  exchange.reply = reply;
  if (!isPlain(reply.directions)) {
    deliverBadly(exchange, reply).catch((error: unknown) => {
      giveUp(exchange, error);
    });
  } else if (reply.kind === 'json') deliverJson(exchange, reply);
  else deliverStream(exchange, reply);
}

function giveUp(exchange: Exchange, error: unknown): void {
  console.error('sandbox-upstream defect', error);
  if (exchange.response.headersSent) exchange.response.destroy();
  else refuse(exchange, BROKEN);
}

function take(exchange: Exchange, sandbox: Sandbox, body: ReadBody): void {
  if (body === 'broken_off' || exchange.response.destroyed) return;
  if (body === 'too_large') return refuse(exchange, TOO_LARGE);
  sandbox.record?.add(exchange.request, body);
  try {
    deliver(exchange, sandbox, body);
  } catch (error) {
    giveUp(exchange, error);
  }
}

function receive(sandbox: Sandbox, surface: Surface, request: IncomingMessage, response: ServerResponse): void {
  const reservation = request.headers[RESERVATION_HEADER];
  const entry = sandbox.billingRecords.open(surface.name, typeof reservation === 'string' ? reservation : null);
  const exchange = openExchange({ request, response, surface, billingRecords: sandbox.billingRecords, entry });
  sandbox.inFlight.add(exchange);
  response.once('close', () => {
    sandbox.inFlight.delete(exchange);
  });
  readBody(request, (body) => {
    take(exchange, sandbox, body);
  });
}

/** A request without the key is recorded and answered, but never comes into the billing records. */
function turnAway(sandbox: Sandbox, surface: Surface, request: IncomingMessage, response: ServerResponse): void {
  readBody(request, (body) => {
    if (body === 'broken_off') return;
    if (body !== 'too_large') sandbox.record?.add(request, body);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(surface.error(INVALID_KEY));
  });
}

function handlerOf(sandbox: Sandbox): (request: IncomingMessage, response: ServerResponse) => void {
  const surfaces = new Map(SURFACES.map((surface) => [`POST ${surface.path}`, surface]));
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const surface = surfaces.get(`${request.method} ${path}`);
    if (isAboutFiles(path)) files(sandbox, request, response);
    else if (surface === undefined) control(sandbox, request, response);
    else if (isAuthorised(sandbox, request)) receive(sandbox, surface, request, response);
    else turnAway(sandbox, surface, request, response);
  };
}

function* numbers(): Generator<number, never> {
  for (let next = 1; ; next += 1) yield next;
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // A TCP server that listens has an address of this shape.
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Rejects when the port is taken or the billing records' file cannot be opened. */
export async function startSandboxUpstream(options: SandboxUpstreamOptions = {}): Promise<SandboxUpstream> {
  const billingRecords = new BillingRecords({
    entriesMax: options.billingRecordsMax ?? RECORDS_MAX,
    file: options.billingRecordsFile,
  });
  const sandbox: Sandbox = {
    apiKey: options.apiKey ?? SANDBOX_UPSTREAM_KEY,
    billingRecords,
    misbehaviours: new MisbehaviourQueue(),
    record: options.record === false ? null : new RequestRecord(),
    promptCache: options.promptCache === true ? new PromptCache() : null,
    inFlight: new Set(),
    files: new Map(),
    fileIds: numbers(),
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handlerOf(sandbox));
  server.maxConnections = CONNECTIONS_MAX;
  const { port } = await listen(server, options.port ?? 0);
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
      // The server can be closed before its last connections have told their ends.
      for (const exchange of sandbox.inFlight) chargeSoFar(exchange);
    });
    billingRecords.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, billingRecords, close };
}
