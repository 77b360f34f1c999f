import { chainedDigest, noDigest, singleDigest, splitUnchecked, type DigestedEvent } from './event-digest.ts';

/** Why an event does not follow the one before it in its stream. */
export interface ChainFault {
  readonly kind: 'revision' | 'digest';
  readonly expected: string;
  readonly found: string;
}

/** A stream as far as it was checked: its last revision plus one, and the digest of its last event. */
interface Checked {
  length: number;
  digest: string;
}

/** Checks the digests of all streams of a log, event by event. The caller numbers the streams. */
export class StreamChains {
  readonly #streams = new Map<number, Checked>();
  /** The digest of the event that was checked last. */
  lastDigest: string = noDigest;

  /**
   * Returns what is wrong with the next event of a stream; `null`: nothing. `isThinned`: the stream may lose older
   * events, so each of its digests covers only its own event.
   */
  check(stream: number, event: DigestedEvent, isThinned: boolean): ChainFault | null {
    const checked = this.#streams.get(stream) ?? { length: 0, digest: noDigest };
    const { revision } = event;
    if (isThinned ? revision < checked.length : revision !== checked.length) {
      return { kind: 'revision', expected: String(checked.length), found: String(revision) };
    }
    if (checked.length === 0) this.#streams.set(stream, checked);
    checked.length = revision + 1;
    const recorded = splitUnchecked(event.metadata);
    const metadata = recorded?.metadata ?? event.metadata;
    this.lastDigest = isThinned ? singleDigest(event, metadata) : chainedDigest(checked.digest, event, metadata);
    if (this.lastDigest !== recorded?.digest) {
      return { kind: 'digest', expected: this.lastDigest, found: recorded?.digest ?? 'none' };
    }
    checked.digest = this.lastDigest;
    return null;
  }

  /** How many events a stream has had, by its last one that was checked. */
  lengthOf(stream: number): number {
    return this.#streams.get(stream)?.length ?? 0;
  }
}
