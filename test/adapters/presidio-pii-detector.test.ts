import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import {
  createPresidioPiiDetector,
  type PresidioOptions,
  type PresidioPiiDetector,
} from '../../src/adapters/presidio-pii-detector.ts';
import type { PiiLanguage } from '../../src/personal-data/pii-kinds.ts';
import { PiiDetectorUnavailable, type PiiDetector } from '../../src/ports/pii-detector.ts';
import { presidioFaults, startPresidio, type PresidioStandIn } from '../_support/presidio-stand-in.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { piiDetectorContract } from './pii-detector.contract.ts';

const values = { 'Ada Lovelace': 'PERSON', 'ada@example.org': 'EMAIL_ADDRESS' };
const asked = { entities: ['PERSON', 'EMAIL'], languages: ['en'], deadlineMs: 10_000 } as const;

async function opened(
  t: ExecutionContext,
  { languages = ['en'], ...options }: PresidioOptions & { languages?: readonly PiiLanguage[] } = {},
): Promise<{ presidio: PresidioStandIn; detector: PresidioPiiDetector }> {
  const presidio = await startPresidio(t, values);
  const detector = createPresidioPiiDetector({ url: `${presidio.url}/`, languages, threshold: 0.4 }, options);
  t.teardown(() => detector[Symbol.asyncDispose]());
  await detector.refresh();
  return { presidio, detector };
}

const shared: { detector?: PiiDetector } = {};
const ends: (() => PromiseLike<void>)[] = [];
test.before(async () => {
  const presidio = await startPresidio({ teardown: (stop) => ends.push(stop) }, values);
  const detector = createPresidioPiiDetector({ url: presidio.url, languages: ['en'], threshold: 0.4 });
  ends.unshift(() => detector[Symbol.asyncDispose]());
  await detector.refresh();
  shared.detector = detector;
});
test.after.always(async () => {
  for (const end of ends) await end();
});

piiDetectorContract('the Presidio detector', {
  open: () => {
    if (shared.detector === undefined) throw new Error('The stand-in was not started.');
    return shared.detector;
  },
  values: [
    ['Ada Lovelace', 'PERSON'],
    ['ada@example.org', 'EMAIL'],
  ],
  language: 'en',
});

test('a detector asks for the kinds by name, with a threshold, in one call for all texts but empty ones', async (t) => {
  const { presidio, detector } = await opened(t);
  const found = await detector.detect(['', 'Ada Lovelace', ' \n', 'nobody', '– !'], { ...asked, entities: ['PERSON'] });
  t.deepEqual(found, [[], [{ start: 0, end: 12, entity: 'PERSON', score: 0.85, detector: 'presidio' }], [], [], []]);
  t.deepEqual(presidio.calls, [
    { text: ['Ada Lovelace', 'nobody'], language: 'en', entities: ['PERSON'], score_threshold: 0.4 },
  ]);
});

test('a detector offers the languages and kinds that Presidio supports, and none before it was asked', async (t) => {
  const presidio = await startPresidio(t, values);
  presidio.supported = { en: ['PERSON', 'EMAIL_ADDRESS', 'DATE_TIME'], fr: ['PERSON'] };
  const detector = createPresidioPiiDetector({ url: presidio.url, languages: ['en', 'fr', 'it'], threshold: 0.4 });
  t.teardown(() => detector[Symbol.asyncDispose]());
  t.deepEqual(detector.capabilities(), {});
  await detector.refresh();
  t.deepEqual(detector.capabilities(), { en: { PERSON: 'B', EMAIL: 'A' }, fr: { PERSON: 'B' } });
});

