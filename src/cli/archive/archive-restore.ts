import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import { loadIdempotencyMs, processEnvironment, readEnvironment } from '../../config.ts';
import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import type { ArchiveVerdict } from '../../ledger/archive/verify-archive.ts';
import type { RenumberedEvents } from '../../ledger/archive/renumbered-events.ts';
import type { ArchiveStore } from '../../ports/archive-store.ts';
import { documented } from '../arguments.ts';
import { notUsable, refused, type CliError } from '../cli-error.ts';
import { keptCheckpoint, verifierKeys } from '../ledger/kept-checkpoint.ts';
import { counted, note, printJson, printLine } from '../output.ts';
import { withArchive } from './with-archive.ts';
import { archiveDocument, verified, type ArchiveKeys } from './archive-verify.ts';

export function archiveRestore(archive: Command): void {
  const command = archive
    .command('restore')
    .description('write the ledger of an archive into a data directory without one, and say which secrets it needs')
    .argument('[folder]', 'folder with a copy of the archive (default: the bucket of WAYBILL_CONFIG)')
    .option('--signed-by <key>', 'check that this key signed the last checkpoint; may be repeated', verifierKeys)
    .option('--checkpoint <file>', 'check that the archive agrees with this checkpoint, kept elsewhere', keptCheckpoint)
    .action(restore);
  documented(command, {
    example: 'WAYBILL_DATA_DIR=restored waybill archive restore copy/',
    json: 'as in archive verify, with "ledger" and "missing_secrets":[…]',
  });
}

/** Its name until it is whole, before the id of the process that writes it, and what no other process has. */
const unfinished = 'ledger.db.restoring-';

async function restore(folder: string | undefined, { json = false, ...keys }: ArchiveKeys): Promise<void> {
  const directory = emptyDirectory();
  const path = join(directory, `${unfinished}${process.pid}-${randomUUID()}`);
  removeUnfinished(directory);
  const verdict = await written(folder, path, keys).catch((error: unknown) => {
    removeDatabase(path);
    // Positions that an embedded log cannot hold.
    throw error instanceof RangeError ? refused('archive_not_restorable', error.message) : error;
  });
  if (!verdict.ok) {
    removeDatabase(path);
    const { archiveDifferenceInWords } = await import('../../ledger/archive/archive-difference.ts');
    throw refused(
      'archive_differs',
      `nothing was restored: ${archiveDifferenceInWords(verdict.difference)}. Try a copy of the archive that \`waybill archive verify\` finds right`,
    );
  }
  const ledger = join(directory, 'ledger.db');
  nameOnce(path, ledger);
  const missing = missingSecrets(directory, Object.keys(verdict.secrets));
  if (json) return printJson({ ...archiveDocument(verdict), ledger, missing_secrets: missing });
  printLine(`${ledger} has ${counted(verdict.events, 'event')}, up to ${verdict.last_recorded_at}`);
  for (const secret of missing) printLine(`missing: ${secret}`);
  printLine('next: put back the secrets, run `waybill ledger verify`, and start the gateway');
}

/** Names a whole ledger, where none has the name: of two at once, and of a gateway that starts meanwhile, the first has it. */
function nameOnce(path: string, ledger: string): void {
  try {
    assertThere(path);
    linkSync(path, ledger);
  } catch (error) {
    if (existsSync(ledger)) throw notEmpty(dirname(ledger), 'ledger.db');
    if (!isWithoutLinks(error)) throw error;
    renameSync(path, ledger);
  } finally {
    removeDatabase(path);
  }
}

/** A file system such as exFAT has no links: there two restores that end in the same moment are not told apart. */
function isWithoutLinks(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code);
}

/** Raises `CliError` where another process, which in its container has the id of this one, took it for what was left. */
function assertThere(path: string): void {
  if (existsSync(path)) return;
  throw notUsable('restoring', `another process has begun to restore into ${dirname(path)}: wait for it`);
}

