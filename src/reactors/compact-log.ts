import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface CompactLogOptions {
  readonly retention: Pick<EventLogRetention, 'compact'>;
  readonly telemetry: Telemetry;
  readonly intervalMs: number;
  /** Whether contents may have been removed since the last call. If not, no compaction is needed. */
  wasRemoved(): Promise<boolean>;
}

/** Removes deleted contents from the disk after every interval in which some were removed. */
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
