import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 5;
/** Longer than a machine with ten times its load needs for anything, shorter than AVA waits for a sign of life. */
const patienceMs = 60_000;

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

/**
 * Looks as {@link until} does at something that is done in many steps: the patience begins again after each look that saw
 * another number of steps done. Raises with `what` and that number when no more are done.
 */
export async function untilAllDone<Found>(
  what: string,
  look: () => Promise<{ readonly found: Found | null; readonly done: number }>,
): Promise<Found> {
  let [lateAt, before] = [0, -1];
  for (;;) {
    const { found, done } = await look();
    if (found !== null) return found;
    if (done !== before) [lateAt, before] = [performance.now() + patienceMs, done];
    if (performance.now() > lateAt) throw new Error(`waited in vain: ${what}, ${done} are done`);
    await sleep(lookEveryMs);
  }
}

/**
 * Looks until it finds something that running work brings about, and for as long as the work runs: a busy machine takes
 * long to start a process. Raises with `what` when the work ends first, and what the work raises.
 */
export async function untilWithin<Found>(
  what: string,
  work: Promise<unknown>,
  look: () => Found | null | undefined | false,
): Promise<Found> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  // A failure while nobody waits for it is raised below, or by whoever has the work.
  ending.catch(() => undefined);
  for (;;) {
    const wasOver = isOver;
    const found = look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (wasOver) throw new Error(`ended before it happened: ${what}: ${JSON.stringify(await ending)}`);
    await sleep(lookEveryMs);
  }
}
