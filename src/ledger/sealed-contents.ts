import type { ContentEvent } from '../domain/content-events.ts';
import { contentDigest, noDigest } from '../domain/event-digest.ts';
import { ContentDamaged, ContentKeyMissing, type ContentCipher } from '../ports/content-cipher.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import { StreamTombstoned, type EventLog, type RecordedEvent } from '../ports/event-log.ts';
import { Semaphore } from '../limits/semaphore.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { untilKnown } from './until-known.ts';

/** Sealed bytes of one part: 60 KiB as Base64, so that a page of events of the whole log stays small. */
const partBytes = 46_080;
/** Parts of one append: some 490 KiB, below the log's 1 MiB. */
const groupParts = 8;
/** Parts of one read: below 4 MiB. */
const pageParts = 64;
const sealedBytesMax = 134_217_728;

/** Most bytes of contents opened at a time: while opened, each is in memory several times. */
const openedBytesMax = 67_108_864;

/** A content of known size, which a caller asks for. */
export interface ContentToOpen {
  readonly bytes: number;
  readonly tenantId: string;
  readonly userId: string;
  /** See {@link SealedContents.get}. */
  readonly digest?: string;
}

export interface SealedContentsDeps {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  readonly cipher: ContentCipher;
  /** Creates an event id: a UUID. */
  createId(): string;
}

/**
 * Encrypted contents in the log. Each is split into parts in its own stream, which is removed as a whole. All methods
 * raise what the log raises.
 */
export class SealedContents {
  readonly #deps: SealedContentsDeps;
  readonly #opened = new Semaphore({ permits: openedBytesMax, waitingMax: Infinity });

  constructor(deps: SealedContentsDeps) {
    this.#deps = deps;
  }

  /**
   * Writes a content into its own stream, which must be new. `associated` binds it to its owner: the same value is
   * needed to read it. Returns the digest of the sealed content, for the event that records it. A partly written
   * content reads as none, and can be removed. After `maxAgeSeconds`, if given, it expires by itself. Raises
   * `RevisionConflict` for a stream in use, `RangeError` for more than 128 MiB.
   */
  async put(stream: string, associated: string, plain: Buffer, maxAgeSeconds?: number): Promise<string> {
    const { log, retention, cipher, createId } = this.#deps;
    const sealed = cipher.seal(plain, associated);
    if (sealed.length > sealedBytesMax) throw new RangeError(`a content of ${plain.length} bytes is too large`);
    const parts = Math.ceil(sealed.length / partBytes);
    if (maxAgeSeconds !== undefined) await untilKnown(() => retention.setRetention(stream, { maxAgeSeconds }));
    let digest = noDigest;
    for (let first = 0; first < parts; first += groupParts) {
      const group = Array.from({ length: Math.min(groupParts, parts - first) }, (_, index) => {
        const part = partOf(sealed, first + index, parts);
        digest = contentDigest(digest, part.data.sealed);
        return encodeEvent(part, createId());
      });
      await untilKnown(() => log.append(stream, first === 0 ? 'no_stream' : first - 1, group));
    }
    return digest;
  }

  /**
   * The content; `null`: there is none (never written, removed, expired, or only partly written). `digest`: what
   * {@link SealedContents.put} returned, if it was recorded. Raises `ContentKeyMissing`, also for a content that is as
   * it was written and cannot be opened: then its key is another one with the same id. Raises `ContentDamaged` for any
   * other.
   */
  async get(stream: string, associated: string, digest?: string): Promise<Buffer | null> {
    const sealed = await this.#sealed(stream);
    if (sealed === null) return null;
    try {
      return this.#deps.cipher.open(sealed, associated);
    } catch (error) {
      if (!(error instanceof ContentDamaged) || error.keyId === null || digestOf(sealed) !== digest) throw error;
      throw new ContentKeyMissing(error.keyId, { hasNamesake: true, cause: error });
    }
  }

  /**
   * Like {@link SealedContents.get}, when it fits into the memory of contents being opened: the rest waits, and tenants
   * and users take turns. One that is larger is opened alone.
   */
  async open(
    stream: string,
    associated: string,
    { bytes, tenantId, userId, digest }: ContentToOpen,
  ): Promise<Buffer | null> {
    const permit = await this.#opened.acquire({ tenantId, keyId: userId }, Math.min(bytes, openedBytesMax));
    try {
      return await this.get(stream, associated, digest);
    } finally {
      if (typeof permit !== 'string') permit.release();
    }
  }

  /** Hides every part at once and closes the name forever; the next compaction removes the bytes. Idempotent. */
  async remove(stream: string): Promise<void> {
    await removeContent(this.#deps.retention, stream);
  }

  async #sealed(stream: string): Promise<Buffer | null> {
    let sealed: Buffer | null = null;
    let length = 0;
    for (let next = 0; ;) {
      const page = await this.#page(stream, next);
      for (const event of page) {
        // Only this class writes the stream.
        const { data } = decodeEvent(event) as ContentEvent;
        sealed ??= Buffer.alloc(Math.min(data.sealed_bytes, sealedBytesMax));
        if (data.part !== next || data.sealed_bytes !== sealed.length) return null;
        length += sealed.write(data.sealed, length, 'base64');
        next += 1;
        if (next === data.parts) return sealed;
      }
      if (page.length < pageParts) return null;
    }
  }

  async #page(stream: string, fromRevision: number): Promise<readonly RecordedEvent[]> {
    try {
      return await this.#deps.log.readStream(stream, { fromRevision, limit: pageParts });
    } catch (error) {
      if (error instanceof StreamTombstoned) return [];
      throw error;
    }
  }
}

/** {@link SealedContents.remove}, for whoever has no key to contents. */
export async function removeContent(retention: EventLogRetention, stream: string): Promise<void> {
  try {
    await untilKnown(() => retention.tombstoneStream(stream, 'any'));
  } catch (error) {
    if (!(error instanceof StreamTombstoned)) throw error;
  }
}

/** As {@link SealedContents.put} answered it. */
function digestOf(sealed: Buffer): string {
  const parts = Math.ceil(sealed.length / partBytes);
  let digest = noDigest;
  for (let part = 0; part < parts; part += 1) digest = contentDigest(digest, partOf(sealed, part, parts).data.sealed);
  return digest;
}

function partOf(sealed: Buffer, part: number, parts: number): ContentEvent {
  const bytes = sealed.subarray(part * partBytes, (part + 1) * partBytes);
  return {
    type: 'ContentPart',
    data: { part, parts, sealed_bytes: sealed.length, sealed: bytes.toString('base64') },
  };
}
