import { createCastingPiiEngine } from '../adapters/casting-pii-engine.ts';
import { createEmbeddedPiiDetector } from '../adapters/embedded-pii-detector.ts';
import type { Config } from '../config.ts';
import type { PiiEngine } from '../ports/pii-engine.ts';

/** What finds and casts personal data; `null` where nothing is configured. `secret`: of all gateways of the ledger. */
export function configuredPiiEngine({ personal_data: configured }: Config, secret: Buffer): PiiEngine | null {
  if (configured === undefined) return null;
  const embedded = createEmbeddedPiiDetector();
  return createCastingPiiEngine({
    detectors: [{ detector: embedded, isOptional: false, leastScores: configured.least_scores }],
    languages: configured.languages,
    required: configured.required,
    deadlineMs: configured.deadline_ms,
    cacheTextsMax: configured.remembered_texts_max,
    secret,
  });
}
