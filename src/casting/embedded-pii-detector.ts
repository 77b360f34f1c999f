import { piiLanguages, type PiiEntity, type PiiGrade, type PiiLanguage } from '../personal-data/pii-kinds.ts';
import { gradesByForm } from '../personal-data/unmeasured-grade.ts';
import { applyDetectionRules, type Asked } from '../personal-data/detection/detection-rules.ts';
import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import { doneInTurns } from '../ports/done-in-turns.ts';
import {
  PiiDetectorUnavailable,
  type DetectorCapabilities,
  type PiiDetector,
  type PiiSpan,
} from '../ports/pii-detector.ts';

/** The name of the embedded detector in configuration, spans and metrics. */
const embeddedDetectorName = 'embedded';

/** Grades for languages whose surrounding words are known. */
const known = {
  ...gradesByForm,
  PHONE: 'A',
  NATIONAL_ID: 'A',
  TAX_ID: 'A',
  VAT_ID: 'A',
  HEALTH_ID: 'B',
  PASSPORT: 'B',
  ID_DOCUMENT: 'B',
  DRIVING_LICENCE: 'B',
  DATE_OF_BIRTH: 'B',
  PLATE: 'B',
  ADDRESS: 'C',
  PERSON: 'C',
} as const satisfies Record<PiiEntity, PiiGrade>;

/** Grades for other languages: international numbers are found, national ones by form alone. */
const unknown = { ...gradesByForm, PHONE: 'C', NATIONAL_ID: 'C', TAX_ID: 'C', VAT_ID: 'B' } as const;

const languagesKnown: ReadonlySet<PiiLanguage> = new Set(['de', 'en', 'es', 'fr', 'it']);
const capabilities: DetectorCapabilities = Object.fromEntries(
  piiLanguages.map((language) => [language, languagesKnown.has(language) ? known : unknown]),
);

/** How many spans are named in one part of the work. */
const spansAtOnce = 4_096;

/** The size of the work for each text in addition to its characters. */
const charactersOfText = 64;

/**
 * Finds personal data by rules, checksums and lists, in this process and without a model; docs/personal-data.md lists
 * what it misses. It is always available. Raises `PiiDetectorUnavailable` for a call that was aborted or exceeds its
 * deadline.
 */
export function createEmbeddedPiiDetector({ now = performance.now.bind(performance) } = {}): PiiDetector {
  return {
    name: embeddedDetectorName,
    capabilities: () => capabilities,
    detect: async (texts, { entities, languages, deadlineMs, signal, sharer }) => {
      const end = now() + deadlineMs;
      const assertInTime = (): void => {
        if (signal?.aborted === true) throw new PiiDetectorUnavailable('The call was ended.');
        if (now() > end) throw new PiiDetectorUnavailable(`Not all texts were read within ${deadlineMs} ms.`);
      };
      return await doneInTurns(spansIn(texts, { entities: new Set(entities), languages }, assertInTime), sharer);
    },
  };
}

function* spansIn(
  texts: readonly string[],
  asked: Asked,
  assertInTime: () => void,
): WorkInParts<readonly (readonly PiiSpan[])[]> {
  const found: (readonly PiiSpan[])[] = [];
  for (const text of texts) {
    assertInTime();
    yield charactersOfText + text.length;
    const work = applyDetectionRules(text, asked);
    let part = work.next();
    for (; part.done !== true; part = work.next()) {
      yield part.value;
      assertInTime();
    }
    const spans: PiiSpan[] = [];
    for (const [place, span] of part.value.entries()) {
      spans.push({ ...span, detector: embeddedDetectorName });
      if (place % spansAtOnce === spansAtOnce - 1) yield spansAtOnce;
    }
    found.push(spans);
  }
  return found;
}
