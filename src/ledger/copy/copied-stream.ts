import type { EventLog, RecordedEvent } from '../../ports/event-log.ts';

const pageEvents = 200;

export interface CopyEnds {
  readonly source: EventLog;
  readonly target: EventLog;
}

/** Where a copied stream differs from its source. */
export interface CopyDifference {
  readonly stream: string;
  readonly revision: number;
  /** `missing`: not in the target. `more`: not in the source. Else the differing part of the event. */
  readonly part: 'missing' | 'more' | 'revision' | 'id' | 'type' | 'data' | 'metadata';
}

/** How far the target's stream equals the source's. */
export interface CopiedStream {
  /** Number of equal events from the first on. */
  readonly same: number;
  /** The first place where the target differs or has more; `null`: what it has is equal. */
  readonly difference: CopyDifference | null;
}

/**
 * Compares a stream, whose last event in the source has revision `lastRevision`, with its copy: ids, types, and every
 * byte of data and metadata. Fewer events in the target do not count as a difference. Raises what the logs raise.
 */
export async function copiedStream(
  { source, target }: CopyEnds,
  stream: string,
  lastRevision: number,
): Promise<CopiedStream> {
  for (let from = 0; ;) {
    const reading = { fromRevision: from, limit: pageEvents };
    const copies = await target.readStream(stream, reading);
    if (copies.length === 0) return { same: from, difference: null };
    const originals = await source.readStream(stream, reading);
    for (const [index, copy] of copies.entries()) {
      const revision = from + index;
      const original = revision > lastRevision ? undefined : originals[index];
      const part = original === undefined ? 'more' : differingPart(original, copy);
      if (part !== null) return { same: revision, difference: { stream, revision, part } };
    }
    from += copies.length;
    if (copies.length < pageEvents) return { same: from, difference: null };
  }
}

function differingPart(original: RecordedEvent, copy: RecordedEvent): CopyDifference['part'] | null {
  if (copy.revision !== original.revision) return 'revision';
  // Engines may write a UUID in lower case.
  if (copy.id.toLowerCase() !== original.id.toLowerCase()) return 'id';
  if (copy.type !== original.type) return 'type';
  if (copy.data !== original.data) return 'data';
  return copy.metadata === original.metadata ? null : 'metadata';
}
