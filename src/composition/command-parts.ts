import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventStoreDbEventLog, EventStoreDbEventLogOptions } from '../adapters/eventstoredb-event-log.ts';
import type { BillingRecordsSettings } from '../adapters/http-billing-records.ts';
import type { PresidioPiiDetector, PresidioSettings } from '../adapters/presidio-pii-detector.ts';
import type { SqliteEventLog, SqliteEventLogOptions } from '../adapters/sqlite-event-log.ts';
import type { AuditedFile } from '../adapters/sqlite-event-log/audited-file.ts';
import type { RestoredFile, RestoredFileOptions } from '../adapters/sqlite-event-log/restored-file.ts';
import type { ArchiveConfig } from '../config/archive-section.ts';
import type { ArchiveStore } from '../ports/archive-store.ts';
import type { RangeFiles } from '../ports/range-files.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { BankStatement } from '../ports/bank-statement.ts';
import type { BillingRecords } from '../ports/billing-records.ts';
import type { EventLog, Position } from '../ports/event-log.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import type { NoteSigner } from '../ports/note-signer.ts';
import type { VerifyEd25519 } from '../domain/checkpoints/signed-note.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { ReachedPosition } from '../ports/audited-log.ts';
import type { Workbook } from '../ports/workbook.ts';
import type { Upstream } from '../ports/upstream.ts';
import type { KeptReadModels, ReadModels } from '../ports/read-models.ts';
import type { cipherOf } from './contents.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { configuredUpstreams } from './upstreams.ts';

// The adapters of commands. Each adapter is loaded on first use, so that a command loads only what it needs.

/** A data directory and its ledger. */
interface LedgerPlace {
  readonly path: string;
  readonly ledgerPath: string;
}

/** A data directory and the pepper of the environment; `null`: the pepper is in a file of the directory. */
interface PepperPlace {
  readonly path: string;
  readonly keyPepper: string | null;
}

/** A data directory and the key for checkpoints of the environment; `null`: it is in a file of the directory. */
interface SignerPlace {
  readonly path: string;
  readonly checkpointKey: string | null;
}

interface ReadModelsPlace {
  readonly path: string;
  readonly log: Pick<EventLog, 'comparePositions'>;
  /** Whether nothing may be written, not even missing files. Default false. */
  readonly readOnly?: boolean;
}

/** The pepper for the hashes of keys is missing. The message says what to do. */
export class KeyPepperMissing extends Error {
  override readonly name = 'KeyPepperMissing';

  constructor(path: string) {
    super(`${path} has no key-pepper: set WAYBILL_KEY_PEPPER to the value of the gateway, or start the gateway once`);
  }
}