test('a detector offers nothing while Presidio is gone, and its kinds again when it is back', async (t) => {
  const clock = { now: 0 };
  const { presidio, detector } = await opened(t, { readyMs: 1000, now: () => clock.now });
  presidio.supported = { en: [] };
  t.deepEqual(Object.keys(detector.capabilities()), ['en']);
  t.deepEqual(detector.capabilities().en, { PERSON: 'B', EMAIL: 'A' });
  clock.now = 1001;
  // The old answer is given while a new one is asked for.
  t.deepEqual(detector.capabilities().en, { PERSON: 'B', EMAIL: 'A' });
  await detector.refresh();
  t.deepEqual(detector.capabilities(), { en: {} });
  await presidio.stop();
  await detector.refresh();
  t.deepEqual(detector.capabilities(), {});
});

for (const fault of presidioFaults) {
  test(`a call raises when Presidio fails, and the next one is answered: ${fault}`, async (t) => {
    const { presidio, detector } = await opened(t, { answerBytesMax: 1024 * 1024 });
    presidio.fault = fault;
    const error = await t.throwsAsync(detector.detect(['Ada Lovelace', 'x'], { ...asked, deadlineMs: 1500 }), {
      instanceOf: PiiDetectorUnavailable,
    });
    t.notRegex(error.message, /Ada|Lovelace/);
    presidio.fault = null;
    const [found = []] = await detector.detect(['Ada Lovelace'], asked);
    t.is(found.length, 1);
  });
}

test('a call raises when Presidio does not listen', async (t) => {
  const { presidio, detector } = await opened(t);
  await presidio.stop();
  await t.throwsAsync(detector.detect(['x'], asked), { instanceOf: PiiDetectorUnavailable, message: /ECONNREFUSED/ });
});

test('a call raises when the model of a language is missing', async (t) => {
  const { presidio, detector } = await opened(t);
  presidio.supported = {};
  await t.throwsAsync(detector.detect(['x'], asked), { instanceOf: PiiDetectorUnavailable, message: /500/ });
});

test('a call in a missing language raises, and one in another language is answered', async (t) => {
  const { presidio, detector } = await opened(t, { languages: ['en', 'fr'] });
  t.deepEqual(detector.missing(), ['fr']);
  const refused = { instanceOf: PiiDetectorUnavailable, message: /lacks fr/ };
  await t.throwsAsync(detector.detect(['x'], { ...asked, languages: ['en', 'fr', 'it'] }), refused);
  t.deepEqual(await detector.detect(['x'], { ...asked, languages: ['en', 'it'] }), [[]]);
  presidio.supported = { en: ['PERSON'], fr: ['PERSON'] };
  await detector.refresh();
  t.deepEqual(detector.missing(), []);
  t.deepEqual(await detector.detect(['x'], { ...asked, languages: ['en', 'fr'] }), [[]]);
});

