import { piiLanguages, type PiiEntity, type PiiGrade, type PiiLanguage } from '../personal-data/pii-kinds.ts';
import { gradesByForm } from '../personal-data/unmeasured-grade.ts';
import { applyDetectionRules, type WantedFindings } from '../personal-data/detection/detection-rules.ts';
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
  SECRET: 'A',
} as const satisfies Record<PiiEntity, PiiGrade>;

/** Grades for other languages: international numbers are found, national ones by form alone. */
const unknown = { ...gradesByForm, PHONE: 'C', NATIONAL_ID: 'C', TAX_ID: 'C', VAT_ID: 'B', SECRET: 'A' } as const;

const languagesKnown: ReadonlySet<PiiLanguage> = new Set(['de', 'en', 'es', 'fr', 'it']);
const capabilities: DetectorCapabilities = Object.fromEntries(
  piiLanguages.map((language) => [language, languagesKnown.has(language) ? known : unknown]),
);

/** The processor time of this thread, milliseconds: others may use its processor too. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Finds personal data by rules, checksums and lists, in this thread and without a model; docs/personal-data.md lists
 * what it misses. It is always available. Raises `PiiDetectorUnavailable` for a call that was aborted, or that takes
 * longer than its deadline, which is looked at before each rule. Raises `TooManyTexts`.
 */
export function createEmbeddedPiiDetector({ now = usedMs } = {}): PiiDetector {
  return {
    name: embeddedDetectorName,
    keepsDeadline: true,
    capabilities: () => capabilities,
    detect: async (texts, { entities, languages, deadlineMs, signal }) => {
      if (signal?.aborted === true) throw new PiiDetectorUnavailable('The call was ended.');
      const began = now();
      const ruled = (): void => {
        if (now() - began > deadlineMs)
          throw new PiiDetectorUnavailable(`Not all texts were read within ${deadlineMs} ms.`);
      };
      return spansIn(texts, { entities: new Set(entities), languages }, ruled);
    },
  };
}

function spansIn(texts: readonly string[], asked: WantedFindings, ruled: () => void): readonly (readonly PiiSpan[])[] {
  let found = 0;
  return texts.map((text) => {
    const parts = applyDetectionRules(text, asked, { found, ruled });
    found += parts.length;
    return parts.map((part) => ({ ...part, detector: embeddedDetectorName }));
  });
}
