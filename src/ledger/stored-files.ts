import {
  fileLife,
  type FileCommand,
  type FileFacts,
  type RecordedFile,
  type FileOwner,
  type FileState,
  type FileUpload,
  type StoredFile,
  type UploadFailure,
} from '../domain/file-life.ts';
import { isFileId } from '../domain/file-id.ts';
import type { Clock } from '../time/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileIndex } from '../ports/file-index.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import { handleCommand, recordedState } from './handle-command.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, fileStream } from './stream-names.ts';

export interface StoredFilesDeps {
  readonly log: EventLog;
  readonly contents: SealedContents;
  readonly index: FileIndex;
  readonly clock: Clock;
  /** Hashes names, which people choose and which are therefore not recorded themselves. */
  readonly hasher: KeyHasher;
  /** How long an idempotency key is kept, milliseconds. */
  readonly keyedMs: number;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
}

/** Hex digits of a hash that identify the file of one keyed upload: as many as the random digits of an id. */
const keyedDigits = 32;

/** Hex digits of a hash: 64 bits distinguish the names of one account. */
const hashDigits = 16;

/**
 * Which files are at which upstream, and who owns them. The upstream's record of a file contains a name chosen by a
 * person: it is sealed, and removed with the file. All methods raise what the log raises.
 */
export class StoredFiles {
  readonly #deps: StoredFilesDeps;

  constructor(deps: StoredFilesDeps) {
    this.#deps = deps;
  }

  /** To be called before anything is sent: if this process dies, the upload is still recorded and can be recovered. */
  async begin({ name, ...upload }: Omit<FileUpload, 'name_hash'> & { readonly name: string }): Promise<void> {
    const command: FileCommand = { type: 'begin_upload', upload: { ...upload, name_hash: this.nameHash(name) } };
    if (!(await this.#handle(upload.file_id, command))) throw new Error('the id of a new file is in use');
  }

  /**
   * Records a file: from then on its owner finds it, in every process on the log. Raises if the upload was given up.
   */
  async store({ facts, record }: StoredFile): Promise<void> {
    const digest = await this.#deps.contents.put(contentStream(facts.file_id), placeOf(facts), record);
    const file = { ...facts, content_digest: digest };
    if (await this.#handle(facts.file_id, { type: 'record_file', file })) return;
    await this.#deps.contents.remove(contentStream(facts.file_id));
    throw new Error('the upload of the file was given up before it ended');
  }

  /** Records that an upload failed. Returns whether it was still running. */
  async fail(fileId: string, reason: UploadFailure): Promise<boolean> {
    const wasRunning = await this.#handle(fileId, { type: 'fail_upload', reason });
    // Only now: a file that was stored after all keeps its record. An upload that the upstream never took has none.
    const mayHaveRecord = reason === 'removed' || reason === 'not_found';
    if (wasRunning && mayHaveRecord) await this.#deps.contents.remove(contentStream(fileId));
    return wasRunning;
  }

  /** The 32 hex digits that replace the random part in the id of a file uploaded with an idempotency key. */
  digitsOf(upload: string): string {
    return this.#deps.hasher.hash(`file of ${upload}`).slice(0, keyedDigits);
  }

  /**
   * The file of an earlier attempt of the same keyed upload; `null`: there is none. The process of that attempt may
   * have died before it could answer.
   */
  async findMade(digits: string, owner: FileOwner): Promise<StoredFile | null> {
    const made = (await this.list(owner)).find(({ id }) => id.endsWith(digits));
    const kept = made === undefined ? null : await this.show(made.id, owner);
    const since = this.#deps.clock.now() - this.#deps.keyedMs;
    return kept === null || Date.parse(kept.facts.created_at) < since ? null : kept;
  }

  /** The hash recorded for the name of a file. */
  nameHash(name: string): string {
    return this.#deps.hasher.hash(name).slice(0, hashDigits);
  }

  /** `null` if it does not exist, was removed, has expired, or belongs to another owner. */
  async find(fileId: string, owner: FileOwner): Promise<RecordedFile | null> {
    const state = isFileId(owner.dialect, fileId) ? await this.state(fileId) : null;
    if ((state?.stage !== 'stored' && state?.stage !== 'removing') || state.facts.dialect !== owner.dialect)
      return null;
    const { user_id, tenant_id, expires_at } = state.facts;
    if (user_id !== owner.userId || tenant_id !== owner.tenantId) return null;
    return this.#isOver(expires_at) ? null : state.facts;
  }

  /** The state of a file of any owner. Not for callers. */
  state(fileId: string): Promise<FileState | null> {
    return recordedState({ log: this.#deps.log, stream: fileStream(fileId), decider: fileLife });
  }

  /** Like {@link StoredFiles.find}, with the record of the file. */
  async show(fileId: string, owner: FileOwner): Promise<StoredFile | null> {
    const facts = await this.find(fileId, owner);
    if (facts === null) return null;
    const record = await this.#deps.contents.get(contentStream(fileId), placeOf(facts), facts.content_digest);
    return record === null ? null : { facts, record };
  }

  /** Ids and purposes of the owner's files, newest first. */
  async list({ userId, tenantId, dialect }: FileOwner): Promise<readonly { id: string; purpose: string | null }[]> {
    const files = await this.#deps.index.filesOf(userId, dialect);
    return files
      .filter(({ tenant_id, expires_at }) => tenant_id === tenantId && !this.#isOver(expires_at))
      .map(({ file_id: id, purpose }) => ({ id, purpose }));
  }

  /**
   * To be called before the upstream is asked to remove the bytes: if this process dies, a sweep finishes the removal.
   */
  async beginRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<void> {
    const beganAt = new Date(this.#deps.clock.now()).toISOString();
    await this.#handle(file_id, { type: 'begin_removal', beganAt });
  }

  /** Records that an earlier removal failed. Returns whether that was not yet recorded. */
  refuseRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#handle(file_id, { type: 'refuse_removal' });
  }

  /** Records that the upstream has removed the bytes. Returns whether the file still existed. */
  delete({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'delete_file');
  }

  /** Records the owner's deletion while the upstream is unavailable: the file is no longer visible. */
  deferRemoval({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'defer_removal');
  }

  /** Like {@link StoredFiles.delete}, for an expired file. */
  expire({ file_id }: Pick<FileFacts, 'file_id'>): Promise<boolean> {
    return this.#remove(file_id, 'expire_file');
  }

  async #remove(fileId: string, type: 'delete_file' | 'defer_removal' | 'expire_file'): Promise<boolean> {
    // A visible file keeps its record. One that is gone at the upstream is no longer found, even if the next step
    // fails.
    if (type === 'defer_removal') {
      const wasThere = await this.#handle(fileId, { type });
      await this.#deps.contents.remove(contentStream(fileId));
      return wasThere;
    }
    await this.#deps.contents.remove(contentStream(fileId));
    return this.#handle(fileId, { type });
  }

  async #handle(fileId: string, command: FileCommand): Promise<boolean> {
    const { log, createId } = this.#deps;
    const { accepted } = await handleCommand(command, { log, createId, stream: fileStream(fileId), decider: fileLife });
    return accepted;
  }

  #isOver(expiresAt: string | null): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#deps.clock.now();
  }
}

/** The place that a record is bound to: it can only be opened there, for its owner. */
function placeOf({ file_id, tenant_id, user_id }: FileFacts): string {
  return `${file_id}/${tenant_id}/${user_id}`;
}