export const commandParts = {
  /** The embedded ledger, without a check that it belongs to the directory. */
  async anyLedgerFile(
    { ledgerPath }: LedgerPlace,
    options: Pick<SqliteEventLogOptions, 'mayCreate'> = {},
  ): Promise<SqliteEventLog> {
    const { openSqliteEventLog } = await import('../adapters/sqlite-event-log.ts');
    return await openSqliteEventLog({ path: ledgerPath, ...options });
  },

  /** The embedded ledger, which must be the one of the directory. Raises `DirectoryContradicted`. */
  async ledgerFile(place: LedgerPlace): Promise<SqliteEventLog> {
    const { DataDirectoryIdentity, disposedWhereRefused } = await import('./data-directory-identity.ts');
    const identity = new DataDirectoryIdentity(place.path);
    const log = await commandParts.anyLedgerFile(place);
    await disposedWhereRefused(log, () => identity.assertSameLedger(log));
    return log;
  },

  /** Raises `RangeError` for an invalid connection string. */
  async ledgerElsewhere(options: EventStoreDbEventLogOptions): Promise<EventStoreDbEventLog> {
    const { openEventStoreDbEventLog } = await import('../adapters/eventstoredb-event-log.ts');
    return await openEventStoreDbEventLog(options);
  },

  /** The embedded ledger, opened read-only, which audits itself while it is read. */
  async auditedLedgerFile(ledgerPath: string, reached: ReachedPosition | null): Promise<AuditedFile> {
    const { openAuditedFile } = await import('../adapters/sqlite-event-log/audited-file.ts');
    return openAuditedFile(ledgerPath, reached);
  },

  async readModels({ path, log, readOnly = false }: ReadModelsPlace): Promise<KeptReadModels & Disposable> {
    const { openSqliteReadModels } = await import('../adapters/sqlite-read-models.ts');
    const { readModelsKey, readableReadModelsKey } = await import('../adapters/secret-file.ts');
    const key = (readOnly ? readableReadModelsKey : readModelsKey)(dirname(path));
    const comparePositions = (a: Position, b: Position): number => log.comparePositions(a, b);
    return openSqliteReadModels({ path, readOnly, comparePositions, ...(key && { key }) });
  },

  /** Raises `DirectoryContradicted` for read models that were not folded from this ledger. */
  async assertFoldedFrom({ path }: LedgerPlace, readModels: KeptReadModels, log: LogIdentity): Promise<void> {
    const { assertFoldedFrom } = await import('./assert-folded-from.ts');
    await assertFoldedFrom(path, readModels, log);
  },

  /** Empty read models. */
  async emptyReadModels(log: Pick<EventLog, 'comparePositions'>): Promise<ReadModels> {
    const { createMemoryReadModels } = await import('../adapters/memory-read-models.ts');
    return createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  },

  /**
   * Uses the pepper of the gateway, which cannot recognise keys made with another one. Raises {@link KeyPepperMissing},
   * and `SecretFileUnusable` and `DirectoryContradicted` as a gateway does.
   */
  async keyHasher(ledger: OpenedLedger, { path, keyPepper: configured }: PepperPlace): Promise<KeyHasher> {
    const { createHmacKeyHasher } = await import('../adapters/hmac-key-hasher.ts');
    const { keyPepper } = await import('../adapters/secret-file.ts');
    if (configured === null && !existsSync(join(path, 'key-pepper'))) throw new KeyPepperMissing(path);
    return createHmacKeyHasher(await ledger.secret('key-pepper', (mayMake) => keyPepper(path, configured, mayMake)));
  },

  /** The key that signs checkpoints, as the gateway has it. Raises `SecretFileUnusable`. */
  async noteSigner(place: SignerPlace): Promise<NoteSigner> {
    const { configuredNoteSigner } = await import('./secrets/note-signer.ts');
    return configuredNoteSigner({ dataDir: place.path, checkpointKey: place.checkpointKey });
  },

  async verifySignature(): Promise<VerifyEd25519> {
    const { verifyEd25519 } = await import('../adapters/ed25519-note-signer.ts');
    return verifyEd25519;
  },

  /** Raises as a gateway does where a content key is missing, or another than the ledger was written with. */
  async contentCipher(...of: Parameters<typeof cipherOf>): Promise<ContentCipher> {
    const { cipherOf } = await import('./contents.ts');
    return await cipherOf(...of);
  },

  /** Ids of the gateways that run on a data directory. */
  async runningInstances(dataDir: string): Promise<readonly string[]> {
    const { liveInstances } = await import('../adapters/sqlite-instance-liveness.ts');
    return liveInstances(join(dataDir, 'instances'));
  },

  /** The bucket of the configuration. */
  async archive(archive: ArchiveConfig): Promise<ArchiveStore & AsyncDisposable> {
    const { configuredArchiveStore } = await import('./archive/configured-archive.ts');
    const { patientArchiveStore } = await import('./archive/patient-archive-store.ts');
    return patientArchiveStore(configuredArchiveStore(archive));
  },

  /** A copy of an archive. */
  async archiveFolder(folder: string): Promise<ArchiveStore> {
    const { createFolderArchiveStore } = await import('../adapters/folder-archive-store.ts');
    return createFolderArchiveStore(folder);
  },

  async rangeFiles(): Promise<RangeFiles & AsyncDisposable> {
    const { createThreadRangeFiles } = await import('../adapters/thread-range-files.ts');
    return createThreadRangeFiles();
  },

  /** A new file of an embedded ledger, to be written from an archive. */
  async restoredLedgerFile(options: RestoredFileOptions): Promise<RestoredFile> {
    const { createRestoredFile } = await import('../adapters/sqlite-event-log/restored-file.ts');
    return createRestoredFile(options);
  },

  async billingRecords(
    upstreams: Readonly<Record<string, BillingRecordsSettings>>,
  ): Promise<BillingRecords & AsyncDisposable> {
    const { createHttpBillingRecords } = await import('../adapters/http-billing-records.ts');
    return createHttpBillingRecords(upstreams);
  },

  /** The upstreams of a configuration; each request is one attempt, and nothing of it is recorded. */
  async upstreams(config: Parameters<typeof configuredUpstreams>[0]): Promise<Upstream & AsyncDisposable> {
    const { createUndiciUpstreams } = await import('../adapters/undici-upstream.ts');
    const { configuredUpstreams: settingsOf } = await import('./upstreams.ts');
    return createUndiciUpstreams(settingsOf(config));
  },

  async detectorElsewhere(settings: PresidioSettings): Promise<PresidioPiiDetector> {
    const { createPresidioPiiDetector } = await import('../adapters/presidio-pii-detector.ts');
    return createPresidioPiiDetector(settings);
  },

  /** Raises `WorkbookTooLarge`. */
  async workbook(workbook: Workbook): Promise<Uint8Array> {
    const { xlsxWorkbook } = await import('../adapters/xlsx-workbook.ts');
    return await xlsxWorkbook(workbook);
  },

  /** Raises `StatementUnreadable`. */
  async bankStatements(bytes: Uint8Array): Promise<readonly BankStatement[]> {
    const { readBankStatements } = await import('../adapters/bank-statements.ts');
    return readBankStatements(bytes);
  },
};
