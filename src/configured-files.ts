import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileKey, files } from '../projections/files.ts';
import { createReadModelFileIndex } from './adapters/read-model-file-index.ts';
import type { Config } from './config.ts';
import { accountOf } from './configured-catalogue.ts';
import type { FileDialect } from './domain/file-id.ts';
import type { EmbeddedLedger } from './embedded-ledger.ts';
import { KeptFiles } from './ledger/kept-files.ts';
import type { SealedContents } from './ledger/sealed-contents.ts';
import { systemClock } from './ports/clock.ts';
import type { FileKeeper, FilesDeps } from './surfaces/files.ts';

type ConfiguredFiles = Pick<
  FilesDeps,
  'keptFiles' | 'fileKeepers' | 'fileBytesMax' | 'uploadDirectory' | 'mintFileParts'
>;

/** Which files lie where, over this ledger. */
export function configuredFiles(config: Config, ledger: EmbeddedLedger, contents: SealedContents): ConfiguredFiles {
  const index = createReadModelFileIndex({
    readModels: ledger.readModels,
    files,
    ownerKey: (userId, dialect) => fileKey(userId, dialect, ''),
    catchUp: () => ledger.follower.caughtUp([files]),
  });
  return {
    keptFiles: new KeptFiles({ log: ledger.log, contents, index, clock: systemClock, mintId: randomUUID }),
    fileKeepers: { openai: keeperOf('openai', config), anthropic: keeperOf('anthropic', config) },
    fileBytesMax: config.files.bytes_max,
    uploadDirectory: join(config.dataDir, 'uploads'),
    mintFileParts: () => ({ nowMs: systemClock.now(), randomHex: randomBytes(16).toString('hex') }),
  };
}

function keeperOf(dialect: FileDialect, config: Config): FileKeeper | null {
  const keeper = config.files[dialect];
  if (keeper === undefined) return null;
  const { upstream, trusted } = keeper;
  return { upstream, account: accountOf(upstream, config), isTrusted: trusted };
}
