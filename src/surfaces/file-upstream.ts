import type { Context } from 'koa';
import type { FileFacts } from '../domain/file-life.ts';
import { OwnIds } from '../protocols/file-ids/file-names.ts';
import { GatewayError } from '../errors.ts';
import { boundedAnswer } from '../ports/bounded-body.ts';
import { UpstreamFailure, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../ports/upstream.ts';
import { askedWaitMs } from '../protocols/answers/refusal-failure.ts';
import { refusedRequestError } from '../protocols/answers/refused-request.ts';
import { readUpstreamRefusal } from '../protocols/answers/upstream-refusal.ts';
import { withoutByteOrderMark } from '../wire/byte-order-mark.ts';

const answerBytesMax = 1_048_576;

/** The longest wait of an upstream that is passed on, milliseconds: some clients obey any. */
const waitMsMax = 60_000;

/** Sends a file request, which is free, so an unknown outcome costs nothing. Ends when the caller disconnects. Raises 503. */
export async function askFileUpstream(
  ctx: Context,
  upstream: Upstream,
  request: Omit<UpstreamRequest, 'reservationId' | 'signal'>,
): Promise<UpstreamAnswer> {
  const exchange = new AbortController();
  ctx.res.once('close', () => exchange.abort());
  try {
    return await upstream.send({ ...request, reservationId: null, signal: exchange.signal });
  } catch (error) {
    if (error instanceof UpstreamFailure) throw new GatewayError('upstream_unavailable', { cause: error });
    throw error;
  }
}

/** The whole answer without a byte order mark. Raises 503 for an answer that breaks off or is too large. */
export async function readAnswer({ body }: UpstreamAnswer): Promise<Buffer> {
  try {
    return withoutByteOrderMark(await boundedAnswer(body, answerBytesMax));
  } catch (error) {
    throw new GatewayError('upstream_unavailable', { cause: error });
  }
}

/** Whether a failure of {@link askFileUpstream} means that the upstream was never reached. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof GatewayError && error.cause instanceof UpstreamFailure && error.cause.outcome === 'not_sent';
}

type FileIds = Pick<FileFacts, 'file_id' | 'upstream_file_id'>;

/** The upstream's record of a file, with the id that its owner knows. */
export function withOwnId(file: FileIds, said: Buffer): Buffer {
  return new OwnIds(new Map([[file.file_id, file.upstream_file_id]])).restored(said);
}

/** The error for the caller if the upstream did not answer 2xx. `file`: the requested file. */
export async function refusalOf(answer: UpstreamAnswer, file?: FileIds): Promise<GatewayError> {
  const said = await readAnswer(answer);
  const body = file === undefined ? said : withOwnId(file, said);
  const { status } = answer;
  if (status === 404) return new GatewayError('file_not_found');
  const askedMs = askedWaitMs(answer.headers);
  const wait = askedMs === null ? {} : { retryAfterSeconds: Math.min(askedMs, waitMsMax) / 1_000 };
  if (status === 429) return new GatewayError('upstream_rate_limited', wait);
  return (
    refusedRequestError(status, readUpstreamRefusal(body)) ??
    new GatewayError('upstream_unavailable', { ...wait, detail: `The upstream answered ${status}.` })
  );
}
