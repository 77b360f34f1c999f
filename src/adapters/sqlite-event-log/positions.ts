import type { Position } from '../../ports/event-log.ts';

/** So many digits are a whole number below 2⁵³. */
const POSITION_DIGITS_MAX = 15;

/** A place in the log as its port writes it. */
export function positionOf(place: number): Position {
  return String(place) as Position; // the brand is given here and in the append queue
}

/** 0: before the first event. Raises `RangeError` for what is no position of this log. */
export function numberOf(position: Position | undefined): number {
  if (position === undefined) return 0;
  const { length } = position;
  let place = length > 0 && length <= POSITION_DIGITS_MAX ? 0 : Number.NaN;
  // Positions are compared several times for each event: a pattern takes five times as long.
  for (let index = 0; index < length; index += 1) {
    const digit = position.charCodeAt(index) - 0x30;
    place = digit >= 0 && digit <= 9 ? place * 10 + digit : Number.NaN;
  }
  if (Number.isNaN(place)) throw new RangeError(`${position} is no position of this log`);
  return place;
}
