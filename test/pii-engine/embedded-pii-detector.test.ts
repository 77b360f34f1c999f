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
  const request = { entities: ['EMAIL'], languages: ['en'], deadlineMs: 45 } as const;
  t.is((await detector.detect(['a', 'b'], request)).length, 2);
  await t.throwsAsync(detector.detect(['a', 'b', 'c', 'd'], request), {
    instanceOf: PiiDetectorUnavailable,
    message: 'Not all texts were read within 45 ms.',
  });
});

test('a call that exceeds its deadline raises within one text', async (t) => {
  let time = 0;
  const detector = createEmbeddedPiiDetector({ now: () => (time += 10) });
  const request = { entities: piiEntities, languages: ['en'], deadlineMs: 45 } as const;
  await t.throwsAsync(detector.detect(['x'], request), { instanceOf: PiiDetectorUnavailable, message: /45 ms/ });
});

test('other work gets turns during one long text, and can end the call', async (t) => {
  const ending = new AbortController();
  setImmediate(() => ending.abort());
  const call = createEmbeddedPiiDetector().detect(['x '.repeat(40_000)], {
    entities: piiEntities,
    languages: ['en'],
    deadlineMs: 60_000,
    signal: ending.signal,
  });
  await t.throwsAsync(call, { instanceOf: PiiDetectorUnavailable, message: 'The call was ended.' });
});

test('other work gets turns between long texts, and can end the call', async (t) => {
  const ending = new AbortController();
  setImmediate(() => ending.abort());
  const long = 'x '.repeat(40_000);
  const call = createEmbeddedPiiDetector().detect([long, long, long], {
    entities: ['PERSON'],
    languages: ['en'],
    deadlineMs: 60_000,
    signal: ending.signal,
  });
  await t.throwsAsync(call, { instanceOf: PiiDetectorUnavailable, message: 'The call was ended.' });
});

test('the turns of other works do not count against the deadline', async (t) => {
  let [time, isDone] = [0, false];
  const turn = (): void => {
    time += 1_000;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const detector = createEmbeddedPiiDetector({ now: () => time });
  const request = { entities: piiEntities, languages: ['en'], deadlineMs: 45 } as const;
  const found = await detector.detect(['write to a@b.co. '.repeat(20_000)], request);
  isDone = true;
  t.true(time > 1_000, `${time}`);
  t.is(found[0]?.length, 20_000);
});
