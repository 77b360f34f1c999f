import { array, nat } from 'fast-check';

/** Places to cut bytes at, whatever their length. */
export const cutsOf = array(nat(), { maxLength: 12 });

/** The pieces of bytes that are cut at these places. */
export function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.length));
}
