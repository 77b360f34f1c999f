import { createCastingPiiEngine } from '../pii-engine/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../pii-engine/embedded-pii-detector.ts';
import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import { createPresidioPiiDetector, type PresidioPiiDetector } from '../adapters/presidio-pii-detector.ts';
import type { Config } from '../config.ts';
import { configuredPepper } from './key-hasher.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { PiiEngine } from '../ports/pii-engine.ts';
import type { CastTelemetry } from '../ports/telemetry.ts';

export interface ConfiguredPersonalData {
  /** The engine that finds and casts personal data, for the stages; `null`: none is configured. */
  readonly stages: { readonly piiEngine: PiiEngine | null; readonly castTelemetry: CastTelemetry };
  /** Current problems of its detectors for the operator. */
  readonly notices: () => readonly string[];
  stop(): Promise<void>;
}

interface Given {
  readonly ledger: OpenedLedger;
  readonly telemetry: PinoTelemetry;
  /** The engine of a test, used instead of the configured one. */
  readonly instead: PiiEngine | undefined;
}

/**
 * The engine for personal data with its detectors. An unavailable detector does not stop the start, because callers who
 * require no protection are served without it.
 */
export async function configuredPersonalData(
  config: Config,
  { ledger, telemetry, instead }: Given,
): Promise<ConfiguredPersonalData> {
  const { personal_data: configured, role } = config;
  if (configured === undefined || instead !== undefined) {
    const stages = { piiEngine: instead ?? null, castTelemetry: telemetry };
    return { stages, notices: () => [], stop: async () => undefined };
  }
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
    requiredIn: configured.required_in,
    deadlineMs: configured.deadline_ms,
    cacheTextsMax: configured.remembered_texts_max,
    linkHosts: configured.link_hosts ?? null,
    secret: await configuredPepper(config, ledger),
    telemetry,
  });
  if (presidio !== null && role !== 'reactors') await presidio.refresh();
  return {
    stages: { piiEngine, castTelemetry: telemetry },
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
      help: 'Configured languages that Presidio currently does not serve.',
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
