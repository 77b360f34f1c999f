import { readStream, type StreamReader } from '../protocols/streams/stream-reader.ts';
import type { StreamReading } from '../protocols/inference-request.ts';
import { outcomeOf, type Outcome } from '../domain/outcome.ts';
import type { BulkPace } from './bulk-pace.ts';
import { cutError, unseenTokensMax } from './cut-answer.ts';
import { GatewayError } from '../errors.ts';
import { withinMs } from '../ledger/within-ms.ts';
import { UpstreamFailure } from '../ports/upstream.ts';
import { rateLimitHeaders } from '../protocols/answers/rate-limit-headers.ts';
import { exchangeFailure } from '../protocols/answers/refusal-failure.ts';
import { recordFailure } from '../protocols/answers/record-failure.ts';
import type { AttemptFailure } from '../catalogue/failure-class.ts';
import {
  InferenceFailure,
  UnopenedStream,
  type Answered,
  type Conclusion,
  type AnswerToStore,
  type Noted,
} from './stages.ts';

export interface DeliverStreamDeps {
  /** Largest single record of a stream, bytes. */
  readonly sseRecordBytesMax: number;
  /** How many bytes are still read for the counters after the caller has hung up. */
  readonly disconnectDrainBytesMax: number;
  /** Longest silence towards the caller before a comment is sent, milliseconds. */
  readonly heartbeatMs: number;
  readonly bulkPace: BulkPace;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Proxies that buffer would turn a stream into one late answer.
  'x-accel-buffering': 'no',
};

const heartbeat = Buffer.from(': hb\n\n');
const lineFeed = 0x0a;

/**
 * Passes a stream on as it comes, all but its last record: that follows the settlement. A caller who is gone no longer
 * gets anything, but the stream is read to its counters, within limits.
 *
 * The head goes out with the first record: until then another target may be asked, and `UnopenedStream` is raised. Once it is
 * out nothing is raised: a failure becomes an error record.
 */
