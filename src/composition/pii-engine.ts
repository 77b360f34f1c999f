import { createCastingPiiEngine } from '../adapters/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../adapters/embedded-pii-detector.ts';
import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import { createPresidioPiiDetector, type PresidioPiiDetector } from '../adapters/presidio-pii-detector.ts';
import type { Config } from '../config.ts';
import type { PiiEngine } from '../ports/pii-engine.ts';

export interface ConfiguredPersonalData {
  /** What finds and casts personal data; `null` where nothing is configured. */
  readonly piiEngine: PiiEngine | null;
  /** What an operator should know of its detectors now. */
  readonly notices: () => readonly string[];
  stop(): Promise<void>;
}

/**
 * The engine for personal data with its detectors. `secret`: of all gateways of the ledger. A detector that is away does not
 * stop the start: callers who need no protection are served without it.
 */
export async function configuredPersonalData(
  { personal_data: configured, role }: Config,
  secret: Buffer,
  telemetry: PinoTelemetry,
): Promise<ConfiguredPersonalData> {
  if (configured === undefined) return { piiEngine: null, notices: () => [], stop: async () => undefined };
  const embedded = { detector: createEmbeddedPiiDetector(), isOptional: false, leastScores: configured.least_scores };
  const presidio = configured.presidio === undefined ? null : createPresidioPiiDetector(configured.presidio);
  const others =
    presidio === null
      ? []
      : [{ detector: presidio, isOptional: configured.presidio?.optional === true, leastScores: {} }];
  const piiEngine = createCastingPiiEngine({
    detectors: [embedded, ...others],
    languages: configured.languages,
    required: configured.required,
    deadlineMs: configured.deadline_ms,
    cacheTextsMax: configured.remembered_texts_max,
    secret,
    telemetry,
  });
  if (presidio !== null && role !== 'reactors') await presidio.refresh();
  return {
    piiEngine,
    ...presidioNotices(presidio, telemetry),
    stop: async () => {
      await presidio?.[Symbol.asyncDispose]();
    },
  };
}

function presidioNotices(
  presidio: PresidioPiiDetector | null,
  telemetry: PinoTelemetry,
): Pick<ConfiguredPersonalData, 'notices'> {
  if (presidio === null) return { notices: () => [] };
  telemetry.addGauges({
    waybill_personal_data_languages_missing: {
      help: 'Languages of its configuration that Presidio does not answer for now.',
      read: () => presidio.missing().length,
    },
  });
  return {
    notices: () => {
      const missing = presidio.missing();
      return missing.length === 0 ? [] : [`personal_data: Presidio does not answer for ${missing.join(', ')}`];
    },
  };
}
