import { readStream, type StreamReader } from '../../protocols/streams/stream-reader.ts';
import type { StreamReading } from '../../protocols/inference-request.ts';
import { isCounted, type StorableResponse } from '../../protocols/streams/stream-protocol.ts';
import { GatewayError } from '../../errors.ts';
import { outcomeOf, recordTooLarge, type Outcome } from '../../domain/outcome.ts';
import { turnBytesMax, type BulkPace } from './bulk-pace.ts';
import { cutError, possibleTokensOf, unseenTokensMax, workMaxOf } from './cut-answer.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import { systemTimer } from '../../time/timer.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { WorkInParts } from '../../personal-data/work-in-parts.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import { exchangeFailure } from '../../protocols/answers/refusal-failure.ts';
import { recordFailure } from '../../protocols/answers/record-failure.ts';
import { HeldUsage } from './held-usage.ts';
import { Heartbeat } from './heartbeat.ts';
import { joinedBytes, StreamOpening } from './stream-opening.ts';
import type { ByteAllocation, ByteBudget } from '../../limits/byte-budget.ts';
import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import { UnopenedAnswer } from './unopened-answer.ts';
import { answerLabels } from './answer-labels.ts';
import { notAnAnswer } from './not-an-answer.ts';
import { restoredOrError } from './restored-or-error.ts';
import type { Answered, Conclusion, Noted } from '../records.ts';

export interface DeliverStreamDeps {
  /** Largest single record of a stream, bytes. */
  readonly sseRecordBytesMax: number;
  /** How many bytes are still read for the usage counters after the caller hangs up. */
  readonly disconnectDrainBytesMax: number;
  /** Longest silence towards the caller before a heartbeat comment is sent, milliseconds. */
  readonly heartbeatMs: number;
  readonly bulkPace: BulkPace;
  /** The memory of what is kept of streams. */
  readonly answerBudget: ByteBudget;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Keeps proxies from buffering the stream into one late answer.
  'x-accel-buffering': 'no',
};

/**
 * Passes a stream on as it arrives. Its last record follows the settlement. After the caller hangs up the stream is
 * still read to its usage counters, within limits.
 *
 * The head is sent with the first record. Until then another target may be asked, and `UnopenedAnswer` is raised;
 * `InferenceFailure` is raised for an answer that is not a stream. After that nothing is raised: a failure becomes an
 * error record.
 */
export async function deliverStream(noted: Noted, reading: StreamReading, deps: DeliverStreamDeps): Promise<Answered> {
  const kept = deps.answerBudget.open(sharerOf(noted.caller.key));
  try {
    const answered = await delivered({ ...noted, kept }, reading, deps);
    noted.permit.add(kept);
    return answered;
  } catch (error) {
    // Another target may be asked now, whose answer may wait for memory.
    kept.release();
    throw error;
  }
}

/** A stream, and the memory of what is kept of it. */
interface Kept extends Noted {
  readonly kept: ByteAllocation;
}

async function delivered(noted: Kept, reading: StreamReading, deps: DeliverStreamDeps): Promise<Answered> {
  const { answer, client, kept, profile, requestId, target } = noted;
  if (!answerLabels.mayBeStream.test(answer.headers['content-type'] ?? ''))
    throw await notAnAnswer(noted, { detail: notAStream });
  const { sseRecordBytesMax: recordBytesMax } = deps;
  const selection = noted.selection?.shown ?? null;
  const protocol = reading.open({
    clientModel: profile,
    requestId,
    recordBytesMax,
    mayKeep: (bytes) => kept.take(bytes),
    target,
    selection,
  });
  const reader = readStream(protocol, { recordBytesMax, words: noted.streamWords });
  const opening = new StreamOpening(client, streamHeaders);
  const held = noted.wantsCostInUsage ? new HeldUsage() : null;
  const failure = await passOnUntilEnd(noted, { reader, opening, held }, deps);
  // Before the outcome: the last record of the upstream may carry the usage counters.
  const rest = reader.finish() ?? (await doneInTurns(scannedRest(reader), sharerOf(noted.caller.key)));
  const answered = async (): Promise<Answered> => {
    const begun = opening.open();
    const ended = await endingOf(
      noted,
      { reader, rest: joinedBytes([begun, held?.rest() ?? null, rest]), failure },
      deps,
    );
    return { ...noted, outcome: streamOutcome(noted, reader, failure), ...ended };
  };
  const unopened = opening.isOpen ? null : whyUnopened(noted, reader, failure);
  if (unopened !== null) throw new UnopenedAnswer(unopened, answered);
  return await answered();
}

