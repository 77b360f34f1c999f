import { chainedDigest, noDigest, singleDigest, splitUnchecked, type DigestedEvent } from './event-digest.ts';

/** Why an event does not follow the one before it in its stream. */
export interface ChainFault {
  readonly kind: 'revision' | 'digest';
  readonly expected: string;
  readonly found: string;
}

const streamsMin = 1_024;

/**
 * Checks the digests of all streams of a log, event by event. The caller numbers the streams, from small numbers up;
 * each takes some 70 bytes of memory.
 */
export class StreamChains {
  /** The last revision of each stream, plus one. */
  #revisions = new Int32Array(streamsMin);
  readonly #digests: string[] = [];
  /** The digest of the event that was checked last. */
  lastDigest: string = noDigest;

  /**
   * Returns what is wrong with the next event of a stream; `null`: nothing. `isThinned`: the stream may lose older
   * events, so each of its digests covers only its own event.
   */
  check(stream: number, event: DigestedEvent, isThinned: boolean): ChainFault | null {
    if (stream >= this.#revisions.length) this.#grow(stream);
    const next = this.#revisions[stream] ?? 0;
    const { revision } = event;
    if (isThinned ? revision < next : revision !== next) {
      return { kind: 'revision', expected: String(next), found: String(revision) };
    }
    this.#revisions[stream] = revision + 1;
    const recorded = splitUnchecked(event.metadata);
    this.lastDigest = this.#digestOf(stream, event, recorded?.metadata ?? event.metadata, isThinned);
    if (this.lastDigest !== recorded?.digest) {
      return { kind: 'digest', expected: this.lastDigest, found: recorded?.digest ?? 'none' };
    }
    if (!isThinned) this.#digests[stream] = this.lastDigest;
    return null;
  }

  /** How many events a stream has had, by its last one that was checked. */
  lengthOf(stream: number): number {
    return this.#revisions[stream] ?? 0;
  }

  #digestOf(stream: number, event: DigestedEvent, metadata: string, isThinned: boolean): string {
    return isThinned
      ? singleDigest(event, metadata)
      : chainedDigest(this.#digests[stream] ?? noDigest, event, metadata);
  }

  #grow(stream: number): void {
    const larger = new Int32Array(Math.max(stream + 1, this.#revisions.length * 2));
    larger.set(this.#revisions);
    this.#revisions = larger;
  }
}
