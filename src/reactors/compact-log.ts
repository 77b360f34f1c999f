import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface CompactLogOptions {
  readonly retention: Pick<EventLogRetention, 'compact'>;
  readonly telemetry: Telemetry;
  readonly intervalMs: number;
  /** Whether contents may have been removed since the last call: without any there is nothing to take off the disk. */
  wasRemoved(): Promise<boolean>;
}

/** Takes removed contents off the disk, at every interval in which there were any; the first time after one. */
export function startCompacting({ retention, telemetry, intervalMs, wasRemoved }: CompactLogOptions): Sweeps {
  return startSweeps({
    intervalMs,
    delayMs: intervalMs,
    sweep: async () => {
      if (!(await wasRemoved())) return;
      const { eventsRemoved } = await retention.compact();
      telemetry.info('log_compacted', { eventsRemoved });
    },
    failed: (error) => telemetry.warn('compact_failed', {}, error),
  });
}
