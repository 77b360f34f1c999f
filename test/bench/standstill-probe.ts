// Loaded into a gateway by `npm run bench:floors`: notes for how long its thread of requests stood still, and writes that at
// the end to the file that BENCH_STANDSTILLS names.
import { writeFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env['BENCH_STANDSTILLS'];
const resolutionMs = 1;

interface Collection {
  /** Milliseconds. */
  readonly duration: number;
  readonly detail: { readonly kind: number };
}

if (isMainThread && path !== undefined) {
  const young: number[] = [];
  const whole: number[] = [];
  const observer = new PerformanceObserver((list) => {
    // Entries of `gc` have a detail, which the types do not express.
    for (const { duration, detail } of list.getEntries() as unknown as readonly Collection[]) {
      (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR ? young : whole).push(duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const turns = monitorEventLoopDelay({ resolution: resolutionMs });
  turns.enable();
  process.on('exit', () => {
    const turnsMs = [50, 90, 99, 100].map((percent) => turns.percentile(percent) / 1e6 - resolutionMs);
    writeFileSync(path, JSON.stringify({ young, whole, turnsMs }));
  });
}
