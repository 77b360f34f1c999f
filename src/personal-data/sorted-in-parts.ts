import type { WorkInParts } from './work-in-parts.ts';

/** How many items one part of the work sorts, and the size of that part. */
const itemsOfRun = 4_096;
const charactersOfRun = 16_384;

/** Sorts like `toSorted`, in parts. */
export function* sortedInParts<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): WorkInParts<Item[]> {
  let from: Item[] = [];
  for (let start = 0; start < items.length; start += itemsOfRun) {
    for (const item of items.slice(start, start + itemsOfRun).toSorted(compare)) from.push(item);
    if (start > 0) yield charactersOfRun;
  }
  for (let length = itemsOfRun; length < items.length; length *= 2) {
    const to: Item[] = [];
    for (let start = 0; start < items.length; start += 2 * length) yield* merge(from, { start, length, compare }, to);
    from = to;
  }
  return from;
}

interface Merged<Item> {
  readonly start: number;
  readonly length: number;
  readonly compare: (a: Item, b: Item) => number;
}

/** Appends two runs of sorted items that follow each other. */
function* merge<Item>(from: readonly Item[], { start, length, compare }: Merged<Item>, to: Item[]): WorkInParts {
  const middle = Math.min(start + length, from.length);
  const end = Math.min(middle + length, from.length);
  for (let left = start, right = middle; left < middle || right < end;) {
    const [first, second] = [from[left], from[right]];
    const isFirst = right >= end || (left < middle && compare(first as Item, second as Item) <= 0);
    to.push((isFirst ? first : second) as Item);
    if (isFirst) left += 1;
    else right += 1;
    if (to.length % itemsOfRun === 0) yield charactersOfRun;
  }
}
