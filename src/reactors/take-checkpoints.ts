import { lastCheckpoint } from '../ledger/checkpoints/recorded-checkpoints.ts';
import { takeCheckpoint, type TakeCheckpointDeps } from '../ledger/checkpoints/take-checkpoint.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface TakeCheckpointsDeps extends Omit<TakeCheckpointDeps, 'signal'> {
  /** Age of the last checkpoint, or of a ledger without one, at which the next one is taken, milliseconds. */
  readonly checkpointMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

/** Takes a checkpoint when the last one, of whatever process, is old enough. Looks at every interval. */
export function startTakingCheckpoints(deps: TakeCheckpointsDeps, intervalMs: number): Sweeps {
  return startSweeps({
    intervalMs,
    // A start has other things to do.
    delayMs: intervalMs,
    sweep: (signal) => takeDueCheckpoint(deps, signal),
    failed: (error) => deps.telemetry.warn('checkpoint_not_taken', {}, error),
  });
}

/** One look. Raises what the log raises. */
export async function takeDueCheckpoint(deps: TakeCheckpointsDeps, signal: AbortSignal): Promise<void> {
  const { log, now, checkpointMs } = deps;
  const since = (await lastCheckpoint(log)) ?? (await log.readAll({ limit: 1 })).at(0);
  if (since === undefined || now() < Date.parse(since.recordedAt) + checkpointMs) return;
  await takeCheckpoint({ ...deps, signal });
}
