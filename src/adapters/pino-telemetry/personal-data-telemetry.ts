import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { PiiDetectorUnavailable } from '../../ports/pii-detector.ts';
import type { CastTelemetry, DetectorTelemetry } from '../../ports/telemetry.ts';

/** Metrics and logs of casting and of its detectors: kinds and numbers, never a value. */
export function pinoPersonalDataTelemetry(registry: Registry, logger: Logger): CastTelemetry & DetectorTelemetry {
  const count = personalDataCountersIn(registry);
  return {
    personalDataCast: (counts) => {
      for (const [kind, values] of counts) count.cast.labels(kind).inc(values);
    },
    personalDataLeft: (kinds) => {
      for (const kind of kinds) count.left.labels(kind).inc();
      logger.error({ kinds }, 'personal_data_left');
    },
    personalDataKept: (kind) => count.kept.labels(kind).inc(),
    detectorAsked: ({ detector, hasAnswered, milliseconds }, error) => {
      count.calls.labels(detector, hasAnswered ? 'answered' : 'failed').inc();
      count.seconds.labels(detector).inc(milliseconds / 1000);
      if (!hasAnswered) logger.warn({ detector, reason: reasonOf(error) }, 'personal_data_detector_failed');
    },
  };
}

/**
 * Only the detector's own error is logged with its message; others may repeat the texts, and only their name is logged.
 */
function reasonOf(error: unknown): string {
  if (error instanceof PiiDetectorUnavailable) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}

function personalDataCountersIn(registry: Registry) {
  const registers = [registry];
  const cast = new Counter({
    name: 'waybill_personal_data_cast_total',
    help: 'Values of personal data that were cast, each once a request, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const left = new Counter({
    name: 'waybill_personal_data_left_total',
    help: 'Requests that were not sent because casting had left personal data in them, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const kept = new Counter({
    name: 'waybill_personal_data_kept_in_links_total',
    help: 'Values whose placeholders stayed in links of answers, each once a request, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const calls = new Counter({
    name: 'waybill_personal_data_detector_calls_total',
    help: 'Calls of a detector of personal data, by its name and whether it answered.',
    labelNames: ['detector', 'outcome'],
    registers,
  });
  const seconds = new Counter({
    name: 'waybill_personal_data_detector_seconds_total',
    help: 'Time that the calls of a detector of personal data took together.',
    labelNames: ['detector'],
    registers,
  });
  return { cast, left, kept, calls, seconds };
}