/**
 * Why another target may be asked, for a stream of which nothing was passed on; `null`: no other target is to be asked.
 */
function whyUnopened(noted: Noted, reader: StreamReader, failure: unknown): AttemptFailure | null {
  if (reader.firstError !== null) return recordFailure(reader.firstError);
  // Every target would repeat what was too large.
  if (reader.hasData || reader.isTooLarge) return null;
  if (failure === null) return exchangeFailure({ reason: 'reset', outcome: 'unknown' });
  if (!(failure instanceof UpstreamFailure) || noted.exchange.cutBy(failure) !== 'upstream') return null;
  return exchangeFailure(failure);
}

const notAStream = 'The upstream was asked for a stream and returned something else.';

interface Passing {
  readonly reader: StreamReader;
  readonly opening: StreamOpening;
  /** `null`: counters are passed on at once. */
  readonly held: HeldUsage | null;
}

/** Upstream → reader → caller, until the upstream ends. Resolves to the failure that broke it off, or `null`. */
async function passOnUntilEnd(
  noted: Noted,
  { reader, opening, held }: Passing,
  deps: DeliverStreamDeps,
): Promise<unknown> {
  const { answer, client } = noted;
  const heartbeat = new Heartbeat(client, opening, deps.heartbeatMs);
  let drainedBytes = 0;
  // In functions of their own: a variable of the loop would hold the last record while the next one is awaited.
  const passOn = (piece: Buffer): Promise<void> | null => {
    if (client.isGone) drainedBytes += piece.length;
    const bytes = reader.push(piece);
    return reader.isScanning ? writeLater() : write(bytes);
  };
  const write = (read: Buffer | null): Promise<void> | null => {
    const bytes = held === null ? read : held.push(read);
    if (client.isGone) {
      opening.open();
      return null;
    }
    if (bytes === null || (mayStillFailOver(reader) && opening.hold(bytes))) return null;
    heartbeat.writing(bytes);
    const full = client.write(opening.openBefore(bytes));
    return full === null ? null : noted.exchange.held.while(full);
  };
  const writeLater = async (): Promise<void> => {
    await write(await doneInTurns(scannedRest(reader), sharerOf(noted.caller.key)));
  };
  const weight = noted.restore === null ? 1 : restoringWeight;
  try {
    for await (const piece of untilOver(answer.body, reader, turnBytesMax / weight)) {
      const turn = deps.bulkPace.turn(piece.length, weight);
      if (turn !== null) await turn;
      const full = passOn(piece);
      if (drainedBytes > deps.disconnectDrainBytesMax) {
        noted.exchange.cut('caller');
        return new UpstreamFailure('aborted', 'unknown');
      }
      if (full !== null) await full;
      heartbeat.taken();
    }
    return null;
  } catch (error) {
    return error;
  } finally {
    heartbeat.stop();
  }
}

/** The size of the work to scan a slice of a record. */
const charactersOfSlice = 32_768;

/** What a reader passes on after a large record, which is scanned in slices: other requests run between them. */
function* scannedRest(reader: StreamReader): WorkInParts<Buffer | null> {
  let bytes: Buffer | null = null;
  while (reader.isScanning) {
    yield charactersOfSlice;
    bytes = reader.scanOn();
  }
  return bytes;
}

/**
 * How long a stream that was read completely, or up to an error, may take for more, milliseconds: for its end, so that
 * its connection can be used again, for the protocol's end behind an error, and for counters that no record had yet.
 */
const endMsMax = 1_000;

/** How many times as long as another stream one takes whose texts are restored: measured with placeholders in pieces. */
const restoringWeight = 8;

/**
 * The pieces of a stream, at most `bytesMax` each, up to its end, or up to the last one that the reader needs, whichever
 * comes first.
 */
