import test from 'ava';
import {
  isPiiEntity,
  isPiiLanguage,
  piiGrades,
  type PiiEntity,
  type PiiLanguage,
} from '../../src/personal-data/pii-kinds.ts';
import { PiiDetectorUnavailable, type PiiDetector } from '../../src/ports/pii-detector.ts';

export interface DetectorUnderTest {
  open(): PiiDetector;
  /** Words that it finds in this language, with what they are: at least two kinds. */
  readonly values: readonly (readonly [value: string, entity: PiiEntity])[];
  readonly language: PiiLanguage;
}

/** What every detector does, however it finds. */
export function piiDetectorContract(name: string, { open, values, language }: DetectorUnderTest): void {
  const asked = {
    entities: [...new Set(values.map(([, entity]) => entity))],
    languages: [language],
    deadlineMs: 20_000,
  };

  test(`${name}: a detector has languages, kinds and grades of the closed lists`, (t) => {
    const capabilities = open().capabilities();
    t.true(Object.keys(capabilities).every(isPiiLanguage));
    const graded = Object.values(capabilities).flatMap((kinds) => Object.entries(kinds));
    t.true(graded.length > 0);
    t.true(graded.every(([entity, grade]) => isPiiEntity(entity) && piiGrades.includes(grade)));
    for (const [, entity] of values) t.not(capabilities[language]?.[entity], undefined, entity);
  });

  test(`${name}: a finding covers the value, in UTF-16 units, also behind characters of two units`, async (t) => {
    const detector = open();
    for (const before of ['', 'Hello 👋🏽 𝒜 ', '\u05E9\u05DC\u05D5\u05DD: ']) {
      const texts = values.map(([value]) => `${before}Please note: ${value} .`);
      const found = await detector.detect(texts, asked);
      t.is(found.length, texts.length);
      for (const [place, [value, entity]] of values.entries()) {
        const text = texts[place] ?? '';
        const start = text.indexOf(value);
        const covering = (found[place] ?? []).filter(
          (span) => span.entity === entity && span.start <= start && span.end >= start + value.length,
        );
        t.true(covering.length > 0, text);
        t.true(covering.every((span) => span.detector === detector.name && span.score > 0 && span.score <= 1));
      }
    }
  });

  test(`${name}: a detector answers one list for each text, empty ones too`, async (t) => {
    t.deepEqual(await open().detect([], asked), []);
    t.deepEqual(await open().detect(['', '  ', '\n'], asked), [[], [], []]);
  });

  test(`${name}: no span is of a kind that was not asked for, and none lies outside its text`, async (t) => {
    const text = values.map(([value]) => value).join(' ; ');
    for (const entity of asked.entities) {
      const [found = []] = await open().detect([text], { ...asked, entities: [entity] });
      t.true(found.every((span) => span.entity === entity));
      t.true(found.every((span) => span.start >= 0 && span.start < span.end && span.end <= text.length));
    }
    t.deepEqual(await open().detect([text], { ...asked, entities: [] }), [[]]);
  });

  test(`${name}: a call that is aborted raises`, async (t) => {
    const ended = open().detect(['Please note.'], { ...asked, signal: AbortSignal.abort() });
    await t.throwsAsync(ended, { instanceOf: PiiDetectorUnavailable });
  });
}
