import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { CastBook } from '../../src/personal-data/placeholders/cast-book.ts';
import { KnownValues } from '../../src/personal-data/placeholders/known-values.ts';
import { TooManyTexts } from '../../src/personal-data/too-many-texts.ts';
import { castRequest, sharer } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

const valuesMax = 100_000;
const timeless = { now: () => 0 };
const emails = { entities: ['EMAIL'], languages: ['en'], deadlineMs: 1 } as const;

for (const [what, texts] of Object.entries({
  'one text': ['x@b.co '.repeat(500_001)],
  'many texts': [...Array.from({ length: 5 }, () => 'x@b.co '.repeat(100_000)), 'x@b.co'],
})) {
  test(`more values than are ever found in ${what} are too many`, async (t) => {
    const detector = createEmbeddedPiiDetector(timeless);
    const error = await t.throwsAsync(detector.detect(texts, emails), { instanceOf: TooManyTexts });
    t.is(error.message, 'more than 500000 values');
    t.is((await detector.detect(['x@b.co'], emails))[0]?.length, 1);
  });
}

test('an engine says so, whether the detector is optional or not', async (t) => {
  const detector = {
    ...createEmbeddedPiiDetector(timeless),
    detect: () => Promise.reject(new TooManyTexts(7, 'values')),
  };
  const rules = { detector: createEmbeddedPiiDetector(timeless), isOptional: false, leastScores: {} };
  for (const isOptional of [false, true]) {
    const engine = castingEngine([detector], { detectors: [rules, { detector, isOptional, leastScores: {} }] });
    await t.throwsAsync(engine.cast(castRequest(['a'])), { instanceOf: TooManyTexts });
  }
});

test('a conversation has only so many different values, found again or cast', (t) => {
  const [known, book] = [new KnownValues(), new CastBook(Buffer.alloc(32, 7))];
  for (let place = 0; place < valuesMax; place += 1) {
    known.add(`a${place}@b.co`, 'EMAIL');
    book.entryOf(`a${place}@b.co`, 'EMAIL');
  }
  known.add('A1@b.co', 'EMAIL');
  t.is(book.entryOf('a1@b.co', 'EMAIL').value, 'a1@b.co');
  for (const add of [() => known.add('b@b.co', 'EMAIL'), () => book.entryOf('b@b.co', 'EMAIL')]) {
    t.throws(add, { instanceOf: TooManyTexts, message: 'more than 100000 different values' });
  }
});

test('what a detector needs that keeps its own deadline is not cut off while it waits for a turn', async (t) => {
  const embedded = createEmbeddedPiiDetector(timeless);
  const late = {
    ...embedded,
    detect: async (...call: Parameters<typeof embedded.detect>) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return await embedded.detect(...call);
    },
  };
  const asked = castRequest(['write to x@b.co']);
  const engine = castingEngine([late], { deadlineMs: 5 });
  const { texts, mapping } = await engine.cast(asked);
  t.false(texts[0]?.includes('x@b.co'));
  t.is((await engine.recall(mapping, sharer)).restore(texts[0] ?? ''), 'write to x@b.co');
});