export async function deliverStream(
  restored: Noted,
  reading: StreamReading,
  deps: DeliverStreamDeps,
): Promise<Answered> {
  const { answer, client, profile, target } = restored;
  if (!/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')) throw notAStream(restored);
  const { sseRecordBytesMax: recordBytesMax } = deps;
  const selection = restored.selection?.told ?? null;
  const protocol = reading.open({ clientModel: profile, recordBytesMax, target, selection });
  const reader = readStream(protocol, { recordBytesMax, words: restored.streamWords });
  const opening = new Opening(client, { ...rateLimitHeaders(answer.headers, restored.route), ...streamHeaders });
  const failure = await pump(restored, { reader, opening }, deps);
  // Before the outcome: the record in which the upstream ended may be the one with the counters.
  const rest = reader.finish();
  const answered = (): Answered => {
    const begun = opening.open();
    const ended = ending(restored, { reader, rest: joined([begun, rest]) }, failure);
    return { ...restored, outcome: outcome(restored, reader, failure), ...ended };
  };
  const unopened = opening.isOpen ? null : whyUnopened(restored, reader, failure);
  if (unopened !== null) throw new UnopenedStream(unopened, answered);
  return answered();
}

/** More comments than these do not wait for a record, bytes. */
const unopenedBytesMax = 65_536;

/** The head of an answer, and the comments before its first record: what waits until it is sure that this target answers. */
class Opening {
  readonly #client: Noted['client'];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  isOpen = false;

  constructor(client: Noted['client'], headers: Readonly<Record<string, string>>) {
    this.#client = client;
    this.#headers = headers;
  }

  /** Whether they wait. */
  hold(bytes: Buffer): boolean {
    if (this.isOpen || this.#waitingBytes + bytes.length > unopenedBytesMax) return false;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    return true;
  }

  /** Sends the head, once. Answers what has waited behind it; `null`: nothing. */
  open(): Buffer | null {
    if (!this.isOpen) this.#client.begin(200, this.#headers);
    this.isOpen = true;
    return joined(this.#waiting.splice(0));
  }
}

/** Why another target may be asked, of a stream of which nothing was passed on; `null`: it is as good as any. */
function whyUnopened(restored: Noted, reader: StreamReader, failure: unknown): AttemptFailure | null {
  if (reader.firstError !== null) return recordFailure(reader.firstError);
  // Every target would repeat what was too large.
  if (reader.hasData || reader.isTooLarge) return null;
  if (failure === null) return exchangeFailure({ reason: 'reset', outcome: 'unknown' });
  if (!(failure instanceof UpstreamFailure) || restored.exchange.cutBy(failure) !== 'upstream') return null;
  return exchangeFailure(failure);
}

function notAStream(restored: Noted): InferenceFailure {
  restored.exchange.cut('gateway');
  return new InferenceFailure(
    new GatewayError('upstream_outcome_unknown', {
      detail:
        'The upstream was asked for a stream and answered otherwise: whether it charged for that is being checked.',
    }),
    { kind: 'flag', reason: 'answer_not_understood' },
  );
}

/** Upstream → reader → caller, until the upstream ends. Answers the failure that broke it off, or `null`. */
async function pump(
  restored: Noted,
  { reader, opening }: { readonly reader: StreamReader; readonly opening: Opening },
  deps: DeliverStreamDeps,
): Promise<unknown> {
  const { answer, client } = restored;
  let wroteLately = false;
  // A comment stands between records only, and is nothing to a caller who does not even take the records.
  let mayComment = true;
  const beat = setInterval(() => {
    if (!wroteLately && mayComment && !client.isGone)
      void client.write(joined([opening.open(), heartbeat]) ?? heartbeat);
    wroteLately = false;
  }, deps.heartbeatMs);
  let bytesForNobody = 0;
  try {
    for await (const piece of untilOver(answer.body, reader)) {
      const turn = deps.bulkPace.turn(piece.length);
      if (turn !== null) await turn;
      const bytes = reader.push(piece);
      if (client.isGone) {
        opening.open();
        bytesForNobody += piece.length;
        if (bytesForNobody <= deps.disconnectDrainBytesMax) continue;
        restored.exchange.cut('caller');
        return new UpstreamFailure('aborted', 'unknown');
      }
      if (bytes === null) continue;
      if (isUnsure(reader) && opening.hold(bytes)) continue;
      wroteLately = true;
      mayComment = false;
      const full = client.write(opening.isOpen ? bytes : (joined([opening.open(), bytes]) ?? bytes));
      if (full !== null) await full;
      mayComment = endsRecord(bytes);
    }
    return null;
  } catch (error) {
    return error;
  } finally {
    clearInterval(beat);
  }
}

/** A stream of which nothing more is read is given a moment to end, so that its connection can serve again. */
const endMsMax = 1_000;

/** The pieces of a stream up to its end, or to the last that is read, whichever comes first: nobody waits for the rest. */
async function* untilOver(body: AsyncIterable<Buffer>, reader: StreamReader): AsyncGenerator<Buffer, void> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      yield next.value;
      if (reader.state === 'open') continue;
      await withinMs(pieces.next(), endMsMax);
      return;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Nothing but comments has come, or an error that another target may not answer with. */
function isUnsure({ hasData, firstError }: StreamReader): boolean {
  return !hasData || firstError !== null;
}

function joined(pieces: readonly (Buffer | null)[]): Buffer | null {
  const bytes = pieces.filter((piece) => piece !== null);
  return bytes.length > 1 ? Buffer.concat(bytes) : (bytes[0] ?? null);
}

function endsRecord(bytes: Buffer): boolean {
  return bytes.at(-1) === lineFeed && bytes.at(-2) === lineFeed;
}

function outcome(restored: Noted, { counts, isWhole, isTooLarge }: StreamReader, failure: unknown): Outcome {
  return outcomeOf({
    usage: counts.usage,
    isUsageFinal: isWhole,
    isTooLarge,
    serviceTier: counts.serviceTier,
    input: restored.request.input,
    estimate: restored.request.work.uncounted(restored.target),
    contentBytes: counts.contentBytes,
    toolUses: counts.toolUses,
    unseenTokensMax: unseenTokensMax(restored, failure),
    inputTokensMax: restored.bound.inputTokensMax,
    outputTokensMax: restored.bound.outputTokensMax,
    hasBillingRecords: restored.route.hasBillingRecords,
    doubt: isTooLarge ? 'record_too_large' : failure === null ? 'usage_missing' : 'stream_cut',
  });
}

function isOfUpstream(failure: unknown): boolean {
  return failure instanceof UpstreamFailure;
}

/** What follows the settlement: the protocol's end, or the error that says there will be none. */
function ending(
  restored: Noted,
  { reader, rest }: { readonly reader: StreamReader; readonly rest: Buffer | null },
  failure: unknown,
): { readonly conclusion: Conclusion; readonly toStore: AnswerToStore | null } {
  // What an upstream does after its last word changes nothing; what could not be restored is missing in any case.
  const isWhole = failure === null ? reader.isWhole : reader.state === 'done' && isOfUpstream(failure);
  if (!isWhole) {
    const error = cutError(restored, failure);
    const told = reader.state === 'error' ? null : reader.errorRecord(error);
    return { conclusion: { ...tail([rest, told]), cutAs: error.code }, toStore: null };
  }
  const isStored = restored.request.memory?.isStored === true;
  const endingAs = (told: boolean): Conclusion => tail([rest, reader.lastRecord({ isStored: told })]);
  const conclusion = endingAs(isStored);
  const storable = isStored ? reader.storable : null;
  if (storable === null) return { conclusion, toStore: null };
  const { responseId, response } = storable;
  const shown = restored.restore(response);
  return { conclusion, toStore: { responseId, sent: response, shown, whenNotStored: () => endingAs(false) } };
}

function tail(pieces: readonly (Buffer | null)[]): Extract<Conclusion, { readonly kind: 'tail' }> {
  return { kind: 'tail', bytes: joined(pieces) };
}
