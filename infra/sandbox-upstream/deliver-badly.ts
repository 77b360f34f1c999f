// Sends an answer the way its directions ask for. README.md lists the switches in the order in which they strike.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { once } from 'node:events';
import { streamHeaders } from './deliver.ts';
import { chargeSoFar, chargeWhole, refuse, requestId, sendBody } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Behaviour, Directions } from './misbehaviour.ts';
import type { Fault, JsonReply, StreamReply } from './surface.ts';
import { wireChunks } from './wire-chunks.ts';
import { writeEach } from './write-each.ts';

const SLOW_DELAY_MS = 200;
const SLOW_FRAME_DELAY_MS = 20;
const RETRY_AFTER_S = 1;
/** A hanging request is let go after this long. */
const HANG_MS_MAX = 600_000;
const HTML = '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>\n';

type Taken = JsonReply | StreamReply;
type Strike = (exchange: Exchange, reply: Taken) => void;

const fault = (status: number, message: string, code: string | null = null): Fault => ({
  status,
  message,
  code,
  param: null,
});

function sendHtml(exchange: Exchange, status: number): void {
  exchange.billingRecords.waive(exchange.entry);
  sendBody(exchange, { status, type: 'text/html; charset=utf-8', body: HTML });
}

const resetConnection = (exchange: Exchange): void => {
  exchange.request.socket.resetAndDestroy();
};

/** The behaviours that take the place of the answer. The first one asked for, in this order, strikes. */
const INSTEAD_OF_AN_ANSWER: readonly (readonly [Behaviour, Strike])[] = [
  [
    'reset_before_first_byte',
    (exchange) => {
      chargeWhole(exchange);
      resetConnection(exchange);
    },
  ],
  ['reset_before_first_byte_uncharged', resetConnection],
  [
    '400',
    (exchange, reply) => {
      refuse(exchange, fault(400, `Invalid value in the input: "${reply.input}"`, 'invalid_value'));
    },
  ],
  [
    '429',
    (exchange, reply) => {
      const seconds = reply.directions.parameters.retry_after_s ?? RETRY_AFTER_S;
      const rateLimit = fault(429, 'The sandbox takes no more requests for now.', 'rate_limit_exceeded');
      refuse(exchange, rateLimit, { 'retry-after': String(seconds) });
    },
  ],
  [
    '500',
    (exchange) => {
      refuse(exchange, fault(500, 'The sandbox had an error.'));
    },
  ],
  [
    '503',
    (exchange) => {
      refuse(exchange, fault(503, 'The sandbox is overloaded.'));
    },
  ],
  [
    '529',
    (exchange) => {
      refuse(exchange, fault(529, 'Overloaded'));
    },
  ],
  [
    'html',
    (exchange) => {
      sendHtml(exchange, 200);
    },
  ],
  [
    'html_502',
    (exchange) => {
      sendHtml(exchange, 502);
    },
  ],
  [
    'json_on_stream',
    (exchange) => {
      refuse(exchange, { ...fault(500, 'The sandbox had an error, and says 200.'), status: 200 });
    },
  ],
];

/** What is sent: frames changed as asked, and how it ends. */
interface Script {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly frames: readonly (string | Buffer)[];
  readonly end: 'whole' | 'stop' | 'cut' | 'stall';
}

function endOf({ behaviours }: Directions): Script['end'] {
  if (behaviours.has('cut_mid_stream')) return 'cut';
  if (behaviours.has('stall_mid_stream')) return 'stall';
  return behaviours.has('end_mid_stream') || behaviours.has('error_mid_stream') ? 'stop' : 'whole';
}

const halves = (body: string | Buffer): readonly (string | Buffer)[] => {
  if (Buffer.isBuffer(body)) return [body.subarray(0, body.length >> 1), body.subarray(body.length >> 1)];
  const half = Math.ceil(body.length / 2);
  // Not between the two halves of a character.
  const middle = /^[\udc00-\udfff]/.test(body.slice(half, half + 1)) ? half + 1 : half;
  return [body.slice(0, middle), body.slice(middle)];
};

const lineEnd = ({ behaviours }: Directions): string => {
  if (behaviours.has('crlf')) return '\r\n';
  return behaviours.has('cr') ? '\r' : '\n';
};

/** The frames of a stream with everything that is to be put in, left out or spelt otherwise. */
function spoiltFrames(reply: StreamReply, at: number): readonly string[] {
  const { behaviours } = reply.directions;
  const end = lineEnd(reply.directions);
  return reply.frames.map((frame, index) => {
    let text = behaviours.has('comments') ? `: hb\n\n${frame}` : frame;
    if (index === at - 1 && behaviours.has('empty_data_record')) text += 'data: \n\n';
    if (index === at - 1 && behaviours.has('error_mid_stream')) text += reply.errorFrame(at);
    const isLast = index === reply.frames.length - 1;
    if (isLast && behaviours.has('no_final_blank_line')) text = text.slice(0, -2);
    return end === '\n' ? text : text.replaceAll('\n', end);
  });
}

