import type { FairRoom, NoPlace, Place, Sharer } from '../limits/fair-room.ts';

/** A request for a place in a fair room. */
export interface PlaceRequest {
  readonly sharer: Sharer;
  readonly units: number;
  /** How long to wait for it, milliseconds; 0: not at all. */
  readonly waitMs: number;
  /** Registers a listener for when the place is no longer wanted; returns a function that removes it. */
  readonly onGone?: (listener: () => void) => () => void;
}

/** The place is no longer wanted. */
export type Gone = 'gone';

/**
 * A place in a fair room: at once if one is free, else when its turn comes, else the reason why there was none in time.
 * A limit of the tenant or key is returned at once.
 */
export function timedPlace(room: FairRoom, request: PlaceRequest): Place | Promise<Place | NoPlace | Gone> | NoPlace {
  const { sharer, units, waitMs } = request;
  const place = room.enter(sharer, units);
  if (typeof place !== 'string' || place === 'tenant_limit' || place === 'key_limit' || waitMs === 0) return place;
  return new Promise((resolve) => {
    let forget = (): void => undefined;
    let isOver = false;
    const end = (outcome: Place | NoPlace | Gone): void => {
      isOver = true;
      clearTimeout(timer);
      forget();
      resolve(outcome);
    };
    const timer = setTimeout(() => leaveQueue(place), waitMs);
    const leave = room.wait(sharer, units, end);
    const leaveQueue = (outcome: NoPlace | Gone): void => {
      leave?.();
      end(outcome);
    };
    if (leave === null) return end(place);
    if (!isOver) forget = request.onGone?.(() => leaveQueue('gone')) ?? forget;
  });
}