test('a configured kind that Presidio lacks makes a call raise, and only configured kinds are asked for', async (t) => {
  const presidio = await startPresidio(t, values);
  const settings = { url: presidio.url, languages: ['en'], threshold: 0.4, grades: { PERSON: 'A' } } as const;
  const detector = createPresidioPiiDetector({ ...settings, entities: ['PERSON'] });
  const other = createPresidioPiiDetector({ ...settings, entities: ['PERSON', 'IBAN'] });
  t.teardown(() => Promise.all([detector[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]));
  // Nobody has asked before what it has.
  const [found = []] = await detector.detect(['Ada Lovelace, ada@example.org'], asked);
  t.deepEqual(
    found.map(({ entity }) => entity),
    ['PERSON'],
  );
  t.deepEqual(detector.capabilities(), { en: { PERSON: 'A' } });
  t.deepEqual(presidio.calls[0]?.entities, ['PERSON']);
  await t.throwsAsync(other.detect(['x'], asked), { instanceOf: PiiDetectorUnavailable, message: /lacks en/ });
});

test('a call that is aborted raises, and does not count as a failure of Presidio', async (t) => {
  const { presidio, detector } = await opened(t, { failuresInARow: 1 });
  presidio.fault = 'silent';
  const ending = new AbortController();
  const call = detector.detect(['x'], { ...asked, signal: ending.signal });
  setTimeout(() => ending.abort(), 20);
  await t.throwsAsync(call, { instanceOf: PiiDetectorUnavailable, message: 'The call was ended.' });
  presidio.fault = null;
  t.deepEqual(await detector.detect(['x'], asked), [[]]);
});

test('a detector sends nothing after failures in a row, until one call tries again', async (t) => {
  const clock = { now: 0 };
  const { presidio, detector } = await opened(t, {
    failuresInARow: 2,
    openMs: 100,
    readyMs: 1e9,
    now: () => clock.now,
  });
  presidio.fault = 'status 500';
  for (let call = 0; call < 4; call += 1) await t.throwsAsync(detector.detect(['x'], asked));
  t.is(presidio.calls.length, 2);
  t.deepEqual(detector.capabilities(), {});
  clock.now = 100;
  presidio.fault = 'silent';
  const probe = detector.detect(['x'], { ...asked, deadlineMs: 500 });
  await t.throwsAsync(detector.detect(['x'], asked), { message: /left alone/ });
  await t.throwsAsync(probe, { message: /in time/ });
  t.is(presidio.calls.length, 3);
  clock.now = 200;
  presidio.fault = null;
  t.deepEqual(await detector.detect(['x'], asked), [[]]);
  t.deepEqual(await detector.detect(['x'], asked), [[]]);
});

test('each language is asked for its own kinds, and the findings are joined', async (t) => {
  const presidio = await startPresidio(t, values);
  presidio.supported = { en: ['EMAIL_ADDRESS'], fr: ['PERSON'] };
  const detector = createPresidioPiiDetector({ url: presidio.url, languages: ['en', 'fr'], threshold: 0.4 });
  t.teardown(() => detector[Symbol.asyncDispose]());
  await detector.refresh();
  const [found = []] = await detector.detect(['Ada Lovelace, ada@example.org'], {
    ...asked,
    languages: ['en', 'fr', 'it', 'de'],
  });
  t.deepEqual(
    found.map(({ entity, start }) => [entity, start]),
    [
      ['EMAIL', 14],
      ['PERSON', 0],
    ],
  );
  t.deepEqual(
    presidio.calls.map(({ language, entities }) => [language, entities]),
    [
      ['en', ['EMAIL_ADDRESS']],
      ['fr', ['PERSON']],
    ],
  );
});

test('a long text goes in pieces that overlap, many texts in several calls', async (t) => {
  const { presidio, detector } = await opened(t, {
    chunkCharacters: 100,
    overlapCharacters: 20,
    callChunks: 3,
    callCharacters: 250,
  });
  const text = `${'word '.repeat(18)}Ada Lovelace${' word'.repeat(30)}`;
  const [found = []] = await detector.detect([text], asked);
  t.deepEqual([...new Set(found.map(({ start, end }) => text.slice(start, end)))], ['Ada Lovelace']);
  t.true(presidio.calls.every((call) => call.text.length <= 3));
  t.true(presidio.calls.every((call) => call.text.join('').length <= 250));
  t.true(presidio.calls.flatMap((call) => call.text).every((piece) => piece.length <= 100));
});

test('a value is found at its place anywhere: among characters of two units, half ones, and cuts', async (t) => {
  const { detector } = await opened(t, { chunkCharacters: 64, overlapCharacters: 24, callChunks: 7 });
  const filling = fc.array(fc.constantFrom('word ', '👋🏽', '𝒜', '\ud83d', '\udc00', 'é', '\u05e9', '\n', 'x'), {
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(filling, filling, async (before, after) => {
      const [start, text] = [before.join('').length, `${before.join('')}Ada Lovelace${after.join('')}`];
      const [found = []] = await detector.detect([text], { ...asked, entities: ['PERSON'] });
      return found.length > 0 && found.every((span) => span.start === start && span.end === start + 12);
    }),
    { numRuns: propertyRuns(60) },
  );
  t.pass();
});
