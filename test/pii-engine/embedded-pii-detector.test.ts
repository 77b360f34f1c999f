import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { piiEntities } from '../../src/personal-data/pii-kinds.ts';
import { PiiDetectorUnavailable } from '../../src/ports/pii-detector.ts';
import { piiDetectorContract } from '../adapters/pii-detector.contract.ts';

piiDetectorContract('the embedded detector', {
  open: () => createEmbeddedPiiDetector(),
  values: [
    ['ada@example.org', 'EMAIL'],
    ['Mary Shelley', 'PERSON'],
    ['IT60X0542811101000000123456', 'IBAN'],
    ['RSSMRA85T10A562S', 'NATIONAL_ID'],
    ['+39 02 1234567', 'PHONE'],
  ],
  language: 'it',
});

test('numbers with a checksum are found in every language, names in five', (t) => {
  const capabilities = createEmbeddedPiiDetector().capabilities();
  t.is(Object.keys(capabilities).length, 24);
  t.true(Object.values(capabilities).every((kinds) => kinds.IBAN === 'A'));
  t.deepEqual(
    Object.entries(capabilities).flatMap(([language, kinds]) => (kinds.PERSON === undefined ? [] : [language])),
    ['de', 'en', 'es', 'fr', 'it'],
  );
});

test('a call that exceeds its deadline raises between two texts', async (t) => {
  let time = 0;
  const detector = createEmbeddedPiiDetector({ now: () => (time += 10) });
  const request = { entities: ['EMAIL'], languages: ['en'], deadlineMs: 25 } as const;
  t.is((await detector.detect(['a', 'b'], request)).length, 2);
  await t.throwsAsync(detector.detect(['a', 'b', 'c', 'd'], request), {
    instanceOf: PiiDetectorUnavailable,
    message: 'Not all texts were read within 25 ms.',
  });
});

test('a call that exceeds its deadline raises within one text', async (t) => {
  let time = 0;
  const detector = createEmbeddedPiiDetector({ now: () => (time += 10) });
  const request = { entities: piiEntities, languages: ['en'], deadlineMs: 45 } as const;
  await t.throwsAsync(detector.detect(['x'], request), { instanceOf: PiiDetectorUnavailable, message: /45 ms/ });
});
