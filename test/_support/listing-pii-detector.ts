import type { PiiEntity, PiiLanguage } from '../../src/personal-data/pii-kinds.ts';
import {
  PiiDetectorUnavailable,
  type DetectorCapabilities,
  type DetectRequest,
  type PiiDetector,
  type PiiSpan,
} from '../../src/ports/pii-detector.ts';

/** A detector that finds the values it is told, wherever they stand; a small one, so that tests can say what is found. */
export function listingPiiDetector(
  values: Readonly<Record<string, PiiEntity>>,
  { name = 'listing', languages = ['en'] }: { name?: string; languages?: readonly PiiLanguage[] } = {},
): PiiDetector {
  const kinds = Object.fromEntries(Object.values(values).map((entity) => [entity, 'A'] as const));
  const capabilities: DetectorCapabilities = Object.fromEntries(languages.map((language) => [language, kinds]));
  const spansOf = (text: string, { entities }: DetectRequest): readonly PiiSpan[] =>
    Object.entries(values)
      .filter(([, entity]) => entities.includes(entity))
      .flatMap(([value, entity]) =>
        placesOf(value, text).map((start) => ({
          start,
          end: start + value.length,
          entity,
          score: 1,
          detector: name,
        })),
      );
  return {
    name,
    capabilities: () => capabilities,
    detect: async (texts, request) => {
      if (request.signal?.aborted === true) throw new PiiDetectorUnavailable('The call was ended.');
      return texts.map((text) => spansOf(text, request));
    },
  };
}

function placesOf(value: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) places.push(at);
  return places;
}
