import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandParts } from '../../composition/command-parts.ts';
import { loadArchiveConfig, processEnvironment } from '../../config.ts';
import type { ArchiveConfig } from '../../config/archive-section.ts';
import type { ArchiveStore } from '../../ports/archive-store.ts';
import { notUsable, wrongUsage } from '../cli-error.ts';

/** The section `archive` of the configuration. Raises `CliError` where there is none. */
export function configuredArchive(otherwise = ''): ArchiveConfig {
  const archive = loadArchiveConfig(processEnvironment());
  if (archive !== undefined) return archive;
  throw wrongUsage(`no archive is configured: set WAYBILL_CONFIG to a file with the section archive${otherwise}`);
}

/** Opens a copy of an archive in a folder, or the configured bucket, runs `work`, and closes it. */
export async function withArchive<Result>(
  folder: string | undefined,
  work: (store: ArchiveStore) => Promise<Result>,
): Promise<Result> {
  if (folder !== undefined) {
    const path = resolve(folder);
    if (!existsSync(join(path, 'manifests'))) {
      throw notUsable('no_archive', `${path} is no copy of an archive: name the folder that has the folder manifests`);
    }
    return await work(await commandParts.archiveFolder(path));
  }
  await using store = await commandParts.archive(configuredArchive(', or name the folder of a copy'));
  return await work(store);
}
