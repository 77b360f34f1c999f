import { costOf } from '../../domain/cost.ts';
import { eurFromNano } from '../../domain/money.ts';
import { outcomeOf } from '../../domain/outcome.ts';
import type { Usage } from '../../domain/usage.ts';
import type { BytesReading } from '../../protocols/inference-request.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import type { BulkPace } from './bulk-pace.ts';
import { cutError, possibleTokensOf, unseenTokensMax } from './cut-answer.ts';
import { answerLabels } from './answer-labels.ts';
import { notAnAnswer } from './not-an-answer.ts';
import type { Answered, Restored } from '../records.ts';

export interface DeliverBytesDeps {
  /** How many bytes are still read after the caller hangs up. */
  readonly disconnectDrainBytesMax: number;
  readonly bulkPace: BulkPace;
}

/** What was passed on: everything but the last piece. */
interface Passed {
  readonly bytes: number;
  readonly last: Buffer | null;
  /** What broke the answer off; `null`: it is complete. */
  readonly failure: unknown;
}

/**
 * Passes an audio answer on as it arrives, under the upstream's content type. Its last piece follows the settlement. An
 * answer that breaks off breaks the caller's connection, because bytes have no other way to report it. Raises
 * `InferenceFailure` for an answer that is not audio, and the failure when it breaks off before the first byte.
 */
export async function deliverBytes(
  restored: Restored,
  { usage }: BytesReading,
  deps: DeliverBytesDeps,
): Promise<Answered> {
  const { request, route } = restored;
  if (!answerLabels.sound.test(restored.answer.headers['content-type'] ?? ''))
    throw await notAnAnswer(restored, { detail: notSound });
  const { bytes, last, failure } = await passOn(restored, usage, deps);
  return {
    ...restored,
    toStore: null,
    outcome: outcomeOf({
      usage: bytes === 0 ? null : usage,
      isUsageFinal: failure === null,
      serviceTier: null,
      input: request.input,
      estimate: null,
      contentBytes: bytes,
      unseenTokensMax: unseenTokensMax(restored, failure),
      covered: restored.bound,
      possible: possibleTokensOf(restored),
      hasBillingRecords: route.hasBillingRecords,
      doubt: failure === null ? 'usage_missing' : 'stream_cut',
    }),
    conclusion:
      failure === null ? { kind: 'tail', bytes: last } : { kind: 'error', error: cutError(restored, failure) },
  };
}

const notSound = 'The upstream was asked for audio and returned something else.';

async function passOn(restored: Restored, usage: Usage, deps: DeliverBytesDeps): Promise<Passed> {
  const { answer, client, exchange } = restored;
  let bytes = 0;
  let drainedBytes = 0;
  let last: Buffer | null = null;
  try {
    for await (const piece of answer.body) {
      const turn = deps.bulkPace.turn(piece.length);
      if (turn !== null) await turn;
      if (last === null) beginAnswer(restored, usage);
      else if (!client.isGone) await passOnTo(restored, last);
      last = piece;
      bytes += piece.length;
      if (!client.isGone) continue;
      drainedBytes += piece.length;
      if (drainedBytes <= deps.disconnectDrainBytesMax) continue;
      exchange.cut('caller');
      throw new UpstreamFailure('aborted', 'unknown');
    }
  } catch (failure) {
    if (last === null) throw failure;
    return { bytes, last: null, failure };
  }
  if (last === null) beginAnswer(restored, usage);
  return { bytes, last, failure: null };
}

async function passOnTo({ client, exchange }: Restored, bytes: Buffer): Promise<void> {
  const full = client.write(bytes);
  if (full !== null) await exchange.held.while(full);
}

/** The price is known before the work: the text is what counts. */
function beginAnswer({ answer, client, reservationId, route, selection }: Restored, usage: Usage): void {
  const price = eurFromNano(costOf(usage, route.priceList).total + (selection?.cost ?? 0n));
  if (reservationId !== null) client.announce('x-waybill-cost-eur', price);
  client.begin(200, { 'content-type': answer.headers['content-type'] ?? 'application/octet-stream' });
}
