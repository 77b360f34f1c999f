import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileJobs } from '../../projections/file-jobs.ts';
import { fileExpiries } from '../../projections/file-expiries.ts';
import { fileKey, files, upstreamFileKey } from '../../projections/files.ts';
import { createThreadSoundLength } from '../adapters/thread-sound-length.ts';
import { createReadModelFileIndex } from '../ledger/read-models/read-model-file-index.ts';
import type { Config } from '../config.ts';
import { credentialsOf } from './credentials.ts';
import type { FileDialect } from '../domain/file-id.ts';
import type { ContentsDeps } from './responses.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { StoredFiles } from '../ledger/stored-files.ts';
import type { AgeClock } from '../time/clock.ts';
import type { SoundLength } from '../ports/sound-length.ts';
import type { FileIndex } from '../ports/file-index.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Upstream } from '../ports/upstream.ts';
import { endLostUploads } from '../reactors/end-lost-uploads.ts';
import { createFileRemovals } from '../reactors/remove-files.ts';
import { startSweeps, type Sweeps } from '../reactors/sweeps.ts';
import type { FileStore, FilesDeps } from '../surfaces/files.ts';
import { removeSpoolLeftovers } from '../surfaces/spool-leftovers.ts';
import { createSpools } from '../surfaces/spools.ts';

export interface ConfiguredFiles extends Pick<FilesDeps, 'fileBytesMax' | 'spools' | 'mintFileParts'> {
  readonly soundLength: SoundLength;
  readonly storedFiles: StoredFiles;
  readonly fileIndex: FileIndex;
  /** Where running uploads are. */
  readonly spoolDirectory: string;
}

/** Stored files of this ledger, and the upstreams that store them. */
export function configuredFiles(
  config: Config,
  ledger: OpenedLedger,
  { contents, hasher, clock }: ContentsDeps,
): ConfiguredFiles {
  const fileIndex = createReadModelFileIndex({
    readModels: ledger.readModels,
    files,
    expiries: fileExpiries,
    jobs: fileJobs,
    ownerKey: (userId, dialect) => fileKey(userId, dialect, ''),
    upstreamKey: upstreamFileKey,
    catchUp: () => ledger.follower.caughtUp([files, fileExpiries, fileJobs]),
  });
  const { log } = ledger;
  const spoolDirectory = join(config.dataDir, 'uploads');
  return {
    spoolDirectory,
    soundLength: createThreadSoundLength(),
    storedFiles: new StoredFiles({
      log,
      contents,
      index: fileIndex,
      clock,
      hasher,
      createId: randomUUID,
      keyedMs: config.idempotency.ttl_ms,
    }),
    fileIndex,
    fileBytesMax: config.files.bytes_max,
    spools: createSpools({
      directory: spoolDirectory,
      filesMax: config.files.uploads_max,
      bytesMax: config.files.uploads_bytes_max,
      sharePercentMax: config.fairness.share_percent_max,
      waitingMax: config.fairness.waiting_max,
      waitMs: config.fairness.wait_ms_max,
    }),
    mintFileParts: () => ({ nowMs: clock.now(), randomHex: randomBytes(16).toString('hex') }),
  };
}

/** The upstream that stores the files of each dialect. */
export function configuredFileStores(config: Pick<Config, 'files' | 'upstreams'>): FilesDeps['fileStores'] {
  return { openai: fileStoreOf('openai', config), anthropic: fileStoreOf('anthropic', config) };
}

/** A search for lost uploads lists a whole account; it runs several times within the grace time of an upload. */
const searchesPerGrace = 4;

/** Interval of the sweep over spool files of dead processes, which are few and cost one directory listing. */
const leftoversIntervalMsMin = 60_000;

/** Removes files without an owner at the upstreams, and spool files of dead processes in the data directory. */
export function startFileSweeps({ files, current, clock, telemetry, settings }: FileSweepsOptions): Sweeps {
  const { storedFiles, fileIndex: index } = files;
  const { sweep_interval_ms: intervalMs, lost_upload_grace_ms: graceMs } = settings;
  const deps = {
    index,
    files: storedFiles,
    clock,
    telemetry,
    graceMs,
    get upstream() {
      return current.upstream;
    },
    get accounts() {
      return current.fileStores;
    },
  };
  const removeFiles = createFileRemovals(deps);
  const failed = (error: unknown): void => telemetry.warn('file_sweep_failed', {}, error);
  const removing = startSweeps({ intervalMs, sweep: async (signal) => void (await removeFiles(signal)), failed });
  const searching = startSweeps({
    intervalMs: Math.max(intervalMs, Math.ceil(graceMs / searchesPerGrace)),
    sweep: async (signal) => void (await endLostUploads(deps, signal)),
    failed,
  });
  const tidying = startSweeps({
    intervalMs: Math.max(intervalMs, leftoversIntervalMsMin),
    sweep: async () => void (await removeSpoolLeftovers(files.spoolDirectory, clock.now())),
    failed,
  });
  return {
    stop: async () => {
      await Promise.all([removing.stop(), searching.stop(), tidying.stop()]);
    },
  };
}

interface FileSweepsOptions {
  readonly clock: AgeClock;
  readonly files: ConfiguredFiles;
  /** The current edition of the configuration. */
  readonly current: { readonly upstream: Upstream; readonly fileStores: FilesDeps['fileStores'] };
  readonly telemetry: Telemetry;
  readonly settings: Config['files'];
}

function fileStoreOf(dialect: FileDialect, config: Pick<Config, 'files' | 'upstreams'>): FileStore | null {
  const fileStore = config.files[dialect];
  if (fileStore === undefined) return null;
  const { upstream, trusted } = fileStore;
  const [{ account }] = credentialsOf(upstream, config);
  return { upstream, account, isTrusted: trusted };
}
