import { randomUUID } from 'node:crypto';
import { createS3ArchiveStore } from '../../src/adapters/s3-archive-store.ts';
import { createThreadRangeFiles } from '../../src/adapters/thread-range-files.ts';
import { verifyEd25519 } from '../../src/adapters/ed25519-note-signer.ts';
import { ArchiveWriter, type ArchiveLimits, type ArchiveWriterDeps } from '../../src/ledger/archive/archive-writer.ts';
import {
  verifyArchive,
  type ArchiveVerdict,
  type VerifyArchiveOptions,
} from '../../src/ledger/archive/verify-archive.ts';
import { ArchiveUnavailable, type ArchiveStore } from '../../src/ports/archive-store.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import { signerOf } from './checkpoints.ts';
import type { Teardown } from './gateway.ts';
import { startS3StandIn, type S3StandIn } from './s3-stand-in.ts';

/** Ranges of a few events, each of which may be closed at once. */
export const smallRanges: ArchiveLimits = { rangeBytesMax: 6_000, rangeMs: 0, othersMs: 0, sealedContents: false };

/** A bucket, and what writes to it and reads it. */
export interface ArchiveScene {
  readonly s3: S3StandIn;
  readonly store: ArchiveStore;
  writer(log: EventLog & LogEndReader, options?: Partial<Omit<ArchiveWriterDeps, 'log'>>): ArchiveWriter;
  /** Archives all that can be. */
  archiveAll(writer: ArchiveWriter): Promise<void>;
  verdict(options?: Partial<VerifyArchiveOptions>): Promise<ArchiveVerdict>;
}

export async function archiveScene(t: Teardown): Promise<ArchiveScene> {
  const s3 = await startS3StandIn(t);
  const store = createS3ArchiveStore(s3.settings);
  const files = createThreadRangeFiles();
  t.teardown(async () => {
    await store[Symbol.asyncDispose]();
    await files[Symbol.asyncDispose]();
  });
  const reading = { verifySignature: verifyEd25519, signedBy: [], checkpoints: [] };
  return {
    s3,
    store,
    writer: (log, options = {}) =>
      new ArchiveWriter({
        logEnd: log,
        store,
        files,
        signer: signerOf('ledger'),
        createId: randomUUID,
        secrets: () => Promise.resolve({ 'key-pepper': '0123456789abcdef' }),
        now: Date.now,
        limits: smallRanges,
        ...options,
        log,
      }),
    archiveAll: async (writer) => {
      const { signal } = new AbortController();
      while (await writer.step(signal));
    },
    verdict: (options = {}) => verifyArchive({ ...reading, store, files, ...options }),
  };
}

/** A store that fails at a call: the process that uses it has been killed there. With `isDone` the call has had its effect. */
export function killedAt(store: ArchiveStore, call: number, isDone: boolean): ArchiveStore {
  let calls = 0;
  const counted = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    calls += 1;
    if (calls > call) throw new ArchiveUnavailable('killed');
    if (calls < call) return await work();
    if (isDone) await work();
    throw new ArchiveUnavailable('killed');
  };
  return {
    place: store.place,
    put: (...args) => counted(() => store.put(...args)),
    get: (name) => counted(() => store.get(name)),
    has: (name) => counted(() => store.has(name)),
    list: (folder) => store.list(folder),
  };
}
