import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 5;
const patienceMs = 20_000;

/** Looks until it finds something other than `null`, `undefined` or `false`; raises with `what` when it never does. */
export async function until<Found>(
  what: string,
  look: () => Found | null | undefined | false | Promise<Found | null | undefined | false>,
): Promise<Found> {
  const lateAt = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > lateAt) throw new Error(`waited in vain: ${what}`);
    await sleep(lookEveryMs);
  }
}
