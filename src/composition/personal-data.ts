import { createBodyCasting } from '../pii-engine/body-casting.ts';
import { createCastingPiiEngine, type CastingPiiEngineOptions } from '../pii-engine/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../pii-engine/embedded-pii-detector.ts';
import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import { createPresidioPiiDetector, type PresidioPiiDetector } from '../adapters/presidio-pii-detector.ts';
import type { Config } from '../config.ts';
import { configuredPepper } from './key-hasher.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { BodyCasting } from '../ports/body-casting.ts';
import type { PiiEngine } from '../ports/pii-engine.ts';
import type { CastTelemetry } from '../ports/telemetry.ts';
import { openTextThreads } from './personal-data/text-threads.ts';

export interface ConfiguredPersonalData {
  /** What casts and restores bodies, for the stages; `null`: none is configured. */
  readonly stages: { readonly bodyCasting: BodyCasting | null; readonly castTelemetry: CastTelemetry };
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
    const bodyCasting = instead === undefined ? null : createBodyCasting(instead, null);
    const stages = { bodyCasting, castTelemetry: telemetry };
    return { stages, notices: () => [], stop: async () => undefined };
  }
  const embedded = { detector: createEmbeddedPiiDetector(), isOptional: false, leastScores: configured.least_scores };
  const presidio = configured.presidio === undefined ? null : createPresidioPiiDetector(configured.presidio);
  const others =
    presidio === null
      ? []
      : [{ detector: presidio, isOptional: configured.presidio?.optional === true, leastScores: {} }];
  const options: CastingPiiEngineOptions = {
    detectors: [embedded, ...others],
    languages: configured.languages,
    required: configured.required,
    requiredIn: configured.required_in,
    deadlineMs: configured.deadline_ms,
    cacheTextsMax: configured.remembered_texts_max,
    linkHosts: configured.link_hosts ?? null,
    secret: await configuredPepper(config, ledger),
    telemetry,
  };
  const threads = openTextThreads(options, { memoryBytesMax: configured.memory_bytes_max });
  const bodyCasting = createBodyCasting(createCastingPiiEngine(options), threads);
  if (presidio !== null && role !== 'reactors') await presidio.refresh();
  return {
    stages: { bodyCasting, castTelemetry: telemetry },
    ...presidioNotices(presidio, telemetry),
    stop: async () => {
      await Promise.all([threads.close(), presidio?.[Symbol.asyncDispose]()]);
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
