import type { EventLogRetention } from '../../ports/event-log-retention.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { chainedLog } from '../chained-log.ts';
import { logPages } from '../log-pages.ts';
import { RelayLease, LeaseTaken } from '../relay-lease.ts';
import { checkpointStream, factPrefixes, relayPrefix } from '../stream-names.ts';

type Engine = EventLog & EventLogRetention;

export interface CopiedEngines {
  readonly source: Engine;
  readonly target: Engine;
  readonly createId: () => string;
}

/** Where a relay continues in the target. */
export interface CopiedRelay {
  readonly relay: string;
  /** A position of the target; `null`: its beginning. */
  readonly published_up_to: Position | null;
}

/** The position up to which a relay has published the source; `null`: nothing yet. */
export async function publishedUpTo(source: Engine, relayStream: string): Promise<Position | null> {
  return (await leaseIn(source, relayStream).look()).publishedUpTo;
}

/**
 * Translates a relay's checkpoint from the source to the target: the last position up to which everything was
 * published. The target may order two streams differently: a published event after an unpublished one is published
 * again, and none is left out. A lease that is held in the target, or is further on, is not changed. Raises what the
 * logs raise.
 */
export async function copyRelay(engines: CopiedEngines, relayStream: string): Promise<CopiedRelay> {
  const { source, target, createId } = engines;
  const relay = relayStream.slice(relayPrefix.length);
  const lease = leaseIn(target, relayStream, createId);
  const seen = await lease.look();
  const published = await publishedUpTo(source, relayStream);
  const publishedInTarget = published === null ? null : await translated({ source, target }, published);
  const isBehind =
    publishedInTarget !== null &&
    (seen.publishedUpTo === null || target.comparePositions(seen.publishedUpTo, publishedInTarget) < 0);
  if (seen.holderId !== null || !isBehind) return { relay, published_up_to: seen.publishedUpTo };
  try {
    await lease.write(seen, { holderId: null, publishedUpTo: publishedInTarget });
    return { relay, published_up_to: publishedInTarget };
  } catch (error) {
    if (!(error instanceof LeaseTaken)) throw error;
    return { relay, published_up_to: (await lease.look()).publishedUpTo };
  }
}

function leaseIn(log: Engine, relayStream: string, createId = noEventId): RelayLease {
  return new RelayLease({
    log: chainedLog(log),
    retention: log,
    relay: relayStream.slice(relayPrefix.length),
    createId,
  });
}

function noEventId(): string {
  throw new Error('the lease of the source is only read');
}

/** The last position of the target before the first unpublished event. */
async function translated({ source, target }: Pick<CopiedEngines, 'source' | 'target'>, published: Position) {
  const lastPublished = await lastRevisionsUpTo(source, published);
  let last: Position | null = null;
  for await (const page of logPages(target, { streamPrefixes: factPrefixes })) {
    for (const { stream, revision, position } of page) {
      // The target has another tree, and checkpoints of its own.
      if (stream === checkpointStream) continue;
      if (revision > (lastPublished.get(stream) ?? -1)) return last;
      last = position;
    }
  }
  return last;
}

async function lastRevisionsUpTo(source: EventLog, last: Position): Promise<ReadonlyMap<string, number>> {
  const revisions = new Map<string, number>();
  for await (const page of logPages(source, { streamPrefixes: factPrefixes })) {
    for (const { stream, revision, position } of page) {
      if (source.comparePositions(position, last) > 0) return revisions;
      revisions.set(stream, revision);
    }
  }
  return revisions;
}