async function* untilOver(
  body: AsyncIterable<Buffer>,
  reader: StreamReader,
  bytesMax: number,
): AsyncGenerator<Buffer, void> {
  const pieces = body[Symbol.asyncIterator]();
  let latestMs: number | null = null;
  try {
    for (;;) {
      if (reader.state !== 'open') latestMs ??= systemTimer.monotonic() + endMsMax;
      const next =
        latestMs === null ? await pieces.next() : await withinMs(pieces.next(), latestMs - systemTimer.monotonic());
      if (next === 'too_late' || next.done === true) return;
      for (let at = 0; at < next.value.length; at += bytesMax) {
        if (!reader.isReading) return;
        yield next.value.subarray(at, at + bytesMax);
      }
    }
  } finally {
    await pieces.return?.();
  }
}

/** Whether only comments have arrived, or an error that another target may not return. */
function mayStillFailOver({ hasData, firstError }: StreamReader): boolean {
  return !hasData || firstError !== null;
}

function streamOutcome(noted: Noted, { counts, isWhole, isTooLarge }: StreamReader, failure: unknown): Outcome {
  return outcomeOf({
    usage: counts.usage,
    isUsageFinal: isWhole && counts.isEstimated !== true,
    untold: counts.reading?.untold,
    isTooLarge,
    serviceTier: counts.serviceTier,
    input: noted.request.input,
    estimate: noted.request.work.uncounted(noted.target),
    contentBytes: counts.contentBytes,
    toolUses: counts.toolUses,
    unseenTokensMax: unseenTokensMax(noted, failure),
    ...(failure !== null && { readingsMax: workMaxOf(noted).readingsMax }),
    covered: noted.bound,
    possible: possibleTokensOf(noted),
    hasBillingRecords: noted.route.hasBillingRecords,
    doubt: isTooLarge ? recordTooLarge : failure === null ? 'usage_missing' : 'stream_cut',
  });
}

function isOfUpstream(failure: unknown): boolean {
  return failure instanceof UpstreamFailure;
}

/** What follows the settlement: the protocol's end, or the error that replaces it. */
async function endingOf(
  noted: Kept,
  { reader, rest, failure }: { readonly reader: StreamReader; readonly rest: Buffer | null; readonly failure: unknown },
  deps: DeliverStreamDeps,
): Promise<Pick<Answered, 'conclusion' | 'toStore'>> {
  // A failure of the upstream after its last record changes nothing, nor one after the counters of a finished answer: it
  // would be paid for again. A text that could not be restored is missing in any case.
  const isOver = reader.state === 'done' || (reader.isWhole && isCounted(reader.counts));
  const isWhole = failure === null ? reader.isWhole : isOver && isOfUpstream(failure);
  if (!isWhole) {
    const error = cutError(noted, failure);
    const cutRecord = reader.toldError ?? reader.errorRecord(error);
    const told = { cutAs: error.code, isTorn: reader.isErrorOverlooked, isUnbegun: mayStillFailOver(reader) };
    return { conclusion: { ...tailOf(rest, cutRecord), ...told }, toStore: null };
  }
  const isStored = noted.request.memory?.isStored === true;
  const read = joinedBytes([rest, reader.toldError]);
  const endingAs = (storedNow: boolean): Conclusion => tailOf(read, reader.lastRecord({ isStored: storedNow }));
  if (!isStored) return { conclusion: endingAs(false), toStore: null };
  const storable = storableOf(noted, reader);
  if (storable === null) {
    deps.telemetry.warn('response_not_kept', { requestId: noted.requestId, reason: 'no_room' });
    return { conclusion: endingAs(false), toStore: null };
  }
  const { responseId, response } = storable;
  const shown = noted.restore === null ? response : await restoredOrError(noted.restore, response);
  if (shown instanceof GatewayError) {
    deps.telemetry.warn('response_not_kept', { requestId: noted.requestId, reason: 'not_restored' }, shown);
    return { conclusion: endingAs(false), toStore: null };
  }
  return {
    conclusion: endingAs(true),
    toStore: {
      responseId,
      sent: response,
      shown,
      whenNotStored: () => Promise.resolve(endingAs(false)),
      hold: () => noted.kept.hold(),
    },
  };
}

/** The response to store; `null`: there was no memory for all of it, as it was sent and as the caller gets it. */
function storableOf({ kept }: Kept, { storable }: StreamReader): StorableResponse | null {
  return storable !== null && kept.take(2 * storable.response.length) ? storable : null;
}

function tailOf(bytes: Buffer | null, lastRecord: Buffer | null): Extract<Conclusion, { readonly kind: 'tail' }> {
  return { kind: 'tail', bytes, lastRecord };
}
