import type { EventLogRetention } from '../../ports/event-log-retention.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { logPages } from '../log-pages.ts';
import { RelayLease, LeaseTaken } from '../relay-lease.ts';
import { factPrefixes, relayPrefix } from '../stream-names.ts';

type Engine = EventLog & EventLogRetention;

export interface CopiedEngines {
  readonly source: Engine;
  readonly target: Engine;
  readonly mintId: () => string;
}

/** From where a relay goes on in the target. */
export interface CopiedRelay {
  readonly relay: string;
  /** A place of the target; `null`: from its beginning. */
  readonly published_up_to: Position | null;
}

/** How far a relay has published the log that is copied; `null`: nothing yet. */
export async function publishedUpTo(source: Engine, relayStream: string): Promise<Position | null> {
  return (await leaseIn(source, relayStream).look()).publishedUpTo;
}

/**
 * Gives the relay in the target the checkpoint that stands for the one it has in the source: the last place before which
 * everything was published. The target may order two streams otherwise than the source: what was published and stands
 * behind an event that was not is published once more, and nothing is left out. A lease that somebody has in the target,
 * or that is further on, stays as it is. Raises what the logs raise.
 */
export async function copyRelay(engines: CopiedEngines, relayStream: string): Promise<CopiedRelay> {
  const { source, target, mintId } = engines;
  const relay = relayStream.slice(relayPrefix.length);
  const lease = leaseIn(target, relayStream, mintId);
  const seen = await lease.look();
  const published = await publishedUpTo(source, relayStream);
  const place = published === null ? null : await translated({ source, target }, published);
  const isBehind =
    place !== null && (seen.publishedUpTo === null || target.comparePositions(seen.publishedUpTo, place) < 0);
  if (seen.holderId !== null || !isBehind) return { relay, published_up_to: seen.publishedUpTo };
  try {
    await lease.write(seen, { holderId: null, publishedUpTo: place });
    return { relay, published_up_to: place };
  } catch (error) {
    if (!(error instanceof LeaseTaken)) throw error;
    return { relay, published_up_to: (await lease.look()).publishedUpTo };
  }
}

function leaseIn(log: Engine, relayStream: string, mintId = neverMints): RelayLease {
  return new RelayLease({ log, retention: log, relay: relayStream.slice(relayPrefix.length), mintId });
}

function neverMints(): string {
  throw new Error('the lease of the source is only looked at');
}

/** The last place of the target before the first event that was not published. */
async function translated({ source, target }: Pick<CopiedEngines, 'source' | 'target'>, published: Position) {
  const lastPublished = await lastRevisionsUpTo(source, published);
  let place: Position | null = null;
  for await (const page of logPages(target, { streamPrefixes: factPrefixes })) {
    for (const { stream, revision, position } of page) {
      if (revision > (lastPublished.get(stream) ?? -1)) return place;
      place = position;
    }
  }
  return place;
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
