import {
  fileLife,
  type FileCommand,
  type FileFacts,
  type FileOwner,
  type FileState,
  type FileUpload,
  type StoredFile,
  type UploadFailure,
} from '../domain/file-life.ts';
import { isFileId } from '../domain/file-id.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileIndex } from '../ports/file-index.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import { decodeEvent } from './codec.ts';
import { handleCommand } from './handle-command.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, fileStream } from './stream-names.ts';

export interface StoredFilesDeps {
  readonly log: EventLog;
  readonly contents: SealedContents;
  readonly index: FileIndex;
  readonly clock: Clock;
  /** Names are chosen by people: only hashes of them are recorded. */
  readonly hasher: KeyHasher;
  /** How long an idempotency key is known, milliseconds. */
  readonly keyedMs: number;
  /** Mints an event id: a UUID. */
  readonly mintId: () => string;
}

/** Events of a file's stream: an upload, its end, and removals; those that the upstream refuses are few an hour. */
const eventsMax = 10_000;

/** Of a hash, the hex digits by which the file of one keyed upload is known: as many as there are of chance in an id. */
const keyedDigits = 32;

/** Of a hash, hex digits: 64 bits tell the names of one account apart. */
const hashDigits = 16;

/**
 * Which files lie at which upstream, and whose they are. What the upstream says of a file holds a name that a person
 * chose: it is sealed, and removed with the file. All raise what the log raises.
 */
export class StoredFiles {
  readonly #deps: StoredFilesDeps;

  constructor(deps: StoredFilesDeps) {
    this.#deps = deps;
  }

  /** Before anything is sent: whatever becomes of this process, the upload is known, and looked for. */
  async begin({ name, ...upload }: Omit<FileUpload, 'name_hash'> & { readonly name: string }): Promise<void> {
    const command: FileCommand = { type: 'begin_upload', upload: { ...upload, name_hash: this.nameHash(name) } };
    if (!(await this.#handle(upload.file_id, command))) throw new Error('the id of a new file is in use');
  }

  /** From here on the owner finds the file, in every process on the log. Raises for an upload that was given up. */
  async keep({ facts, record }: StoredFile): Promise<void> {
    const digest = await this.#deps.contents.put(contentStream(facts.file_id), placeOf(facts), record);
    const file: FileFacts = { ...facts, content_digest: digest };
    if (await this.#handle(facts.file_id, { type: 'record_file', file })) return;
    await this.#deps.contents.remove(contentStream(facts.file_id));
    throw new Error('the upload of the file was given up before it ended');
  }

  /** No file came of an upload. Answers whether it was still running. */
  async fail(fileId: string, reason: UploadFailure): Promise<boolean> {
    const wasRunning = await this.#handle(fileId, { type: 'fail_upload', reason });
    // Not before: a file that came of it after all keeps its record. What was never taken has none.
    const mayHaveRecord = reason === 'removed' || reason === 'not_found';
    if (wasRunning && mayHaveRecord) await this.#deps.contents.remove(contentStream(fileId));
    return wasRunning;
  }

  /** In the place of chance in the id of a file that is uploaded under an idempotency key: 32 hex digits. */
  digitsOf(upload: string): string {
    return this.#deps.hasher.hash(`file of ${upload}`).slice(0, keyedDigits);
  }

  /**
   * The file that came of an earlier attempt of the same keyed upload; `null`: none did. Its process may have died before it
   * could answer.
   */
  async findMade(digits: string, owner: FileOwner): Promise<StoredFile | null> {
    const made = (await this.list(owner)).find(({ id }) => id.endsWith(digits));
    const kept = made === undefined ? null : await this.show(made.id, owner);
    const since = this.#deps.clock.now() - this.#deps.keyedMs;
    return kept === null || Date.parse(kept.facts.created_at) < since ? null : kept;
  }

  /** What the name of a file is recorded as. */
  nameHash(name: string): string {
    return this.#deps.hasher.hash(name).slice(0, hashDigits);
  }

  /** `null` for what is not there, was removed, has expired, or belongs to somebody else: one look tells them all. */
  async find(fileId: string, owner: FileOwner): Promise<FileFacts | null> {
    const state = isFileId(owner.dialect, fileId) ? await this.state(fileId) : null;
    if ((state?.stage !== 'there' && state?.stage !== 'asked_away') || state.facts.dialect !== owner.dialect)
      return null;
    const { user_id, tenant_id, expires_at } = state.facts;
    if (user_id !== owner.userId || tenant_id !== owner.tenantId) return null;
    return this.#isOver(expires_at) ? null : state.facts;
  }

  /** What has become of a file, whoever it belongs to: not for callers. */
  async state(fileId: string): Promise<FileState | null> {
    const recorded = await this.#deps.log.readStream(fileStream(fileId), { limit: eventsMax });
    // The stream's category fixes the type of its events.
    const events = recorded.map((event) => decodeEvent(event) as Parameters<typeof fileLife.evolve>[1]);
    return events.reduce(fileLife.evolve, fileLife.initialState);
  }

  /** The same with the record of the file. */
  async show(fileId: string, owner: FileOwner): Promise<StoredFile | null> {
    const facts = await this.find(fileId, owner);
    const record = facts === null ? null : await this.#deps.contents.get(contentStream(fileId), placeOf(facts));
    return facts === null || record === null ? null : { facts, record };
  }

  /** Ids and purposes of the owner's files, the newest first. */
  async list({ userId, tenantId, dialect }: FileOwner): Promise<readonly { id: string; purpose: string | null }[]> {
    const files = await this.#deps.index.filesOf(userId, dialect);
    return files
      .filter(({ tenant_id, expires_at }) => tenant_id === tenantId && !this.#isOver(expires_at))
      .map(({ file_id: id, purpose }) => ({ id, purpose }));
  }

  /** Before the upstream is asked to remove the bytes: whatever becomes of this process, a sweep finds out what it did. */
  async beginRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<void> {
    const beganAt = new Date(this.#deps.clock.now()).toISOString();
    await this.#handle(file_id, { type: 'begin_removal', beganAt });
  }

  /** A removal that began some time ago came to nothing. Answers whether that was not yet known. */
  refuseRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#handle(file_id, { type: 'refuse_removal' });
  }

  /** After the upstream has removed the bytes. Answers whether the file was still there. */
  delete({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'delete_file');
  }

  /** The owner's wish, while the upstream is away: nobody sees the file any more. */
  deferRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'defer_removal');
  }

  /** The same as {@link StoredFiles.delete} of a file whose time is over. */
  expire({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'expire_file');
  }

  async #remove(fileId: string, type: 'delete_file' | 'defer_removal' | 'expire_file'): Promise<boolean> {
    // A file that is to be found keeps its record; one that is gone upstream is found no more whatever becomes of this.
    if (type === 'defer_removal') {
      const wasThere = await this.#handle(fileId, { type });
      await this.#deps.contents.remove(contentStream(fileId));
      return wasThere;
    }
    await this.#deps.contents.remove(contentStream(fileId));
    return this.#handle(fileId, { type });
  }

  async #handle(fileId: string, command: FileCommand): Promise<boolean> {
    const { log, mintId } = this.#deps;
    const { accepted } = await handleCommand(command, { log, mintId, stream: fileStream(fileId), decider: fileLife });
    return accepted;
  }

  #isOver(expiresAt: string | null): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#deps.clock.now();
  }
}

/** What a record is bound to: it opens at its own place, for its owner. */
function placeOf({ file_id, tenant_id, user_id }: FileFacts): string {
  return `${file_id}/${tenant_id}/${user_id}`;
}
