import { isIPv6 } from 'node:net';
import { getCACertificates } from 'node:tls';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import type { WebhookAnswer, WebhookMessage, WebhookSender } from '../ports/webhook-sender.ts';
import {
  judgedAddresses,
  resolveByDns,
  type JudgedAddresses,
  type ResolveName,
} from './undici-webhook-sender/judged-addresses.ts';
import { AddressBlocks } from './undici-webhook-sender/public-address.ts';
import { signedHeaders } from './undici-webhook-sender/signed-headers.ts';

export interface WebhookSenderSettings {
  /** Blocks of addresses, as `address/bits`, that are not public and may be called nevertheless. */
  readonly networks: readonly string[];
  /** Whether `http` may be sent to a loopback address. */
  readonly httpLoopback: boolean;
  /** Certificates, PEM, that receivers in `networks` may be signed by beside the usual ones. */
  readonly ca?: string;
  /** Time of an attempt in all, milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Default: DNS. */
  readonly resolve?: ResolveName;
}

/** Most bytes of an answer that are received; they are discarded. */
const answerBytesMax = 65_536;

/**
 * Sends with undici to the judged addresses alone: the name is resolved once, and the connection, one for each message,
 * is made to what was judged. The status decides, whatever the rest of the answer is. Raises `RangeError` for a network
 * that is not one.
 */
export function createUndiciWebhookSender(settings: WebhookSenderSettings): WebhookSender {
  const { httpLoopback, timeoutMs = 15_000, resolve = resolveByDns } = settings;
  const rules = { networks: new AddressBlocks(settings.networks), httpLoopback, resolve };
  return {
    async send(message, stopped) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopped === undefined ? [] : [stopped])]);
      try {
        const url = new URL(message.url);
        const judged = await judgedAddresses(url, rules, signal);
        if (typeof judged === 'string') return { kind: 'failed', failure: judged };
        return await sent(url, message, { judged, signal, ca: settings.ca });
      } catch (error) {
        return { kind: 'failed', failure: failureOf(error) };
      }
    },
  };
}

interface Sending {
  readonly judged: JudgedAddresses;
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
}

async function sent(url: URL, message: WebhookMessage, { judged, signal, ca }: Sending): Promise<WebhookAnswer> {
  const agent = agentTo(judged, ca);
  try {
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: signedHeaders(message),
      body: message.body,
      signal,
    });
    await readOut(body, signal);
    return { kind: 'answered', status: statusCode, retryAfterMs: retryAfter(headers['retry-after'], message.at) };
  } finally {
    // A kept connection would be to an address that was judged for another message.
    await agent.destroy();
  }
}

function agentTo({ addresses, isOwnNetwork }: JudgedAddresses, ca: string | undefined): Agent {
  const list = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const connect = buildConnector({
    allowH2: false,
    lookup: (_name, _options, callback) => callback(null, list),
    ...(isOwnNetwork && ca !== undefined && { ca: [...getCACertificates('default'), ca] }),
  });
  return new Agent({ connect, pipelining: 0, connections: 1 });
}

/** Lets a receiver end its answer, within bounds. */
async function readOut(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  try {
    await body.dump({ limit: answerBytesMax, signal });
  } catch {
    // The status has been told.
  }
}

/** A number of seconds, or a date. */
function retryAfter(header: string | readonly string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null;
  const milliseconds = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

function failureOf(error: unknown): Extract<WebhookAnswer, { kind: 'failed' }>['failure'] {
  if (!(error instanceof Error)) return 'broken_off';
  if (error.name === 'TimeoutError') return 'timed_out';
  const code = 'code' in error ? String(error.code) : '';
  return notConnectedCodes.test(code) ? 'not_connected' : 'broken_off';
}

const notConnectedCodes =
  /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|(ERR_TLS|CERT|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;
