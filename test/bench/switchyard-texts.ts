import { seededRandom } from '../_support/seeded-random.ts';

const words =
  'how many of the following are true if a given sum is not divided by the price that two people paid for it in one year';

/** Questions without a meaning, up to 2 KB, where there are no outcomes to take any from. */
export function sentences(): readonly string[] {
  const random = seededRandom(1);
  const list = words.split(' ');
  return Array.from({ length: 2_000 }, () => {
    const count = random.whole(5, 300);
    return `${Array.from({ length: count }, () => list[random.whole(0, list.length - 1)]).join(' ')}?`;
  });
}