/** An error instead of the first frame. */
function errorAtFirst(reply: Taken, at: number): readonly string[] {
  if (reply.kind !== 'stream' || at > 0 || !reply.directions.behaviours.has('error_mid_stream')) return [];
  const { behaviours } = reply.directions;
  return [...(behaviours.has('comments') ? [': hb\n\n'] : []), reply.errorFrame(0)];
}

function scriptOf(exchange: Exchange, reply: Taken): Script {
  const end = endOf(reply.directions);
  const whole = reply.kind === 'stream' ? reply.frames : halves(reply.body);
  const middle = Math.max(1, Math.floor(whole.length / 2));
  const at = Math.min(reply.directions.parameters.after_frames ?? middle, whole.length);
  const frames = reply.kind === 'stream' ? spoiltFrames(reply, at) : whole;
  const wholeHeaders = (type = 'application/json') => ({ 'content-type': type, 'x-request-id': requestId(exchange) });
  return {
    headers: reply.kind === 'stream' ? streamHeaders(exchange) : wholeHeaders(reply.type),
    frames: end === 'whole' ? frames : [...errorAtFirst(reply, at), ...frames.slice(0, at)],
    end,
  };
}

/** Waits until the bytes are with the kernel, so that what follows strikes after them. */
const flushed = (exchange: Exchange, bytes: Buffer | string): Promise<void> =>
  new Promise((resolve) => {
    exchange.response.write(bytes, () => {
      resolve();
    });
  });

async function write(exchange: Exchange, chunks: readonly Buffer[], signal: AbortSignal): Promise<void> {
  const { response } = exchange;
  let next = writeEach(response, chunks, 0);
  while (next < chunks.length) {
    await once(response, 'drain', { signal });
    next = writeEach(response, chunks, next);
  }
}

async function sendFrames(exchange: Exchange, script: Script, reply: Taken, signal: AbortSignal): Promise<void> {
  const { behaviours, parameters } = reply.directions;
  const delayMs = parameters.frame_delay_ms ?? (behaviours.has('slow') ? SLOW_FRAME_DELAY_MS : 0);
  const chunksOf = wireChunks(reply.directions);
  // What ends well is charged before its counters leave: whoever has read them finds them in the billing records, even if
  // this process is killed between two frames.
  const counters = script.frames.findLastIndex((frame) => frame.includes('"usage":{'));
  for (const [index, frame] of script.frames.entries()) {
    if (delayMs > 0) await setTimeout(delayMs, undefined, { signal });
    if (script.end === 'whole' && index === counters) chargeWhole(exchange);
    await write(exchange, chunksOf(frame), signal);
    exchange.framesSent += 1;
    // Lets a caller that hung up be noticed between two frames.
    await setImmediate(undefined, { signal });
  }
  if (script.end === 'whole') chargeWhole(exchange);
  await write(exchange, chunksOf(null), signal);
  await setImmediate(undefined, { signal });
}

async function endBadly(exchange: Exchange, script: Script, signal: AbortSignal): Promise<void> {
  const { response } = exchange;
  if (script.end === 'stall') await setTimeout(HANG_MS_MAX, undefined, { signal, ref: false });
  chargeSoFar(exchange);
  if (script.end === 'whole' || script.end === 'stop') response.end();
  else response.destroy();
}

async function answer(exchange: Exchange, reply: Taken, signal: AbortSignal): Promise<void> {
  const { behaviours } = reply.directions;
  const script = scriptOf(exchange, reply);
  exchange.response.writeHead(200, script.headers);
  // The work of an answer that is not streamed is done before its first byte leaves.
  if (reply.kind === 'json') chargeWhole(exchange);
  if (behaviours.has('reset_after_first_byte')) {
    await flushed(exchange, (script.frames[0] ?? '').slice(0, 1));
    chargeSoFar(exchange);
    resetConnection(exchange);
    return;
  }
  exchange.response.flushHeaders();
  await sendFrames(exchange, script, reply, signal);
  await endBadly(exchange, script, signal);
}

async function misbehave(exchange: Exchange, reply: Taken, signal: AbortSignal): Promise<void> {
  const { behaviours, parameters } = reply.directions;
  const delayMs = parameters.delay_ms ?? (behaviours.has('slow') ? SLOW_DELAY_MS : 0);
  if (delayMs > 0) await setTimeout(delayMs, undefined, { signal });
  if (behaviours.has('hang')) {
    await setTimeout(HANG_MS_MAX, undefined, { signal, ref: false });
    exchange.response.destroy();
    return;
  }
  const instead = INSTEAD_OF_AN_ANSWER.find(([name]) => behaviours.has(name));
  if (instead === undefined) await answer(exchange, reply, signal);
  else instead[1](exchange, reply);
}

/** Ends when the answer is sent, or when the caller has hung up. */
export async function deliverBadly(exchange: Exchange, reply: Taken): Promise<void> {
  const gone = new AbortController();
  exchange.response.once('close', () => {
    gone.abort();
  });
  try {
    await misbehave(exchange, reply, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

/** Whether a good answer is asked for, at full speed: parameters that only shape its content do not count. */
export const isPlain = ({ behaviours, parameters }: Directions): boolean =>
  behaviours.size === 0 && parameters.delay_ms === undefined && parameters.frame_delay_ms === undefined;
