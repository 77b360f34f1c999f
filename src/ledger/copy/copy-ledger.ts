import type { ProjectionRebuild } from '../../ports/read-models.ts';
import { StreamTombstoned, type EventLog, type Position, type RecordedEvent } from '../../ports/event-log.ts';
import { copiedStream, type CopyDifference } from './copied-stream.ts';
import { continueTree } from './continue-tree.ts';
import { CopyLanes } from './copy-lanes.ts';
import { CopyRefused } from './copy-refused.ts';
import { copyRelay, publishedUpTo, type CopiedEngines, type CopiedRelay } from './copy-relay.ts';
import { surveyLog, type CopySurvey, type StreamRemoval } from './copy-survey.ts';
import type { LedgerDifference } from '../verify/ledger-difference.ts';
import { logPages } from '../log-pages.ts';
import { checkpointStream, contentPrefix, readModelPrefix, relayPrefix } from '../stream-names.ts';
import { verifyLedger, type LedgerTotals } from '../verify/verify-ledger.ts';

export interface CopyLedgerOptions extends CopiedEngines {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the source may grow meanwhile; new events are left to another copy. */
  readonly mayGrow: boolean;
  /** Called with the number of events processed in a step of the work. */
  readonly onProgress?: (step: CopyStep, events: number) => void;
}

/** A copy has no read models: they are built when a gateway opens it. */
const noReadModels: Pick<ProjectionRebuild, 'snapshot'> = {
  snapshot: () => ({ checkpoint: null, documents: new Map() }),
};

export type CopyStep = 'copied' | 'compared' | 'verified';

export type CopyVerdict =
  | {
      readonly ok: true;
      /** Number of events in the copy, and how many of them this run has copied. */
      readonly events: number;
      readonly copied: number;
      readonly streams: number;
      /** Streams that were deleted in the source, or are kept for some hours only. */
      readonly leftOut: number;
      /** Whether the copy has all events of the source. */
      readonly isLevel: boolean;
      readonly relays: readonly CopiedRelay[];
      readonly totals: LedgerTotals;
    }
  | { readonly ok: false; readonly copy: CopyDifference }
  | { readonly ok: false; readonly ledger: LedgerDifference };

/**
 * Copies a ledger into an empty log, or resumes an earlier copy: the progress of each stream is read from the target,
 * and every append names the revision before it, so that neither a repetition nor a concurrent second copy can write an
 * event twice. Then compares every stream byte for byte, verifies the target by every rule of the ledger, and copies
 * the checkpoints of relays.
 *
 * Preserved for each event: stream, revision, id, type, data, metadata. Not preserved: its position, and its time of
 * recording, which is that of the copy. A new tree of checkpoints therefore begins, with the last checkpoint of the
 * source. The order within each stream is preserved; the relative order of two streams
 * may differ by about 4,000 events, but never across the checkpoint of a relay, nor between the steps of a payment or
 * transfer.
 *
 * Raises {@link CopyRefused}, and what the logs raise.
 */
export async function copyLedger(options: CopyLedgerOptions): Promise<CopyVerdict> {
  const { source, target, now, mayGrow, onProgress } = options;
  const survey = await surveyLog(source);
  const already = await copiedAlready(options, survey);
  await continueTree(options);
  const copied = await copyEvents(options, survey, already);
  const difference = await firstDifference(options, survey);
  if (difference !== null) return { ok: false, copy: difference };
  const isLevel = await isAtEnd(source, survey.upTo);
  if (!isLevel && !mayGrow) {
    throw new CopyRefused(
      'source_written',
      'the ledger was written during the copy: stop whatever writes it and run the copy again, which goes on from here',
    );
  }
  const onVerified = (events: number): void => onProgress?.('verified', events);
  const verified = { log: target, readModels: noReadModels, projections: [], now, onProgress: onVerified };
  const verdict = await verifyLedger(verified);
  if (!verdict.ok) return { ok: false, ledger: verdict.difference };
  const relays: CopiedRelay[] = [];
  for (const stream of survey.relayStreams) relays.push(await copyRelay(options, stream));
  const { events, streams, removed } = survey;
  const { totals } = verdict;
  return { ok: true, events, copied, streams: streams.size, leftOut: removed.size, isLevel, relays, totals };
}

/** Number of events of each stream that the target already has. Raises {@link CopyRefused} for anything else in it. */
async function copiedAlready(options: CopyLedgerOptions, survey: CopySurvey): Promise<ReadonlyMap<string, number>> {
  const present = new Set<string>();
  for await (const page of logPages(options.target)) for (const { stream } of page) present.add(stream);
  const already = new Map<string, number>();
  const removals = new Map<string, StreamRemoval>();
  for (const stream of present) {
    if (stream.startsWith(relayPrefix) || stream.startsWith(readModelPrefix) || stream === checkpointStream) continue;
    const lastRevision = survey.streams.get(stream);
    if (lastRevision === undefined) {
      // A removed content may leave no trace; other streams always do.
      const removal = survey.removed.get(stream) ?? (stream.startsWith(contentPrefix) ? 'tombstoned' : undefined);
      if (removal === undefined) throw foreign(stream);
      removals.set(stream, removal);
      continue;
    }
    const { same, difference } = await copiedStream(options, stream, lastRevision);
    if (difference !== null) throw differing(difference);
    if (same === 0) {
      throw new CopyRefused('target_hidden', `${stream} was deleted in the target: copy into an empty database`);
    }
    already.set(stream, same);
  }
  for (const [stream, removal] of removals) await remove(options.target, stream, removal);
  return already;
}

