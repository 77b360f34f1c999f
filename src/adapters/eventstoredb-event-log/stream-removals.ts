import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { engineFailureOf, isUnbegun } from './engine-failure.ts';
import { newest as newestEvent } from './stream-requests.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { LogReads } from './log-reads.ts';
import type { AppendOutcome, RemoteFailure, RemoteQuestion } from './messages.ts';

/** Tries of a change to metadata that conflicts with another writer, or that a slow engine does not answer in time. */
const metadataTriesMax = 5;
/** Tries of a deletion that was not sent, because the client was replacing its channel, and the pause between them. */
const unbegunTriesMax = 3;
const unbegunPauseMs = 50;
/** `$tb` of a stream that is deleted: the largest int64, as far as a number goes. */
const truncateBeforeOfDeleted = 2 ** 63;
/** The stream whose metadata hold the id of this database. */
const namingStream = 'waybill';

const noStreamConflict: RemoteFailure = { code: 'conflict', actual: 'no_stream' };

/** Metadata of a stream, with the engine's field names. Unknown fields are preserved. */
type StreamMetadata = Record<string, unknown> & {
  readonly $tb?: number;
  /** The parts of `$tb`: the retention rule, and where the stream starts after a deletion. */
  readonly waybill?: { readonly truncateBefore?: number; readonly deletedBefore?: number; readonly log?: string };
};

/** Appends one event of any kind and resolves to the engine's answer. */
export type AppendOne = (
  stream: string,
  expected: ExpectedRevision,
  fields: readonly string[],
) => Promise<AppendOutcome>;

/** Hides events by deletions, tombstones and retention rules, which are metadata of the stream. */
export class StreamRemovals {
  readonly #client: LedgerClient;
  readonly #reads: LogReads;
  readonly #append: AppendOne;

  constructor(client: LedgerClient, reads: LogReads, append: AppendOne) {
    this.#client = client;
    this.#reads = reads;
    this.#append = append;
  }

  /** Returns the refusal, if any. Raises what the engine raises. */
  async hide({
    ask,
    stream,
    expected,
  }: RemoteQuestion & { readonly ask: 'delete' | 'tombstone' }): Promise<RemoteFailure | null> {
    const status = await this.status(stream);
    if (status === 'tombstoned') return { code: 'tombstoned' };
    // The engine would delete a stream that has only metadata; this port treats it as absent.
    if (ask === 'delete' && status === 'absent') return noStreamConflict;
    if (expected === 'stream_exists' && status !== 'open') return noStreamConflict;
    const options = {
      ...this.#client.deletion,
      expectedRevision: typeof expected === 'number' ? BigInt(expected) : expected === 'no_stream' ? expected : 'any',
    } as const;
    for (let tries = 1; ; tries += 1) {
      try {
        await (ask === 'delete'
          ? this.#client.deleteStream(stream, options)
          : this.#client.tombstoneStream(stream, options));
        return null;
      } catch (error) {
        if (isUnbegun(error) && tries < unbegunTriesMax) {
          await delay(unbegunPauseMs);
          continue;
        }
        const failure = engineFailureOf(error);
        return failure.code === 'conflict' ? this.conflict(stream, failure) : failure;
      }
    }
  }

  async setRetention(stream: string, rules: StreamRetention): Promise<RemoteFailure | null> {
    const status = await this.status(stream);
    if (status === 'tombstoned') return { code: 'tombstoned' };
    if (status === 'deleted') return null;
    return this.#change(stream, (metadata) => metadataWith(rules, metadata));
  }

  /** The id of this database. Created by the first call, and the same for all clients from then on. */
  async logId(): Promise<string | RemoteFailure> {
    const failure = await this.#change(namingStream, (metadata) =>
      metadata.waybill?.log === undefined ? { ...metadata, waybill: { log: randomUUID() } } : null,
    );
    const id = (await this.#metadata(namingStream)).metadata.waybill?.log;
    return id ?? failure ?? { code: 'unknown', message: 'the database was not named' };
  }

  /** The state of the stream, as far as reads can tell. */
  async status(stream: string): Promise<'absent' | 'open' | 'deleted' | 'tombstoned'> {
    const newest = await this.#reads.stream(stream, newestEvent, 1);
    if (newest === 'tombstoned') return newest;
    if (newest !== 'not_found') return 'open';
    const { metadata } = await this.#metadata(stream);
    return metadata.$tb === truncateBeforeOfDeleted ? 'deleted' : 'absent';
  }

  /** A conflict as the port reports it: the engine also returns the last revision of a deleted stream. */
  async conflict(stream: string, conflict: RemoteFailure & { readonly code: 'conflict' }): Promise<RemoteFailure> {
    const newest = await this.#reads.stream(stream, newestEvent, 1);
    if (newest === 'tombstoned') return { code: 'tombstoned' };
    return newest === 'not_found' ? noStreamConflict : conflict;
  }

  async #change(
    stream: string,
    change: (metadata: StreamMetadata) => StreamMetadata | null,
  ): Promise<RemoteFailure | null> {
    for (let tries = 1; ; tries += 1) {
      const { revision, metadata } = await this.#metadata(stream);
      const changed = change(metadata);
      if (changed === null || JSON.stringify(changed) === JSON.stringify(metadata)) return null;
      const fields = [randomUUID(), '$metadata', JSON.stringify(changed), ''];
      const outcome = await this.#append(`$$${stream}`, revision ?? 'no_stream', fields);
      if (!('failure' in outcome)) return null;
      // The next round reads the metadata again: the change is there, or is written once more.
      const mayTryAgain = outcome.failure.code === 'conflict' || outcome.failure.code === 'unknown';
      if (!mayTryAgain || tries >= metadataTriesMax) return outcome.failure;
    }
  }

  async #metadata(stream: string): Promise<{ readonly revision: number | null; readonly metadata: StreamMetadata }> {
    const newest = await this.#reads.newestData(`$$${stream}`);
    if (newest === null) return { revision: null, metadata: {} };
    return { revision: newest.revision, metadata: JSON.parse(newest.data) as StreamMetadata }; // the engine checks it
  }
}

/** Replaces the old rules with the new ones, and keeps deleted events hidden. */
function metadataWith(
  { truncateBefore = 0, maxCount, maxAgeSeconds }: StreamRetention,
  metadata: StreamMetadata,
): StreamMetadata {
  const { $tb: hiddenBefore = 0, $maxCount: _count, $maxAge: _age, waybill = {}, ...others } = metadata;
  const known = Math.max(waybill.truncateBefore ?? 0, waybill.deletedBefore ?? 0);
  // A different `$tb` was written by the engine when the deleted stream was appended to again.
  const deletedBefore = hiddenBefore === known ? (waybill.deletedBefore ?? 0) : hiddenBefore;
  const $tb = Math.max(truncateBefore, deletedBefore);
  return {
    ...others,
    ...($tb === 0 ? {} : { $tb, waybill: { truncateBefore, deletedBefore } }),
    ...(maxCount === undefined ? {} : { $maxCount: maxCount }),
    ...(maxAgeSeconds === undefined ? {} : { $maxAge: maxAgeSeconds }),
  };
}
