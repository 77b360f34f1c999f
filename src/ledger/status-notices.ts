import type { Projection, ProjectionFold, WaitingStream } from '../ports/read-models.ts';
import { projectionId } from '../ports/read-models.ts';
import type { ProjectionFollower } from './following/follow.ts';

/** Most streams that are named; of the others only the number is reported. */
const namedMax = 10;

export const upgradeAdvice = 'upgrade this gateway, and it goes on by itself';

export interface StatusDeps {
  readonly readModels: Pick<ProjectionFold, 'waiting'>;
  readonly follower: Pick<ProjectionFollower, 'lag'>;
}

/** Notices for the operator about stopped projections and waiting streams. Raises `ReadModelsUnavailable`. */
export function statusNotices(deps: StatusDeps): readonly string[] {
  const stopped = deps.follower
    .lag()
    .projections.filter(({ stoppedBy }) => stoppedBy !== null)
    .map(
      ({ projection, stoppedBy }) => `projection_stopped: ${projectionId(projection)} stands (${reasonOf(stoppedBy)})`,
    );
  const waiting = waitingStreams(deps);
  const named = waiting.slice(0, namedMax).map(waitingNotice);
  const more = waiting.length - named.length;
  return [...stopped, ...named, ...(more > 0 ? [`stream_waiting: ${more} other streams wait as well`] : [])];
}

/** Streams that wait in any projection, by name, each at the first event that it waits for. */
export function waitingStreams({ readModels, follower }: StatusDeps): readonly WaitingStream[] {
  const first = new Map<string, WaitingStream>();
  for (const { projection } of follower.lag().projections) {
    for (const waiting of waitingIn(projection, readModels)) {
      const known = first.get(waiting.stream);
      if (known === undefined || waiting.revision < known.revision) first.set(waiting.stream, waiting);
    }
  }
  return [...first.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

function waitingIn(projection: Projection<object>, readModels: StatusDeps['readModels']): readonly WaitingStream[] {
  return projection.hasStreamsApart === true ? readModels.waiting(projection) : [];
}

function waitingNotice({ stream, revision, type }: WaitingStream): string {
  return `stream_waiting: ${stream} stands before event ${revision} of the type ${type}, which a later version of Waybill wrote; all others go on. ${upgradeAdvice}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
