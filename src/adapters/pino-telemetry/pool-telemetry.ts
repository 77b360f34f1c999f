import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolTelemetry } from '../../ports/telemetry.ts';

/** The health of a target, read at each scrape. */
interface TargetFigures {
  readonly target: string;
  readonly upstream: string;
  readonly status: string;
  readonly running: number;
  readonly latencyMs: number | null;
}

export interface PinoPoolTelemetry extends PoolTelemetry {
  /** Adds target metrics that are read at each scrape. */
  addTargets(read: () => readonly TargetFigures[]): void;
}

const labelNames = ['target', 'upstream'] as const;

/** Metrics and logs of target pools. */
export function pinoPoolTelemetry(registry: Registry, logger: Logger): PinoPoolTelemetry {
  const attempts = new Counter({
    name: 'waybill_target_attempts_total',
    help: 'Attempts at a target that have ended, by what became of them: healthy, inconclusive, or the class of the failure.',
    labelNames: [...labelNames, 'outcome'],
    registers: [registry],
  });
  const outs = new Counter({
    name: 'waybill_target_outs_total',
    help: 'How often a target went out; target is empty for a credential with all that is asked by it.',
    labelNames: [...labelNames, 'failure'],
    registers: [registry],
  });
  return {
    attemptEnded: ({ target, upstream, outcome }) => attempts.labels(target, upstream, outcome).inc(),
    healthChanged: ({ target, upstream, isHealthy, failure }) => {
      const facts = { target, upstream, failure };
      if (isHealthy) return logger.info(facts, 'target_back');
      outs.labels(target ?? '', upstream, failure ?? '').inc();
      // A credential stays unhealthy until an operator repairs it, so an operator has to be alerted.
      if (target === null) logger.error(facts, 'credential_out');
      else logger.warn(facts, 'target_out');
    },
    addTargets: (read) => addTargets(registry, read),
  };
}

function addTargets(registry: Registry, read: () => readonly TargetFigures[]): void {
  const gauge = (name: string, help: string, figure: (of: TargetFigures) => number | null): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          this.reset();
          for (const of of read()) {
            const value = figure(of);
            if (value !== null) this.labels(of.target, of.upstream).set(value);
          }
        },
      }),
    );
  };
  gauge('waybill_target_healthy', '1 while the target may be asked; 0: it is ejected, or its credential is.', (of) =>
    of.status === 'healthy' || of.status === 'degraded' ? 1 : 0,
  );
  gauge('waybill_target_requests_running', 'Requests that run at the target.', (of) => of.running);
  gauge(
    'waybill_target_first_byte_ms',
    'Moving average of the time to the first byte, milliseconds.',
    (of) => of.latencyMs,
  );
}
