import { randomBytes } from 'node:crypto';
import { createCastingPiiEngine, type CastingPiiEngineOptions } from '../../src/pii-engine/casting-pii-engine.ts';
import type { PiiDetector } from '../../src/ports/pii-detector.ts';
import type { PiiEngine } from '../../src/ports/pii-engine.ts';

/** The engine of the product over detectors of a test. */
export function castingEngine(
  detectors: readonly [PiiDetector, ...PiiDetector[]],
  more: Partial<CastingPiiEngineOptions> = {},
): PiiEngine {
  const [rules, ...others] = detectors;
  const used = (detector: PiiDetector) => ({ detector, isOptional: false, leastScores: {} });
  return createCastingPiiEngine({
    detectors: [used(rules), ...others.map(used)],
    languages: ['en', 'it'],
    required: {},
    deadlineMs: 2_000,
    cacheTextsMax: 1_000,
    secret: randomBytes(32),
    linkHosts: [],
    ...more,
  });
}
