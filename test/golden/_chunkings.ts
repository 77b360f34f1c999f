// The same bytes, cut in every way that a network may cut them.
import { seededRandom } from '../_support/seeded-random.ts';

const randomCuts = (seed: number) => (bytes: Buffer) => {
  const random = seededRandom(seed);
  const ends: number[] = [];
  for (let at = 0; at < bytes.length; ends.push(at)) at += random.whole(1, random.oneOf([2, 9, 60, 700]));
  return cutAt(bytes, ends);
};

/** How a body is cut into the pieces in which it is read. The first cuts nothing: the others have to give what it gives. */
export const chunkings: Readonly<Record<string, (bytes: Buffer) => readonly Buffer[]>> = {
  whole: (bytes) => [bytes],
  bytes: (bytes) =>
    cutAt(
      bytes,
      Array.from(bytes, (_, at) => at + 1),
    ),
  lines: (bytes) => cutAt(bytes, endsOf(bytes, '\n')),
  records: (bytes) => cutAt(bytes, [...endsOf(bytes, '\n\n'), ...endsOf(bytes, '\r\n\r\n')]),
  'short of records': (bytes) =>
    cutAt(
      bytes,
      endsOf(bytes, '\n\n').map((end) => end - 1),
    ),
  'random 1': randomCuts(1),
  'random 2': randomCuts(2),
  'random 3': randomCuts(3),
};

function cutAt(bytes: Buffer, ends: readonly number[]): readonly Buffer[] {
  const places = [...new Set([0, ...ends, bytes.length])].filter((at) => at <= bytes.length).toSorted((a, b) => a - b);
  return places.slice(1).map((end, i) => Buffer.from(bytes.subarray(places[i], end)));
}

function endsOf(bytes: Buffer, mark: string): readonly number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) ends.push(at + mark.length);
  return ends;
}
