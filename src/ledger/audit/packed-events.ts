import { noDigest, ownDigest, splitMetadata } from '../../domain/event-digest.ts';
import { TreeEdge } from '../../domain/checkpoints/tree-edge.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { EventLog, RecordedEvent } from '../../ports/event-log.ts';
import { treeLeaf } from '../checkpoints/tree-leaf.ts';

/** Streams whose last digest is remembered; that of another one is read from the log. */
const streamsMax = 50_000;

/**
 * The kept events of a part of the log as lines that prove themselves: each has its digest and that of the event before it
 * in its stream, and together they lead from the root of one checkpoint to that of the next.
 */
export class PackedEvents {
  readonly #log: Pick<EventLog, 'readStream'>;
  readonly #digests = new RecentMap<string, string>(streamsMax);
  readonly #tree = new TreeEdge();
  #begin: { readonly size: number; readonly peaks: readonly TreeHash[] } = { size: 0, peaks: [] };
  first: RecordedEvent | null = null;
  last: RecordedEvent | null = null;

  constructor(log: Pick<EventLog, 'readStream'>) {
    this.#log = log;
  }

  /** The tree before the first line. */
  get begin(): { readonly size: number; readonly peaks: readonly TreeHash[] } {
    return this.#begin;
  }

  /** The tree after the last event. */
  get end(): { readonly size: number; readonly root: TreeHash } {
    return { size: this.#tree.size, root: this.#tree.root };
  }

  /** Counts a kept event before those that are told. */
  pass(recorded: RecordedEvent): void {
    this.#tree.add(treeLeaf(recorded));
    this.#digests.set(recorded.stream, ownDigest(recorded));
  }

  /** Ends what is passed. */
  open(): void {
    this.#begin = { size: this.#tree.size, peaks: this.#tree.peaks };
  }

  /** The line of a kept event. Raises what the log raises. */
  line(recorded: RecordedEvent): string | Promise<string> {
    const { stream, revision } = recorded;
    const previous = revision === 0 ? noDigest : this.#digests.get(stream);
    if (previous !== undefined) return this.#lineAfter(previous, recorded);
    return this.#before(recorded).then((digest) => this.#lineAfter(digest, recorded));
  }

  #lineAfter(previous: string, recorded: RecordedEvent): string {
    const { position, recordedAt: recorded_at, stream, revision, id, type, metadata, data } = recorded;
    const digest = ownDigest(recorded);
    this.#digests.set(stream, digest);
    this.#tree.add(treeLeaf(recorded));
    this.first ??= recorded;
    this.last = recorded;
    const bare = splitMetadata(metadata)?.metadata ?? metadata;
    const head = { position, recorded_at, previous, stream, revision, id, type, metadata: bare, digest };
    // The data stays as it was recorded, to the byte: the digest covers it.
    return `${JSON.stringify(head).slice(0, -1)},"data":${data}}\n`;
  }

  async #before({ stream, revision }: RecordedEvent): Promise<string> {
    const [event] = await this.#log.readStream(stream, { fromRevision: revision - 1, limit: 1 });
    return event === undefined || event.revision !== revision - 1 ? noDigest : ownDigest(event);
  }
}
