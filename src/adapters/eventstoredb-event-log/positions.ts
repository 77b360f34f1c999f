import type { Position } from '../../ports/event-log.ts';

/** Both parts of a position in `$all`, as decimal text of unsigned 64-bit numbers. In this adapter, a place is such a pair. */
export interface LogPlace {
  readonly commit: string;
  readonly prepare: string;
}

const placePattern = /^(0|[1-9]\d{0,19})\/(0|[1-9]\d{0,19})$/;

/** Before all places. Only compared, never sent. */
export const beginning: LogPlace = { commit: '', prepare: '' };

/** The server's value for an unknown position: -1 as unsigned. */
const unknownCommit = '18446744073709551615';

/** `null` for an unknown position. */
export function remotePositionOf({ commit, prepare }: LogPlace): Position | null {
  return commit === unknownCommit ? null : (`${commit}/${prepare}` as Position); // the brand is given here and nowhere else
}

/** Raises `RangeError` for a position of another engine. */
export function placeOf(position: Position): LogPlace {
  const match = placePattern.exec(position);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new RangeError(`${position} is no position of this log`);
  }
  return { commit: match[1], prepare: match[2] };
}

/** Compares by commit, then by prepare. Raises `RangeError`. */
export function comparePositions(a: Position, b: Position): number {
  return comparePlaces(placeOf(a), placeOf(b));
}

/** Compares by commit, then by prepare. */
export function comparePlaces(a: LogPlace, b: LogPlace): number {
  return compareNumbers(a.commit, b.commit) || compareNumbers(a.prepare, b.prepare);
}

function compareNumbers(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
