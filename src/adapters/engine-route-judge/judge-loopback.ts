import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isUnspentStatus } from '../../domain/attempts/unspent-status.ts';
import { readCounters } from '../../domain/counters/read-counters.ts';
import type { Usage } from '../../domain/usage.ts';
import { boundedBody } from '../../ports/bounded-body.ts';
import type { AskedQuestion } from '../../ports/route-judge.ts';
import { UpstreamFailure, type Upstream, type UpstreamAnswer } from '../../ports/upstream.ts';
import { withoutByteOrderMark } from '../../wire/byte-order-mark.ts';

/** Where a call of the engine's judge is forwarded, and its limits. */
export interface JudgeCallPlace {
  readonly upstream: Upstream;
  readonly upstreamName: string;
  /** The upstream's name for the judge model. */
  readonly model: string;
  readonly bodyBytesMax: number;
  readonly outputTokensMax: number;
}

/** A decision that the engine is currently making. */
export interface AwaitedDecision {
  readonly asked: Pick<AskedQuestion, 'selectionId' | 'sharer' | 'mayLeave'>;
  readonly place: JudgeCallPlace;
  readonly signal: AbortSignal;
  /** State of its judge call, of which there is at most one. */
  call: 'none' | 'answered' | 'failed' | 'withheld';
  /** What the judge call has consumed so far. */
  usage: Usage | 'unsent' | 'unknown';
  serviceTier: string | null;
}

const answerBytesMax = 65_536;
const bodyBytesMax = 65_536;
const listenAgainMs = 500;
const marks = /\[\[selection ([0-9a-f-]{36})\]\]/g;

/** A marker in a question, by which the resulting judge call is recognised. It is removed before forwarding. */
export function markOf(selectionId: string): string {
  return `[[selection ${selectionId}]]`;
}

/**
 * A loopback listener for the calls of the engine's judge. It forwards one call for each awaited decision named in the
 * call, only to the judge model, and with limited output. All other requests are refused. Versions of the configuration
 * that use the same port share one listener: each decision carries its own target.
 */
export class JudgeLoopback {
  /** The configured port; 0: any free one. */
  readonly askedPort: number;
  readonly #awaited = new Map<string, AwaitedDecision>();
  readonly #server: Server;
  #users = 1;
  #retry: NodeJS.Timeout | null = null;

  constructor(port: number) {
    this.askedPort = port;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    // Another process may hold the port a little longer.
    this.#server.on('error', () => {
      if (this.#users > 0) this.#retry = setTimeout(() => this.#listen(), listenAgainMs);
    });
    this.#listen();
  }

  /** The actual port; `null` until it listens. */
  get port(): number | null {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  /** Adds a user. False when it is already closed. */
  share(): boolean {
    if (this.#users === 0) return false;
    this.#users += 1;
    return true;
  }

  /** From now on a call that names the decision is forwarded. */
  expect(decision: AwaitedDecision): void {
    this.#awaited.set(decision.asked.selectionId, decision);
  }

  forget({ asked }: AwaitedDecision): void {
    this.#awaited.delete(asked.selectionId);
  }

  /** Removes a user; the last one closes the listener. */
  async leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  #listen(): void {
    this.#server.listen(this.askedPort, '127.0.0.1');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const isCall = request.method === 'POST' && request.url?.endsWith('/chat/completions') === true;
      const body = isCall ? await bodyOf(request, bodyBytesMax) : null;
      if (body === null) return refuse(response, 404);
      const decision = this.#take(body);
      if (decision === null) return refuse(response, 403);
      const { status, bytes } = await forward(decision, body);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
    } catch {
      if (!response.headersSent) refuse(response, 502);
      else response.destroy();
    }
  }

  /** The awaited decision named in a body, once. */
  #take(body: string): AwaitedDecision | null {
    for (const [, id = ''] of [...body.matchAll(marks)].toReversed()) {
      const decision = this.#awaited.get(id);
      if (decision === undefined || decision.call !== 'none') continue;
      if (Buffer.byteLength(body) > decision.place.bodyBytesMax) continue;
      // Until the call succeeds.
      decision.call = 'failed';
      return decision;
    }
    return null;
  }
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

async function forward(decision: AwaitedDecision, text: string): Promise<Answer> {
  const { asked, place } = decision;
  const body = forwardedCall(text, place);
  if (!(await asked.mayLeave(body))) {
    decision.call = 'withheld';
    return { status: 403, bytes: Buffer.from(refusal) };
  }
  const answer = await sendCall(decision, body);
  const whole = await boundedBody(answer.body, answerBytesMax);
  if (whole === null) throw new RangeError('an answer of the judge that is too long');
  const bytes = withoutByteOrderMark(whole);
  const { status } = answer;
  if (isUnspentStatus(status)) decision.usage = 'unsent';
  else if (status === 200) noteUsage(decision, bytes);
  if (status === 200) decision.call = 'answered';
  return { status, bytes };
}

/** Sends the call. Raises what the upstream raises, and the reason of an aborted decision. */
async function sendCall(decision: AwaitedDecision, body: Buffer): Promise<UpstreamAnswer> {
  const { asked, place, signal } = decision;
  signal.throwIfAborted();
  // From here on the upstream may charge for the call.
  decision.usage = 'unknown';
  try {
    return await place.upstream.send({
      upstream: place.upstreamName,
      path: '/chat/completions',
      headers: { 'content-type': 'application/json' },
      body,
      reservationId: asked.selectionId,
      sharer: asked.sharer,
      signal,
    });
  } catch (error) {
    if (error instanceof UpstreamFailure && error.outcome === 'not_sent') decision.usage = 'unsent';
    throw error;
  }
}

/** The forwarded call: the engine's messages to the judge, with the configured model and limits. */
function forwardedCall(body: string, { model, outputTokensMax }: JudgeCallPlace): Buffer {
  const { messages, response_format } = JSON.parse(body.replaceAll(marks, '')) as Readonly<Record<string, unknown>>;
  return Buffer.from(
    JSON.stringify({
      model,
      messages,
      max_tokens: outputTokensMax,
      temperature: 0,
      ...(response_format !== undefined && { response_format }),
    }),
  );
}

function noteUsage(decision: AwaitedDecision, bytes: Buffer): void {
  const answer = JSON.parse(bytes.toString('utf8')) as {
    readonly usage?: unknown;
    readonly service_tier?: unknown;
  } | null;
  decision.usage = readCounters('chat_completions', answer?.usage)?.usage ?? 'unknown';
  decision.serviceTier = typeof answer?.service_tier === 'string' ? answer.service_tier : null;
}

/** The body of a request; `null`: it is too long. */
async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<string | null> {
  const bytes = await boundedBody(request as AsyncIterable<Buffer>, bytesMax);
  return bytes === null ? null : bytes.toString('utf8');
}

const refusal = '{"error":{"message":"refused"}}';

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(refusal);
}
