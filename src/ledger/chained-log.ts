import { RecentMap } from '../limits/recent-map.ts';
import { chainedDigest, metadataWithDigest, noDigest, ownDigest, singleDigest } from '../domain/event-digest.ts';
import {
  RevisionConflict,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type FollowStep,
  type RecordedEvent,
} from '../ports/event-log.ts';
import { changedLog } from './changed-log.ts';
import { isThinned } from './stream-names.ts';

/** Most streams whose newest digest is cached. */
const tailsMax = 50_000;

interface Tail {
  readonly revision: number;
  readonly digest: string;
}

/**
 * Wraps a log to add a digest to each appended event: it covers the bytes of the event and the digest of the event
 * before it in its stream, and is the last member of the metadata. So every engine carries the digests, and a copy
 * keeps them. In streams whose older events may be removed, each digest covers only its own event.
 *
 * The digest of the previous event is cached from the last read or append of this process; else that event is read. A
 * batch appended again at the same revision has the same bytes. `append` raises a `RangeError` for `any` and
 * `stream_exists`, which do not name the previous event; else what the log raises.
 */
export function chainedLog(log: EventLog): EventLog {
  const chains = new Chains(log);
  return changedLog(log, {
    append: (stream, expected, events) => chains.append(stream, expected, events),
    readStream: async (stream, options) => {
      const events = await log.readStream(stream, options);
      chains.noteRead(options?.direction === 'backwards' ? events[0] : events.at(-1));
      return events;
    },
    follow: (options) => chains.noting(log.follow(options)),
  });
}

class Chains {
  readonly #log: EventLog;
  /** The newest event of each stream seen by this process. */
  readonly #tails = new RecentMap<string, Tail>(tailsMax);

  constructor(log: EventLog) {
    this.#log = log;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): ReturnType<EventLog['append']> {
    if (isThinned(stream)) return this.#log.append(stream, expected, events.map(digestedSingly(stream)));
    const before = await this.#tailAt(stream, expected);
    const { digested, tail } = chainedTo(before, stream, events);
    const result = await this.#log.append(stream, expected, digested);
    this.#note(stream, tail);
    return result;
  }

  noteRead(last: RecordedEvent | undefined): void {
    if (last === undefined || isThinned(last.stream)) return;
    const known = this.#tails.get(last.stream);
    if (known !== undefined && known.revision >= last.revision) return;
    this.#note(last.stream, { revision: last.revision, digest: ownDigest(last) });
  }

  /** Notes followed events of cached streams, so that events of other processes need not be read for their digests. */
  async *noting(steps: AsyncIterable<FollowStep>): AsyncGenerator<FollowStep, void> {
    for await (const step of steps) {
      const events = step.kind === 'events' ? step.events : [];
      for (const event of events) if (this.#tails.has(event.stream)) this.noteRead(event);
      yield step;
    }
  }

  /** The event that the next one must follow. */
  async #tailAt(stream: string, expected: ExpectedRevision): Promise<Tail> {
    if (expected === 'no_stream') return { revision: -1, digest: noDigest };
    if (typeof expected === 'string') {
      throw new RangeError(`an append to ${stream} must name the revision that it follows, not ${expected}`);
    }
    const known = this.#tails.get(stream);
    if (known?.revision === expected) return known;
    const [event] = await this.#log.readStream(stream, { fromRevision: expected, limit: 1 });
    if (event?.revision === expected) return { revision: expected, digest: ownDigest(event) };
    throw new RevisionConflict(stream, expected, await this.#lastRevision(stream));
  }

  async #lastRevision(stream: string): Promise<number | 'no_stream'> {
    const [last] = await this.#log.readStream(stream, { direction: 'backwards', limit: 1 });
    return last?.revision ?? 'no_stream';
  }

  /** Caches a tail, unless a newer one is cached: a repeated append may return an earlier place. */
  #note(stream: string, tail: Tail): void {
    const known = this.#tails.get(stream);
    if (known !== undefined && known.revision > tail.revision) return;
    this.#tails.set(stream, tail);
  }
}

function digestedSingly(stream: string): (event: EventToAppend) => EventToAppend {
  return (event) => withDigest(event, singleDigest({ ...event, stream, revision: 0 }));
}

function chainedTo(
  before: Tail,
  stream: string,
  events: readonly EventToAppend[],
): { readonly digested: readonly EventToAppend[]; readonly tail: Tail } {
  let { revision, digest } = before;
  const digested = events.map((event) => {
    revision += 1;
    digest = chainedDigest(digest, { ...event, stream, revision });
    return withDigest(event, digest);
  });
  return { digested, tail: { revision, digest } };
}

function withDigest(event: EventToAppend, digest: string): EventToAppend {
  return { ...event, metadata: metadataWithDigest(event.metadata, digest) };
}