/** Removes a stream that an earlier copy has copied and that was removed from the source since. */
async function remove(target: CopyLedgerOptions['target'], stream: string, removal: StreamRemoval): Promise<void> {
  try {
    if (removal === 'deleted') await target.deleteStream(stream, 'any');
    else await target.tombstoneStream(stream, 'any');
  } catch (error) {
    if (!(error instanceof StreamTombstoned)) throw error;
  }
}

function foreign(stream: string): CopyRefused {
  return new CopyRefused(
    'target_foreign',
    `the target holds ${stream}, which this ledger does not: it is another ledger's, or a gateway writes there. Copy into an empty database`,
  );
}

function differing({ stream, revision, part }: CopyDifference): CopyRefused {
  if (part === 'more') {
    return new CopyRefused(
      'target_ahead',
      `the target has gone on: ${stream} has a revision ${revision} there and not in this ledger. Once a gateway writes to the target, it is the ledger: use it, or copy into an empty database`,
    );
  }
  return new CopyRefused(
    'target_differs',
    `revision ${revision} of ${stream} is another event in the target: its ${part} differs. Nothing was overwritten; copy into an empty database`,
  );
}

/** Copies the missing events. Returns the number of events written. */
async function copyEvents(
  options: CopyLedgerOptions,
  survey: CopySurvey,
  already: ReadonlyMap<string, number>,
): Promise<number> {
  const { source, target, onProgress } = options;
  let copied = 0;
  const lanes = new CopyLanes({
    target,
    onCopied: (events) => {
      copied += events;
      onProgress?.('copied', copied);
    },
  });
  const isWanted = ({ stream, revision }: RecordedEvent): boolean =>
    revision <= (survey.streams.get(stream) ?? -1) && revision >= (already.get(stream) ?? 0);
  const checkpoints = await relayCheckpoints(options, survey);
  const passedBy = ({ position }: RecordedEvent): number =>
    checkpoints.filter((checkpoint) => source.comparePositions(position, checkpoint) > 0).length;
  let passed = 0;
  for await (const page of logPages(source)) {
    for (const run of runsOf(page.filter(isWanted), passedBy)) {
      const [first] = run;
      if (first === undefined) continue;
      // Published events are written before unpublished ones, so that the target's relay can continue from one
      // position; and a step of a payment or transfer before the next one, which is in another stream.
      if (passedBy(first) > passed || isStep(first)) await lanes.drain();
      passed = passedBy(first);
      await lanes.add(first.stream, run);
    }
  }
  await lanes.drain();
  return copied;
}

async function relayCheckpoints(
  { source }: CopyLedgerOptions,
  { relayStreams }: CopySurvey,
): Promise<readonly Position[]> {
  const checkpoints = await Promise.all(relayStreams.map((stream) => publishedUpTo(source, stream)));
  return checkpoints.filter((checkpoint) => checkpoint !== null);
}

const walletMovements: ReadonlySet<string> = new Set(['WalletCredited', 'WalletDebited']);

/** Whether an event is a step of something that several streams take part in, in an order that a verification checks. */
function isStep({ type, data }: RecordedEvent): boolean {
  if (walletMovements.has(type)) return data.includes('"cause"');
  return /^(Topup|Payment|Payout|Transfer)/.test(type);
}

/** Splits events into runs of consecutive events of one stream, after the same checkpoints. A step begins a run. */
function runsOf(
  events: readonly RecordedEvent[],
  passedBy: (event: RecordedEvent) => number,
): readonly (readonly RecordedEvent[])[] {
  const runs: RecordedEvent[][] = [];
  let last: RecordedEvent | undefined;
  for (const event of events) {
    const goesOn = last?.stream === event.stream && passedBy(last) === passedBy(event) && !isStep(event);
    if (goesOn) runs.at(-1)?.push(event);
    else runs.push([event]);
    last = event;
  }
  return runs;
}

async function firstDifference(options: CopyLedgerOptions, survey: CopySurvey): Promise<CopyDifference | null> {
  let compared = 0;
  for (const [stream, lastRevision] of survey.streams) {
    const { same, difference } = await copiedStream(options, stream, lastRevision);
    if (difference !== null) return difference;
    if (same <= lastRevision) return { stream, revision: same, part: 'missing' };
    compared += same;
    options.onProgress?.('compared', compared);
  }
  return null;
}

async function isAtEnd(log: EventLog, upTo: Position | null): Promise<boolean> {
  return (await log.readAll({ ...(upTo === null ? {} : { after: upTo }), limit: 1 })).length === 0;
}
