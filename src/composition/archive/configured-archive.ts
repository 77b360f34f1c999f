import { randomUUID } from 'node:crypto';
import type { Gauges, PinoTelemetry } from '../../adapters/pino-telemetry.ts';
import { createS3ArchiveStore } from '../../adapters/s3-archive-store.ts';
import { createThreadRangeFiles } from '../../adapters/thread-range-files.ts';
import type { Config } from '../../config.ts';
import type { ArchiveConfig } from '../../config/archive-section.ts';
import { ArchiveWriter } from '../../ledger/archive/archive-writer.ts';
import type { ArchiveStore } from '../../ports/archive-store.ts';
import { startArchivingLog, type ArchiveLag } from '../../reactors/archive-log.ts';
import type { Clock } from '../../time/clock.ts';
import type { OpenedLedger } from '../opened-ledger.ts';
import { configuredNoteSigner } from '../secrets/note-signer.ts';

/** Interval of the look whether a range can be closed. */
const sweepMs = 10_000;
/** How long another gateway has for a range that it has begun, before this one writes it too. */
const othersMs = 60_000;

/** The bucket of a configuration. */
export function configuredArchiveStore(archive: ArchiveConfig): ArchiveStore & AsyncDisposable {
  const { endpoint, bucket, prefix, region, answer_timeout_ms: answerMs } = archive;
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = archive;
  const keys = { accessKeyId, secretAccessKey, sessionToken };
  return createS3ArchiveStore({ endpoint, bucket, prefix, region, ...keys, answerMs });
}

interface Archived {
  readonly config: Pick<Config, 'dataDir' | 'checkpointKey'>;
  readonly ledger: OpenedLedger;
  readonly clock: Clock;
  readonly telemetry: PinoTelemetry;
}

/** The archive of a running gateway. */
export interface ConfiguredArchive {
  /** Why the archive is behind; empty: it is not. */
  notices(): readonly string[];
  stop(): Promise<void>;
}

/** Starts archiving the log. */
export function startConfiguredArchive(
  archive: ArchiveConfig,
  { config, ledger, clock, telemetry }: Archived,
): ConfiguredArchive {
  const [store, files] = [configuredArchiveStore(archive), createThreadRangeFiles()];
  const rangeMs = archive.range_minutes * 60_000;
  const now = (): number => clock.now();
  const writer = new ArchiveWriter({
    log: ledger.log,
    logEnd: ledger.logEnd,
    signer: configuredNoteSigner(config),
    createId: randomUUID,
    store,
    files,
    secrets: () => ledger.secretFingerprints(),
    now,
    limits: {
      rangeBytesMax: archive.range_bytes_max,
      rangeMs,
      othersMs,
      sealedContents: archive.sealed_contents,
    },
  });
  const archiving = startArchivingLog({ writer, now, telemetry }, sweepMs);
  telemetry.addGauges(archiveGauges(() => archiving.lag()));
  return {
    notices: () => {
      const { lagMs, trouble } = archiving.lag();
      if (trouble !== null) return [`archive_failing: ${trouble}`];
      return lagMs > 2 * rangeMs ? [`archive_behind: by ${Math.round(lagMs / 60_000)} minutes`] : [];
    },
    stop: async () => {
      // A running step ends with its connection and its thread. What it was for is done after the next start.
      await Promise.all([archiving.stop(), files[Symbol.asyncDispose](), store[Symbol.asyncDispose]()]);
    },
  };
}

function archiveGauges(lag: () => ArchiveLag): Gauges {
  return {
    waybill_archive_lag_seconds: {
      help: 'Age of the oldest event known not to be archived, also of a range that is still open, or how long every attempt has failed; 0: neither.',
      read: () => lag().lagMs / 1000,
    },
    waybill_archive_ranges: { help: 'Closed ranges of the archive; 0: none is known yet.', read: () => lag().ranges },
    waybill_archive_failures: { help: 'Failed attempts to archive since the start.', read: () => lag().failures },
  };
}
