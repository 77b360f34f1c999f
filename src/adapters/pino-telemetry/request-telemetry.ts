import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { approximateEur } from '../../domain/money.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { remembered } from './remembered.ts';

/** Metrics and logs of requests and inferences. */
export function pinoRequestTelemetry(
  registry: Registry,
  logger: Logger,
): Pick<Telemetry, 'requestEnded' | 'inferenceEnded'> {
  const registers = [registry];
  const requests = new Counter({
    name: 'waybill_http_requests_total',
    help: 'HTTP requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const refused = new Counter({
    name: 'waybill_refused_requests_total',
    help: 'Requests answered with an error record, by route and error code.',
    labelNames: ['route', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'waybill_http_request_seconds',
    help: 'Time from request to end of answer, by route.',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const inferences = new Counter({
    name: 'waybill_inferences_total',
    help: 'Reservations ended by requests, by outcome.',
    labelNames: ['surface', 'profile', 'target', 'outcome'],
    registers,
  });
  const settled = new Counter({
    name: 'waybill_settled_eur_total',
    help: 'Approximate sum of settled costs, for graphs; the ledger has the exact one.',
    labelNames: ['surface', 'profile', 'target'],
    registers,
  });
  const estimates = new Counter({
    name: 'waybill_estimates_total',
    help: 'Charges by an estimate, because the answer had no counters that could be read.',
    labelNames: ['upstream', 'surface'],
    registers,
  });
  // A series is looked up by its labels once instead of for every request: the look-up costs more than the count.
  const requestSeries = remembered((route: string, status: string) => ({
    count: requests.labels(route, status),
    time: seconds.labels(route),
  }));
  const refusalSeries = remembered((route: string, code: string) => refused.labels(route, code));
  const inferenceSeries = remembered((surface: string, profile: string, target: string, outcome: string) => ({
    count: inferences.labels(surface, profile, target, outcome),
    sum: settled.labels(surface, profile, target),
  }));
  return {
    requestEnded: (facts) => {
      const { route, status, refusal, milliseconds } = facts;
      const { count, time } = requestSeries(route, String(status));
      count.inc();
      time.observe(milliseconds / 1000);
      if (refusal !== null) refusalSeries(route, refusal).inc();
      logger.info(facts, 'request');
    },
    inferenceEnded: (facts) => {
      const { surface, profile, target, upstream, outcome, isEstimate, cost } = facts;
      const { count, sum } = inferenceSeries(surface, profile, target, outcome);
      count.inc();
      if (cost > 0n) sum.inc(approximateEur(cost));
      if (isEstimate) estimates.inc({ upstream, surface });
      if (!facts.isRecorded) logger.warn({ ...facts, cost: undefined, usage: undefined }, 'ending_pending');
    },
  };
}
