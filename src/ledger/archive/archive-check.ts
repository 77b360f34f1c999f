import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import { chargedBy } from '../../domain/archive/archive-tables.ts';
import type { ArchiveManifest } from '../../domain/archive/archive-manifest.ts';
import { positionOrder } from '../../domain/archive/archive-names.ts';
import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import { countedEvent, RangeTally, type RangeStart, type RangeTotals } from '../../domain/archive/range-tally.ts';
import { isEventId } from '../../domain/event-digest.ts';
import { StreamChains } from '../../domain/stream-chains.ts';
import type { Position, RecordedEvent } from '../../ports/event-log.ts';
import { checkpointStream, isThinned } from '../stream-names.ts';
import { isCheckpoint } from '../verify/ledger-check.ts';
import { readEvent } from '../verify/read-event.ts';
import { CheckpointsCheck, type CheckpointsAsked } from '../verify/verify-checkpoints.ts';
import { ArchiveDiffers, type ArchiveDifference } from './archive-difference.ts';

interface Stream {
  readonly number: number;
  readonly isThinned: boolean;
}

/**
 * Checks the events of an archive one after another, as the ledger is checked that wrote them: their order, the digests of
 * their streams, and the tree with its checkpoints. Keeps about 100 bytes for each stream.
 */
export class ArchiveCheck {
  readonly #streams = new Map<string, Stream>();
  readonly #chains = new StreamChains();
  readonly #checkpoints: CheckpointsCheck;
  #last: string | null = null;
  #events = 0;
  #keptAtCheckpoint = 0;
  #kept = 0;

  constructor(asked: CheckpointsAsked) {
    this.#checkpoints = new CheckpointsCheck(asked);
  }

  get events(): number {
    return this.#events;
  }

  get tree(): TreeHead | null {
    return this.#checkpoints.head;
  }

  get lastCheckpoint(): CheckpointsCheck['last'] {
    return this.#checkpoints.last;
  }

  /** Kept events behind the last checkpoint: no signature covers them. */
  get uncovered(): number {
    return this.#kept - this.#keptAtCheckpoint;
  }

  /** Begins a range. */
  range(object: string, ends: Pick<ArchiveManifest, 'first' | 'last'>, start: RangeStart): RangeCheck {
    return new RangeCheck(object, ends, { start, add: (event) => this.#add(event) });
  }

  /** What is wrong after the last event; `null`: nothing. */
  end(): Omit<ArchiveDifference, 'object'> | null {
    const difference = this.#checkpoints.end();
    if (difference === null) return null;
    const { expected, found } = difference;
    return { kind: 'checkpoint', position: null, expected, found };
  }

  #add(event: ArchivedEvent): { readonly isKept: boolean; readonly wrong: Omit<ArchiveDifference, 'object'> | null } {
    const { position, stream: name } = event;
    const stream = this.#stream(name);
    const isKept = !stream.isThinned;
    const wrong = (expected: string, found: string, kind: ArchiveDifference['kind'] = 'event') => {
      return { isKept, wrong: { kind, position, expected, found } };
    };
    if (this.#last !== null && positionOrder(position) <= positionOrder(this.#last)) {
      return wrong(`a position after ${this.#last}`, position);
    }
    this.#last = position;
    if (!isEventId(event.id)) return wrong('a UUID', event.id);
    const broken = this.#chains.check(stream.number, event, stream.isThinned);
    if (broken !== null) return wrong(`${broken.kind} ${broken.expected}`, broken.found);
    this.#events += 1;
    if (!isKept) return { isKept, wrong: null };
    const recorded: RecordedEvent = { ...event, position: position as Position }; // it was one of its log
    const checked = name === checkpointStream ? this.#checkpoint(recorded) : null;
    this.#kept += 1;
    const found = checked ?? this.#checkpoints.add(recorded);
    return found === null ? { isKept, wrong: null } : wrong(found.expected, found.found, 'checkpoint');
  }

  #checkpoint(recorded: RecordedEvent): { readonly expected: string; readonly found: string } | null {
    const event = readEvent(recorded);
    if ('kind' in event) return event;
    if (!isCheckpoint(event)) return { expected: 'a checkpoint', found: event.type };
    const found = this.#checkpoints.check(event, recorded.revision);
    if (found === null && event.type === 'LedgerCheckpointed') this.#keptAtCheckpoint = event.data.size;
    return found;
  }

  #stream(name: string): Stream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const stream = { number: this.#streams.size, isThinned: isThinned(name) };
    this.#streams.set(name, stream);
    return stream;
  }
}

interface Checking {
  readonly start: RangeStart;
  add(event: ArchivedEvent): { readonly isKept: boolean; readonly wrong: Omit<ArchiveDifference, 'object'> | null };
}

/** The events of one range. */
export class RangeCheck {
  readonly #object: string;
  readonly #ends: Pick<ArchiveManifest, 'first' | 'last'>;
  readonly #tally: RangeTally;
  readonly #checking: Checking;
  rows = 0;

  constructor(object: string, ends: Pick<ArchiveManifest, 'first' | 'last'>, checking: Checking) {
    this.#object = object;
    this.#ends = ends;
    this.#checking = checking;
    this.#tally = new RangeTally(checking.start);
  }

  get totals(): RangeTotals {
    return this.#tally.totals;
  }

  /** Takes the next event. Raises {@link ArchiveDiffers} for one that does not belong there. */
  add(event: ArchivedEvent): void {
    const { position } = event;
    const place = positionOrder(position);
    const { first, last } = this.#ends;
    if (place < positionOrder(first) || place > positionOrder(last))
      this.#refuse(`a position from ${first} to ${last}`, position, position);
    const { isKept, wrong } = this.#checking.add(event);
    if (wrong !== null) throw new ArchiveDiffers({ ...wrong, object: this.#object });
    this.#tally.add(event, isKept);
    this.rows += 1;
    this.#count(event);
  }

  #count(event: ArchivedEvent): void {
    try {
      JSON.parse(event.data);
      const counted = countedEvent(event);
      if (counted !== null) this.#tally.count(counted, chargedBy(counted));
    } catch (error) {
      this.#refuse(`data of ${event.type}`, error instanceof Error ? error.message : 'other data', event.position);
    }
  }

  #refuse(expected: string, found: string, position: string): never {
    throw new ArchiveDiffers({ kind: 'event', object: this.#object, position, expected, found });
  }
}
