import { noticeTarget, type NoticesDeps } from '../ledger/notices.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Clock } from '../time/clock.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

/** A target as its gateway sees it. */
interface JudgedTarget {
  readonly target: string;
  readonly upstream: string;
  readonly status: 'healthy' | 'degraded' | 'half_open' | 'ejected';
  /** Average time to the first byte, milliseconds; `null`: it has not answered this gateway. */
  readonly latencyMs: number | null;
}

export interface NoteTargetsDeps extends NoticesDeps {
  readonly targets: () => readonly JudgedTarget[];
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

/**
 * Records what changes for this gateway: a target goes out, or has answered it again. A gateway that has just begun knows
 * of a target only once that has answered, and then says so for one that went out under an earlier process.
 */
export class TargetNotes {
  readonly #deps: NoteTargetsDeps;
  /** Whether a target was out when it was last recorded. */
  readonly #noted = new Map<string, boolean>();

  constructor(deps: NoteTargetsDeps) {
    this.#deps = deps;
  }

  /** Raises what the log raises; the next call continues. */
  async note(signal?: AbortSignal): Promise<void> {
    const { targets, clock } = this.#deps;
    for (const { target, upstream, status, latencyMs } of targets()) {
      if (signal?.aborted === true) return;
      const isOut = status === 'ejected' || status === 'half_open';
      const name = `${upstream} ${target}`;
      if (this.#noted.get(name) === isOut || (!isOut && latencyMs === null)) continue;
      // What changes too often is looked at again: the last change is recorded in the end.
      const refusal = await noticeTarget(this.#deps, { target, upstream, isOut }, clock.now());
      if (refusal === null) this.#noted.set(name, isOut);
    }
  }
}

/** Notes targets at every interval. */
export function startNotingTargets(deps: NoteTargetsDeps, intervalMs: number): Sweeps {
  const notes = new TargetNotes(deps);
  return startSweeps({
    intervalMs,
    sweep: (signal) => notes.note(signal),
    failed: (error) => deps.telemetry.warn('targets_not_noted', {}, error),
  });
}