/** Raises `CliError` for a directory that holds a ledger, or remembers one. */
function emptyDirectory(): string {
  const directory = resolve(readEnvironment(processEnvironment()).WAYBILL_DATA_DIR);
  if (!existsSync(directory)) return directory;
  const held = readdirSync(directory).find(
    (name) => /^(ledger\.db|identity\.json|read-models)/.test(name) && !name.startsWith(unfinished),
  );
  if (held === undefined) return directory;
  throw notEmpty(directory, held);
}

function notEmpty(directory: string, held: string): CliError {
  return notUsable('not_empty', `${directory} holds ${held}: set WAYBILL_DATA_DIR to a directory without a ledger`);
}

/** Removes what restores have left that were killed. Raises `CliError` while one is running. */
function removeUnfinished(directory: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory).filter((each) => each.startsWith(unfinished))) {
    const writer = Number.parseInt(name.slice(unfinished.length), 10);
    if (writer !== process.pid && isRunning(writer)) {
      throw notUsable('restoring', `process ${writer} is restoring into ${directory}: wait for it, or end it first`);
    }
    rmSync(join(directory, name), { force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // It is that of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function written(folder: string | undefined, path: string, keys: ArchiveKeys): Promise<ArchiveVerdict> {
  const { restoredRetention, leftOutStream, EndedContents } =
    await import('../../ledger/archive/restored-retention.ts');
  const retentionOf = restoredRetention(loadIdempotencyMs(processEnvironment()));
  const ended = new EndedContents();
  const verdict = await withArchive(folder, async (store) => {
    const renumbered = await renumberedFrom(store);
    // Where no archive can be read, none is made.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    using file = await commandParts.restoredLedgerFile({ path, retentionOf, leftOutStream });
    const take = (events: readonly ArchivedEvent[]): void => {
      file.add(renumbered?.take(events) ?? events);
      ended.take(events);
    };
    const found = await verified({ store, take }, keys);
    if (found.ok) file.end(renumbered?.last ?? found.last);
    if (found.ok && renumbered !== null) {
      note(
        'it is of a ledger in EventStoreDB: positions are new here, so a new tree begins, and relays send all messages again',
      );
    }
    return found;
  });
  if (!verdict.ok) return verdict;
  await finished(path, verdict.secrets, ended.streams).catch((error: unknown) => {
    assertThere(path);
    throw error;
  });
  return verdict;
}

/** For an archive with positions that an embedded log cannot hold; `null`: it has others. Raises what the store raises. */
async function renumberedFrom(store: ArchiveStore): Promise<RenumberedEvents | null> {
  const { lastManifest } = await import('../../ledger/archive/stored-manifest.ts');
  const { RenumberedEvents } = await import('../../ledger/archive/renumbered-events.ts');
  const last = await lastManifest(store);
  return last?.manifest.last.includes('/') === true ? new RenumberedEvents(last.manifest.checkpoint, randomUUID) : null;
}

/** Notes the secrets, and removes contents whose owners had removed them after they were archived. */
async function finished(
  path: string,
  secrets: Readonly<Record<string, string>>,
  ended: Iterable<string>,
): Promise<void> {
  const { removeContent } = await import('../../ledger/sealed-contents.ts');
  await using log = await commandParts.anyLedgerFile({ path, ledgerPath: path }, { mayCreate: false });
  for (const [name, fingerprint] of Object.entries(secrets)) await log.keepFingerprint(name, fingerprint);
  let removed = 0;
  for (const stream of ended) {
    await removeContent(log, stream);
    removed += 1;
  }
  if (removed === 0) return;
  await log.compact();
  note(`${counted(removed, 'content')} removed again that had been deleted or had expired`);
}

/** Secrets of the ledger that are not in the directory. Those of the environment and the configuration are not looked for. */
function missingSecrets(directory: string, names: readonly string[]): readonly string[] {
  const files = new Set([
    'checkpoint-key',
    ...names.map((name) => (name.startsWith('content-key ') ? contentKeyPlace(name) : name)),
  ]);
  return [...files].filter((name) => !existsSync(join(directory, name)));
}

function contentKeyPlace(name: string): string {
  const id = name.slice('content-key '.length);
  return id === 'content-key' ? id : `content key ${id} (content_keys of the configuration)`;
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
