import { piiLanguages, type PiiEntity, type PiiGrade } from '../../src/personal-data/pii-kinds.ts';
import { PiiDetectorUnavailable, type DetectorCapabilities, type PiiDetector } from '../../src/ports/pii-detector.ts';

export interface ListingDetector extends PiiDetector {
  /** Every text that it was asked about. */
  readonly asked: string[];
}

/** Knows what it finds by heart: words, or patterns with the flag `g`. */
export function listingDetector(
  listed: Readonly<Partial<Record<PiiEntity, readonly (string | RegExp)[]>>>,
  { name = 'listing', grade = 'A' }: { readonly name?: string; readonly grade?: PiiGrade } = {},
): ListingDetector {
  const asked: string[] = [];
  const rules = Object.entries(listed).flatMap(([entity, patterns]) =>
    patterns.map((pattern) => ({
      entity: entity as PiiEntity,
      pattern: typeof pattern === 'string' ? new RegExp(RegExp.escape(pattern), 'g') : pattern,
    })),
  );
  const grades = Object.fromEntries(rules.map(({ entity }) => [entity, grade]));
  const capabilities: DetectorCapabilities = Object.fromEntries(piiLanguages.map((language) => [language, grades]));
  return {
    name,
    asked,
    capabilities: () => capabilities,
    detect: async (texts, { entities, signal }) => {
      if (signal?.aborted === true) throw new PiiDetectorUnavailable('The call was ended.');
      asked.push(...texts);
      return texts.map((text) =>
        rules
          .filter(({ entity }) => entities.includes(entity))
          .flatMap(({ entity, pattern }) =>
            Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
              start: index,
              end: index + found.length,
              entity,
              score: 1,
              detector: name,
            })),
          ),
      );
    },
  };
}
