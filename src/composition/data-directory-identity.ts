import { hash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { noDigest } from '../domain/event-digest.ts';
import { thinnedPrefixes } from '../ledger/stream-names.ts';
import { differenceInWords } from '../ledger/verify/ledger-difference.ts';
import { reachedDifference, type ReachedEvent } from '../ledger/verify/reached-event.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { LogIdentity, LogStatus } from '../ports/log-identity.ts';

/** File in the data directory, mode 0600. It contains no secret. */
const identityFile = 'identity.json';

/** The file of the read models of a log: of the one in the data directory (`null`), or of the named one. */
export function readModelsFile(logId: string | null): string {
  return logId === null ? 'read-models.db' : `read-models-${logId}.db`;
}

const schema = z.strictObject({
  format: z.literal(1),
  /** The embedded ledger; `null`: the ledger is outside the data directory. */
  ledger: z
    .strictObject({
      id: z.string(),
      /** A position that the ledger has reached, and the running digest there. It may have grown since. */
      position: z.int().min(0),
      digest: z.string(),
    })
    .nullable(),
  /** A remote database, with an event that it has contained. It may have grown since. */
  remote: z
    .strictObject({
      id: z.string(),
      event: z.strictObject({
        stream: z.string(),
        revision: z.int().min(0),
        position: z.string(),
        digest: z.string(),
      }),
    })
    .optional(),
  /** Fingerprints of the secrets, by name. */
  secrets: z.record(z.string(), z.string()),
});
type Identity = z.infer<typeof schema>;

/** Data directory, ledger and secrets do not belong together. The message says what to do. */
export class DirectoryContradicted extends Error {
  override readonly name = 'DirectoryContradicted';
}

/** Prefix of the id of a content key in the name of its fingerprint. */
export const contentKeyPrefix = 'content-key ';

const restoring = 'See `waybill ledger verify`, and restore a backup';
const accepting = 'To use the present data anyway, run `waybill ledger accept`';

/**
 * The parts of a data directory that belong together: the ledger with the position it has reached, and the secrets it
 * depends on. They are recorded in `identity.json` and in the ledger itself, so that missing, older or foreign parts
 * are detected.
 */
export class DataDirectoryIdentity {
  readonly #dataDir: string;
  #identity: Identity;

  /** Raises {@link DirectoryContradicted} for a file that cannot be read. */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#identity = this.#read() ?? { format: 1, ledger: null, secrets: {} };
  }

  /**
   * Accepts the present data as it is: the next start records it again. The fingerprints of content keys stay, because
   * the id of a content key is never reused. The read models are removed. `log`: the embedded ledger; `null`: it is remote.
   */
  static async accept(dataDir: string, log: LogIdentity | null): Promise<void> {
    const known = Object.entries(await DataDirectoryIdentity.fingerprints(dataDir, log));
    const ofContentKeys = known.filter(([name]) => name.startsWith(contentKeyPrefix));
    for (const [name] of known) if (!name.startsWith(contentKeyPrefix)) await log?.forgetFingerprint(name);
    for (const [name, fingerprint] of ofContentKeys) await log?.keepFingerprint(name, fingerprint);
    removeReadModels(dataDir);
    rmSync(join(dataDir, identityFile), { force: true });
    if (log !== null || ofContentKeys.length === 0) return;
    new DataDirectoryIdentity(dataDir).#write({ format: 1, ledger: null, secrets: Object.fromEntries(ofContentKeys) });
  }

  /**
   * Raises {@link DirectoryContradicted} for what one look sees of an edited ledger: a last event, or its digest, that is
   * missing, and streams that are missing, hidden or renamed.
   */
  static async assertWhole(
    dataDir: string,
    log: LogIdentity,
    { position, digest }: Pick<LogStatus, 'position' | 'digest'>,
  ): Promise<void> {
    const found = await log.digestAt(position);
    // Retention in another process may have removed it since, but only together with a later event.
    const isRemoved = found === null && (await log.status()).position > position;
    if (!isRemoved && (found !== digest || (position !== 0 && digest === noDigest))) {
      throw new DirectoryContradicted(
        `${join(dataDir, 'ledger.db')} was edited: its last event, at position ${position}, is missing, or its digest is missing or differs. ${restoring}`,
      );
    }
    const trouble = await log.streamTrouble(thinnedPrefixes);
    if (trouble === null) return;
    throw new DirectoryContradicted(
      `${join(dataDir, 'ledger.db')} was edited: ${trouble.stream === null ? '' : `stream ${trouble.stream}: `}${trouble.problem}. ${restoring}`,
    );
  }

  /**
   * The fingerprint of each secret that the ledger was written with, by name: from the embedded ledger, else from the
   * directory if it belongs to this ledger. Never raises for an `identity.json` that cannot be read.
   */
  static async fingerprints(dataDir: string, log: LogIdentity | null): Promise<Readonly<Record<string, string>>> {
    const status = await log?.status();
    const path = join(dataDir, identityFile);
    const stored = existsSync(path) ? (schema.safeParse(jsonIn(readFileSync(path, 'utf8'))).data ?? null) : null;
    const belongs = status === undefined || stored?.ledger?.id === status.logId;
    return { ...(belongs && stored?.secrets), ...status?.fingerprints };
  }

  /** The position that the embedded ledger is known to have reached. */
  get ledger(): Identity['ledger'] {
    return this.#identity.ledger;
  }

  /** The event that a remote database is known to have contained; `null`: none is known. */
  remoteEvent(logId: string): ReachedEvent | null {
    const { remote } = this.#identity;
    return remote?.id === logId ? remote.event : null;
  }

  /**
   * Checks that an expected ledger exists, before opening would create a new one. Raises {@link DirectoryContradicted}
   * if it is missing.
   */
  assertLedgerThere(): void {
    const path = join(this.#dataDir, 'ledger.db');
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
    const { ledger } = this.#identity;
    if (ledger === null && !existsSync(join(this.#dataDir, readModelsFile(null)))) return;
    const reached = ledger === null ? '' : `: it had reached position ${ledger.position}`;
    throw new DirectoryContradicted(
      `${path} is missing or empty, and ${this.#dataDir} belongs to a ledger${reached}. Restore ledger.db from a backup, or start with another directory (WAYBILL_DATA_DIR)`,
    );
  }

  /**
   * Raises {@link DirectoryContradicted} for another ledger, an older one, one with another history, and an edited one, see
   * {@link DataDirectoryIdentity.assertWhole}.
   */
  async assertSameLedger(log: LogIdentity): Promise<void> {
    const status = await log.status();
    const { ledger } = this.#identity;
    const path = join(this.#dataDir, 'ledger.db');
    if (ledger !== null) {
      if (ledger.id !== status.logId) {
        throw new DirectoryContradicted(
          `${path} is ledger ${status.logId}, and ${this.#dataDir} belongs to ledger ${ledger.id}. Put back the ledger of this directory. ${accepting}`,
        );
      }
      if (ledger.position > status.position) {
        throw new DirectoryContradicted(
          `${path} ends at position ${status.position}, and it had reached ${ledger.position}: it is an older copy. Restore the newest. ${accepting}: whatever was recorded after ${status.position} is lost`,
        );
      }
      const digest = await log.digestAt(ledger.position);
      if (digest !== null && digest !== ledger.digest) {
        throw new DirectoryContradicted(
          `${path} has another history than the ledger of ${this.#dataDir} up to position ${ledger.position}. ${restoring}. ${accepting}`,
        );
      }
    }
    await DataDirectoryIdentity.assertWhole(this.#dataDir, log, status);
    await this.reached(status);
  }

  /**
   * Raises {@link DirectoryContradicted} for a remote database that has lost events, and for an empty one instead of
   * another. A database filled by `ledger copy` is accepted. Raises the errors of the log.
   */
  async assertSameDatabase(log: Pick<EventLog, 'readStream' | 'readAll'> & { readonly logId: string }): Promise<void> {
    const { remote } = this.#identity;
    if (remote === undefined) return;
    if (remote.id !== log.logId) {
      if ((await log.readAll({ limit: 1 })).length > 0) return;
      throw new DirectoryContradicted(
        `the database is empty, and ${this.#dataDir} belongs to database ${remote.id}, which had reached position ${remote.event.position}. Put its data back, or fill this one with \`waybill ledger copy\`. ${accepting}`,
      );
    }
    const difference = await reachedDifference(log, remote.event);
    if (difference === null) return;
    throw new DirectoryContradicted(
      `the database does not hold what it had reached: ${differenceInWords(difference)} It is an older copy, or its end was deleted: restore the newest. ${accepting}: whatever was recorded later is lost`,
    );
  }

  /** Records an event that a remote database contains. Writes asynchronously. */
  async reachedEvent(logId: string, event: ReachedEvent): Promise<void> {
    const { remote } = this.#identity;
    if (remote?.id === logId && remote.event.position === event.position) return;
    await this.#writeApart({ ...this.#identity, remote: { id: logId, event } });
  }

  /** Records the position that the ledger has reached. Writes asynchronously. */
  async reached({ logId, position, digest }: LogStatus): Promise<void> {
    const { ledger } = this.#identity;
    if (ledger?.id === logId && ledger.position >= position) return;
    await this.#writeApart({ ...this.#identity, ledger: { id: logId, position, digest } });
  }

  /** Names of the secrets that the ledger was written with. */
  async secretNames(log: LogIdentity | null): Promise<readonly string[]> {
    return Object.keys({ ...this.#identity.secrets, ...(await log?.status())?.fingerprints });
  }

  /**
   * A secret that the ledger depends on. `read` may create one only if none was known before. Raises
   * {@link DirectoryContradicted} for another secret than before, and the errors of `read`.
   */
  async secret(name: string, log: LogIdentity | null, read: (mayMake: boolean) => Buffer): Promise<Buffer> {
    const inLog = (await log?.status())?.fingerprints[name];
    const known = this.#identity.secrets[name] ?? inLog;
    const secret = read(known === undefined);
    const fingerprint = fingerprintOf(name, secret);
    for (const kept of [this.#identity.secrets[name], inLog]) {
      if (kept === undefined || kept === fingerprint) continue;
      throw new DirectoryContradicted(
        `${name} is not the one that the ledger of ${this.#dataDir} was written with (its fingerprint is ${fingerprint}, not ${kept}): put back the one that was there. ${lostForGood(name)}`,
      );
    }
    if (inLog === undefined) await log?.keepFingerprint(name, fingerprint);
    if (this.#identity.secrets[name] === undefined) {
      this.#write({ ...this.#identity, secrets: { ...this.#identity.secrets, [name]: fingerprint } });
    }
    return secret;
  }

  get #path(): string {
    return join(this.#dataDir, identityFile);
  }

  #read(): Identity | null {
    if (!existsSync(this.#path)) return null;
    const found = schema.safeParse(jsonIn(readFileSync(this.#path, 'utf8')));
    if (found.success) return found.data;
    throw new DirectoryContradicted(
      `${this.#path} cannot be read: restore it, or run \`waybill ledger accept\` to create it again from the present data`,
    );
  }

  /** Writes the file atomically. Another process may write it at the same time; both write true facts. */
  #write(identity: Identity): void {
    this.#identity = identity;
    const draft = `${this.#path}.${randomUUID()}`;
    try {
      writeFileSync(draft, textOf(identity), { mode: 0o600, flush: true });
      renameSync(draft, this.#path);
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** The same without blocking the process. Facts that are noted during a write are written afterwards. */
  async #writeApart(identity: Identity): Promise<void> {
    this.#identity = identity;
    let written: Identity;
    do {
      written = this.#identity;
      const draft = `${this.#path}.${randomUUID()}`;
      try {
        await writeFile(draft, textOf(written), { mode: 0o600, flush: true });
        await rename(draft, this.#path);
      } finally {
        await rm(draft, { force: true });
      }
    } while (written !== this.#identity);
  }
}

/** Checks a log that was just opened, and closes it if the check fails. Raises the errors of the check. */
export async function disposedWhereRefused(log: AsyncDisposable, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}

/** Read models, which can be folded again. */
function removeReadModels(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (/^read-models(-.+)?\.db/.test(name)) rmSync(join(dataDir, name));
}

function textOf(identity: Identity): string {
  return `${JSON.stringify(identity, null, 2)}\n`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What to do if a secret cannot be restored. */
function lostForGood(name: string): string {
  if (name.startsWith(contentKeyPrefix)) {
    return 'If it is lost for good: a new key under content_keys needs an id of its own, and `waybill ledger accept` gives the file content-key such an id';
  }
  return `${accepting}: everything that depends on the old one is lost`;
}

/** Sixteen hex digits: enough to distinguish secrets, too few to find one. */
export function fingerprintOf(name: string, secret: Buffer): string {
  return hash('sha256', `waybill ${name}\n${secret.toString('hex')}`, 'hex').slice(0, 16);
}
