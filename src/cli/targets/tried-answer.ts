import type { Target } from '../../catalogue/model-catalogue.ts';
import { costOf, type CostLine } from '../../domain/cost.ts';
import { eurFromNano } from '../../domain/money.ts';
import type { Usage } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import type { CounterReading } from '../../protocols/answers/answer-counters.ts';
import type { InferenceRequest } from '../../protocols/inference-request.ts';
import { readStream } from '../../protocols/streams/stream-reader.ts';
import { changedPaths } from './changed-paths.ts';
import type { TriedSurface } from './tried-surface.ts';

/** A request and its answer, as recorded. */
export interface RecordedCall {
  readonly surface: TriedSurface;
  readonly isStreamed: boolean;
  /** `null`: it was not recorded. */
  readonly request: string | null;
  readonly answer: string;
}

/** How the gateway reads an answer. */
export interface TriedAnswer {
  readonly surface: string;
  readonly streamed: boolean;
  /**
   * `read`: its counters are charged; `estimated`: a part of them is missing; `uncounted`: it has none, so it is charged
   * an estimate; `unread`: it has some that no row of the table reads; `error`: the upstream's; `not_understood`: no
   * answer of this protocol.
   */
  readonly verdict: 'read' | 'estimated' | 'uncounted' | 'unread' | 'error' | 'not_understood';
  /** Why the gateway refuses the request; `null`: it takes it, or none was recorded. */
  readonly refused: { readonly code: string; readonly param: string | null; readonly message: string } | null;
  /** Where the counters were. */
  readonly place: string | null;
  /** What they mean where two of them contradict each other. */
  readonly meaning: string | null;
  /** The member that each counter was read from. */
  readonly reported: Readonly<Record<string, string>>;
  /** Numbers among the counters that no row of the table knows. */
  readonly unknown: readonly string[];
  /** Counters above zero. */
  readonly usage: Readonly<Record<string, number>>;
  readonly service_tier: string | null;
  readonly cost_eur: string | null;
  readonly lines: readonly CostLine[];
  /** What the caller gets otherwise than it was sent. */
  readonly changed: readonly string[];
}

const recordBytesMax = 1_073_741_824;
const model = /"model"\s*:\s*("(?:[^"\\]|\\.)*")/;

/** Reads an answer as a request to the target would, without a ledger. */
export function tryAnswer(call: RecordedCall, target: Target): TriedAnswer {
  const { request, refused } = requestOf(call, target);
  const name = model.exec(call.answer)?.[1];
  // The caller's name for the model is the upstream's, so that nothing is renamed.
  const clientModel = name === undefined ? 'm' : (JSON.parse(name) as string);
  const read = call.isStreamed
    ? readStreamed(call, { request, clientModel, target })
    : readWhole(call, { request, clientModel, target });
  const { usage, reading, serviceTier } = read;
  const cost = usage === null ? null : costOf(usage, target.priceList, serviceTier);
  return {
    surface: call.surface.name,
    streamed: call.isStreamed,
    verdict: read.verdict ?? verdictOf(read, call.answer),
    refused,
    place: reading?.place ?? null,
    meaning: reading?.meaning ?? null,
    reported: Object.fromEntries(
      Object.entries(reading?.reported ?? {}).map(([counter, reported]) => [counter, reported.at]),
    ),
    unknown: reading?.unknown ?? [],
    usage: Object.fromEntries(
      Object.entries(usage ?? {}).flatMap(([name, count]) =>
        typeof count === 'number' && count > 0 ? [[name, count]] : [],
      ),
    ),
    service_tier: serviceTier,
    cost_eur: cost === null ? null : eurFromNano(cost.total),
    lines: cost?.lines ?? [],
    changed: changedPaths(call.answer, read.passed, call.isStreamed),
  };
}

interface Read {
  readonly usage: Usage | null;
  readonly reading: CounterReading | null;
  readonly serviceTier: string | null;
  readonly passed: string;
  readonly isEstimated: boolean;
  /** `null`: the counters decide. */
  readonly verdict: 'error' | 'not_understood' | null;
}

interface Reading {
  readonly request: InferenceRequest;
  readonly clientModel: string;
  readonly target: Target;
}

function requestOf(
  { surface, request: recorded, isStreamed }: RecordedCall,
  target: Target,
): { readonly request: InferenceRequest; readonly refused: TriedAnswer['refused'] } {
  const plain = (): InferenceRequest => surface.read(surface.plain(isStreamed));
  if (recorded === null) return { request: plain(), refused: null };
  try {
    const request = surface.read(recorded);
    request.work.assertTakenBy(target);
    const isAsked = isStreamed ? request.answers.stream !== null : request.answers.stream === null;
    return { request: isAsked ? request : plain(), refused: null };
  } catch (error) {
    // A form is recorded by its boundary, not as JSON.
    if (error instanceof SyntaxError) return { request: plain(), refused: null };
    if (!(error instanceof GatewayError)) throw error;
    const { code, param, message } = error;
    return { request: plain(), refused: { code, param, message } };
  }
}

function readWhole({ answer }: RecordedCall, { request, clientModel, target }: Reading): Read {
  const { unstreamed } = request.answers;
  const nothing = { usage: null, reading: null, serviceTier: null, passed: answer, isEstimated: false };
  if (unstreamed.form === 'bytes') return { ...nothing, usage: unstreamed.usage, verdict: null };
  const whole = unstreamed.read(Buffer.from(answer), clientModel, target);
  if (whole === null) return { ...nothing, verdict: /"error"\s*:\s*[{"]/.test(answer) ? 'error' : 'not_understood' };
  const { usage, reading, serviceTier, body } = whole;
  return { usage, reading, serviceTier, passed: body.toString(), isEstimated: false, verdict: null };
}

function readStreamed({ answer }: RecordedCall, { request, clientModel, target }: Reading): Read {
  const { stream } = request.answers;
  if (stream === null) {
    const nothing = { usage: null, reading: null, serviceTier: null, isEstimated: false };
    return { ...nothing, passed: answer, verdict: 'not_understood' };
  }
  const options = { clientModel, requestId: 'req_tried', recordBytesMax, mayKeep: () => true, target, selection: null };
  const reader = readStream(stream.open(options), { recordBytesMax, words: null });
  const pieces = [reader.push(Buffer.from(answer)), ...scannedOn(reader), reader.finish(), ...scannedOn(reader)];
  if (reader.isWhole) pieces.push(reader.lastRecord({ isStored: true }));
  const { usage, reading, serviceTier, isEstimated = false } = reader.counts;
  const passed = Buffer.concat(pieces.filter((piece) => piece !== null)).toString();
  const isError = reader.firstError !== null || reader.state === 'error' || reader.state === 'failing';
  return { usage, reading, serviceTier, passed, isEstimated, verdict: isError && usage === null ? 'error' : null };
}

function* scannedOn(reader: ReturnType<typeof readStream>): Generator<Buffer | null> {
  while (reader.isScanning) yield reader.scanOn();
}

/** Members that look like counters. */
const counters = /"[a-z_]*(usage|_tokens|TokenCount)"\s*:\s*(\{\s*"|[1-9])/i;

function verdictOf({ usage, reading, isEstimated }: Read, answer: string): TriedAnswer['verdict'] {
  if (usage !== null) return isEstimated || (reading?.untold ?? null) !== null ? 'estimated' : 'read';
  return counters.test(answer) ? 'unread' : 'uncounted';
}
