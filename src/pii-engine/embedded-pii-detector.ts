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
 * what it misses. It is always available. Raises `PiiDetectorUnavailable` for a call that was aborted, or that itself
 * takes longer than its deadline: the turns of other works do not count. Raises `TooManyTexts`.
 */
export function createEmbeddedPiiDetector({ now = performance.now.bind(performance) } = {}): PiiDetector {
  return {
    name: embeddedDetectorName,
    keepsDeadline: true,
    capabilities: () => capabilities,
    detect: async (texts, { entities, languages, deadlineMs, signal, sharer }) => {
      const work = spansIn(texts, { entities: new Set(entities), languages });
      return await doneInTurns(inTime(work, { deadlineMs, signal, now }), sharer);
    },
  };
}

interface Deadline {
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
}

function* inTime<Result>(work: WorkInParts<Result>, { deadlineMs, signal, now }: Deadline): WorkInParts<Result> {
  for (let usedMs = 0; ;) {
    if (signal?.aborted === true) throw new PiiDetectorUnavailable('The call was ended.');
    if (usedMs > deadlineMs) throw new PiiDetectorUnavailable(`Not all texts were read within ${deadlineMs} ms.`);
    const began = now();
    const part = work.next();
    usedMs += now() - began;
    if (part.done === true) return part.value;
    yield part.value;
  }
}

function* spansIn(texts: readonly string[], asked: Asked): WorkInParts<readonly (readonly PiiSpan[])[]> {
  const found: (readonly PiiSpan[])[] = [];
  let count = 0;
  for (const text of texts) {
    yield charactersOfText + text.length;
    const spans: PiiSpan[] = [];
    for (const [place, span] of (yield* applyDetectionRules(text, asked, count)).entries()) {
      spans.push({ ...span, detector: embeddedDetectorName });
      if (place % spansAtOnce === spansAtOnce - 1) yield spansAtOnce;
    }
    found.push(spans);
    count += spans.length;
  }
  return found;
}
