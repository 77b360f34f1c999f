import type { Position } from '../../ports/event-log.ts';

/** Numbers of this many digits are below 2⁵³. */
const positionDigitsMax = 15;

/** A position in the notation of the port. */
export function positionOf(number: number): Position {
  return String(number) as Position; // the brand is given here alone
}

/** A position as a number; 0: before the first event. Raises `RangeError` for a position that is not of this log. */
export function numberOf(position: Position | undefined): number {
  if (position === undefined) return 0;
  const { length } = position;
  let number = length > 0 && length <= positionDigitsMax ? 0 : Number.NaN;
  // Positions are compared several times for each event; a regular expression takes five times as long.
  for (let index = 0; index < length; index += 1) {
    const digit = position.charCodeAt(index) - 0x30;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  if (Number.isNaN(number)) throw new RangeError(`${position} is no position of this log`);
  return number;
}
