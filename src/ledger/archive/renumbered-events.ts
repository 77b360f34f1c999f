import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import type { ArchiveManifest } from '../../domain/archive/archive-manifest.ts';
import { chainedDigest, metadataWithDigest, noDigest } from '../../domain/event-digest.ts';
import { encodeEvent } from '../codec.ts';
import { checkpointStream, readModelPrefix, relayPrefix } from '../stream-names.ts';

/** Streams that hold positions of their own log. */
const positioned = [checkpointStream, relayPrefix, readModelPrefix];

/**
 * The events of a ledger in EventStoreDB at positions of an embedded log, each with its revision, time and digest. A new tree
 * begins, with the last checkpoint of the archive as its first leaf, as in a copy of the ledger. What holds positions of the
 * other log is left out: checkpoints, and how far relays were. Where a stream has lost older events, positions are left free.
 */
export class RenumberedEvents {
  readonly #continued: Omit<ArchivedEvent, 'recordedAt' | 'position'> | null;
  readonly #lengths = new Map<string, number>();
  #position = 0;

  /** `checkpoint`: the last one of the archive; `null`: it has none. */
  constructor(checkpoint: ArchiveManifest['checkpoint'], createId: () => string) {
    this.#continued = checkpoint === null ? null : continuing(checkpoint, createId());
  }

  /** The last position that was given. */
  get last(): string {
    return String(this.#position);
  }

  /** The next events of the archive, as the embedded log holds them. */
  take(events: readonly ArchivedEvent[]): readonly ArchivedEvent[] {
    const kept = events.filter(({ stream }) => !positioned.some((name) => stream.startsWith(name)));
    const [first] = kept;
    const isBegun = this.#position > 0 || first === undefined || this.#continued === null;
    const begin = isBegun ? [] : [{ ...this.#continued, recordedAt: first.recordedAt, position: '' }];
    return [...begin, ...kept].map((event) => ({ ...event, position: this.#next(event) }));
  }

  #next({ stream, revision }: Pick<ArchivedEvent, 'stream' | 'revision'>): string {
    this.#position += revision + 1 - (this.#lengths.get(stream) ?? 0);
    this.#lengths.set(stream, revision + 1);
    return String(this.#position);
  }
}

function continuing(
  { checkpoint, verifier_key }: NonNullable<ArchiveManifest['checkpoint']>,
  id: string,
): Omit<ArchivedEvent, 'recordedAt' | 'position'> {
  const event = encodeEvent({ type: 'LedgerContinued', data: { checkpoint, verifier_key } }, id);
  const placed = { ...event, stream: checkpointStream, revision: 0 };
  return { ...placed, metadata: metadataWithDigest(event.metadata, chainedDigest(noDigest, placed)) };
}
