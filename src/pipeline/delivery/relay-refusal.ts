import { isUnspentStatus } from '../../domain/attempts/unspent-status.ts';
import { GatewayError } from '../../errors.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import { systemTimer, type Timer } from '../../time/timer.ts';
import type { UpstreamAnswer } from '../../ports/upstream.ts';
import { refusedRequestError } from '../../protocols/answers/refused-request.ts';
import { readUpstreamRefusal, type UpstreamRefusal } from '../../protocols/answers/upstream-refusal.ts';
import { withoutByteOrderMark } from '../../wire/byte-order-mark.ts';
import { closedJsonText } from '../../wire/closed-json.ts';
import { GatheredBytes } from '../../wire/gathered-bytes.ts';
import type { Answered, Restored } from '../records.ts';
import { restoredOrError } from './restored-or-error.ts';
import { boundAdvice } from '../attempts/turn-in-hand.ts';

const refusalBytesMax = 65_536;
/** Longest wait for the words of a refusal, milliseconds: meanwhile another target could be asked. */
const refusalMsMax = 10_000;
const retryAfterSecondsMax = 60;

/** Statuses of an upstream that does not know the path, or not the method there. */
const aboutThePath = new Set([404, 405, 501]);

/** Turns a refusal with this body into the caller's error. Releases the hold, or flags it when the cost is unknown. */
export async function relayRefusal(restored: Restored, refusal: Buffer): Promise<Answered> {
  const { answer, request, route, profile } = restored;
  const { ownAnswer } = request.answers;
  if (ownAnswer !== null && isAnsweredHere(restored)) return ownEstimate(restored, ownAnswer());
  const said = readUpstreamRefusal(await shownRefusal(restored, refusal));
  return {
    ...restored,
    toStore: null,
    outcome: { kind: isUnspent(restored) ? 'release' : 'flag', reason: `upstream_status_${answer.status}` },
    conclusion: {
      kind: 'error',
      error: refusalError(restored, withModelOfCaller(said, route, profile)),
    },
  };
}

const unsaid =
  'The upstream refused the request. Why cannot be shown: personal data in its words cannot be put back now.';

/** A refusal as the caller may read it. */
async function shownRefusal({ restoreRefusal }: Restored, refusal: Buffer): Promise<Buffer> {
  const shown = restoreRefusal === null ? refusal : await restoredOrError(restoreRefusal, refusal);
  return shown instanceof GatewayError ? Buffer.from(JSON.stringify({ error: { message: unsaid } })) : shown;
}

/** Whether the gateway answers the question itself, because the upstream does not know it. */
export function isAnsweredHere({ answer, request }: Restored): boolean {
  return request.answers.ownAnswer !== null && aboutThePath.has(answer.status);
}

/** Replaces the upstream's name of the model with the name that the caller used, and makes the message a sentence. */
function withModelOfCaller(
  refusal: UpstreamRefusal | null,
  { upstreamModel }: Restored['route'],
  profile: string,
): UpstreamRefusal | null {
  if (refusal === null) return null;
  const name = new RegExp(`(?<![\\w./-])${RegExp.escape(upstreamModel)}(?![\\w/-]|[.:]\\w)`, 'g');
  const message = refusal.message.replaceAll(name, () => profile);
  return { ...refusal, message: /[.!?…]$/.test(message) ? message : `${message}.` };
}

/** The gateway's own answer, marked as an estimate, to a question that this upstream never answers. */
function ownEstimate(restored: Restored, body: Buffer | null): Answered {
  restored.exchange.cut('gateway');
  const headers = { 'content-type': 'application/json', 'x-waybill-estimate': 'true' };
  return {
    ...restored,
    toStore: null,
    outcome: { kind: 'release', reason: 'estimated' },
    conclusion:
      body === null
        ? { kind: 'error', error: new GatewayError('token_count_unavailable') }
        : { kind: 'whole', status: 200, headers, body },
  };
}

/**
 * Whether the request cost nothing. If billing records exist, they decide what a failed request cost. A status below
 * 400 says nothing about the work.
 */
function isUnspent({ answer: { status }, route }: Restored): boolean {
  return isUnspentStatus(status) || (status >= 400 && !route.hasBillingRecords);
}

function refusalError({ answer, context, files, blocks }: Restored, refusal: UpstreamRefusal | null): GatewayError {
  if (answer.status === 429) {
    return new GatewayError('upstream_rate_limited', retryAfter(answer));
  }
  const ofRequest = refusedRequestError(answer.status, refusal);
  if (ofRequest !== null) return ofRequest;
  return new GatewayError('upstream_unavailable', {
    detail: `The upstream answered ${answer.status}.`,
    ...retryAfter(answer),
    ...boundAdvice({ context, files, blocks }),
  });
}

/**
 * The wait that the upstream asks for. It is capped, because some clients obey any delay. A date is compared with the
 * upstream's own clock.
 */
function retryAfter({ headers }: UpstreamAnswer): { readonly retryAfterSeconds?: number } {
  const asked = headers['retry-after'] ?? '';
  const seconds = isNumber(asked) ? Number(asked) : (Date.parse(asked) - Date.parse(headers['date'] ?? '')) / 1_000;
  const exact = headers['retry-after-ms'] ?? '';
  const wait = isNumber(exact) ? Number(exact) / 1_000 : seconds;
  if (Number.isNaN(wait)) return {};
  return { retryAfterSeconds: Math.min(Math.ceil(Math.max(0, wait)), retryAfterSecondsMax) };
}

function isNumber(text: string): boolean {
  return /^\s*\d+(\.\d+)?\s*$/.test(text);
}

/**
 * Reads a refusal up to a limit of bytes and of time. A refusal that is longer, takes longer or broke off is closed as
 * JSON so that its message can still be read: some quote everything that the caller has sent, and the status is known
 * already.
 */
export async function readRefusal(
  body: AsyncIterable<Buffer>,
  timer: Pick<Timer, 'after' | 'monotonic'> = systemTimer,
): Promise<Buffer> {
  const gathered = new GatheredBytes();
  const joined = (): Buffer => withoutByteOrderMark(gathered.joined());
  try {
    for await (const piece of until(timer.monotonic() + refusalMsMax, body, timer)) {
      gathered.push(piece);
      if (gathered.length > refusalBytesMax) return closedJsonText(joined().subarray(0, refusalBytesMax));
    }
  } catch {
    return closedJsonText(joined());
  }
  return joined();
}

/** The pieces up to a time. Raises when the body has not ended by then. */
async function* until(
  latestMs: number,
  body: AsyncIterable<Buffer>,
  timer: Pick<Timer, 'after' | 'monotonic'>,
): AsyncGenerator<Buffer, void> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withinMs(pieces.next(), latestMs - timer.monotonic(), timer);
      if (next === 'too_late') throw new Error('the refusal does not end');
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}
