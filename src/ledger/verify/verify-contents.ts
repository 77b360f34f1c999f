import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { contentDigest, noDigest } from '../../domain/event-digest.ts';
import { contentStream } from '../stream-names.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** The parts of a sealed content read so far. */
interface ReadContent {
  readonly digest: string;
  readonly parts: number;
  readonly isWhole: boolean;
}

/**
 * Compares the digests of sealed contents with the events that record them, without decrypting any. A content precedes
 * its event; a content removed since is not compared. Keeps about 150 bytes for each content whose event has not been
 * read yet.
 */
export class ContentsCheck {
  readonly #contents = new Map<string, ReadContent>();

  /** What is wrong with the next event outside wallets; `null` when nothing is. */
  check(event: DomainEvent, stream: string): Mismatch | null {
    const { type, data } = event;
    if (type === 'ContentPart') this.#take(data, stream);
    if (type === 'ResponseStored') return this.#compare(data.response_id, data.content_digest);
    if (type === 'FileUploaded') return this.#compare(data.file_id, data.content_digest);
    if (type === 'IdempotentRequestAnswered') return this.#compare(data.content_id, data.content_digest);
    return null;
  }

  #take({ part, parts, sealed }: { part: number; parts: number; sealed: string }, stream: string): void {
    const before = part === 0 ? null : this.#contents.get(stream);
    // The rest of a content whose beginning was removed cannot be checked.
    if (before === undefined || (before !== null && before.parts !== part)) {
      this.#contents.delete(stream);
      return;
    }
    const digest = contentDigest(before?.digest ?? noDigest, sealed);
    this.#contents.set(stream, { digest, parts: part + 1, isWhole: part + 1 === parts });
  }

  #compare(contentId: string, recorded: string): Mismatch | null {
    const stream = contentStream(contentId);
    const content = this.#contents.get(stream);
    this.#contents.delete(stream);
    if (content?.isWhole !== true || content.digest === recorded) return null;
    return mismatch('content_digest', recorded, content.digest);
  }
}
