import { fileLife, type FileFacts, type FileOwner, type KeptFile, type KnownFile } from '../domain/file-life.ts';
import { isFileId } from '../domain/file-id.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileIndex } from '../ports/file-index.ts';
import { decodeEvent } from './codec.ts';
import { handleCommand } from './handle-command.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, fileStream } from './stream-names.ts';

export interface KeptFilesDeps {
  readonly log: EventLog;
  readonly contents: SealedContents;
  readonly index: FileIndex;
  readonly clock: Clock;
  /** Mints an event id: a UUID. */
  readonly mintId: () => string;
}

/**
 * Which files lie at which upstream, and whose they are. What the upstream says of a file holds a name that a person
 * chose: it is sealed, and removed with the file. All raise what the log raises.
 */
export class KeptFiles {
  readonly #deps: KeptFilesDeps;

  constructor(deps: KeptFilesDeps) {
    this.#deps = deps;
  }

  /** From here on the owner finds the file, in every process on the log. */
  async keep({ facts, record }: KeptFile): Promise<void> {
    await this.#deps.contents.put(contentStream(facts.file_id), placeOf(facts), record);
    const answer = await handleCommand({ type: 'record_file', file: facts }, this.#life(facts.file_id));
    if (!answer.accepted) throw new Error(`the file was not recorded: ${answer.refusal}`);
  }

  /** `null` for what is not there, was removed, has expired, or belongs to somebody else: one look tells them all. */
  async find(fileId: string, owner: FileOwner): Promise<FileFacts | null> {
    if (!isFileId(owner.dialect, fileId)) return null;
    const recorded = await this.#deps.log.readStream(fileStream(fileId), { limit: 2 });
    // The stream's category fixes the type of its events.
    const events = recorded.map((event) => decodeEvent(event) as Parameters<typeof fileLife.evolve>[1]);
    const file: KnownFile | null = events.reduce(fileLife.evolve, fileLife.initialState);
    if (file === null || file.isRemoved || file.dialect !== owner.dialect) return null;
    if (file.user_id !== owner.userId || file.tenant_id !== owner.tenantId) return null;
    return this.#isOver(file.expires_at) ? null : file;
  }

  /** The same with the record of the file. */
  async show(fileId: string, owner: FileOwner): Promise<KeptFile | null> {
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

  /** After the upstream has removed the bytes. Answers whether the file was still there. */
  async delete({ file_id }: FileFacts): Promise<boolean> {
    await this.#deps.contents.remove(contentStream(file_id));
    return (await handleCommand({ type: 'delete_file' }, this.#life(file_id))).accepted;
  }

  #isOver(expiresAt: string | null): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#deps.clock.now();
  }

  #life(fileId: string) {
    const { log, mintId } = this.#deps;
    return { log, mintId, stream: fileStream(fileId), decider: fileLife };
  }
}

/** What a record is bound to: it opens at its own place, for its owner. */
function placeOf({ file_id, tenant_id, user_id }: FileFacts): string {
  return `${file_id}/${tenant_id}/${user_id}`;
}
