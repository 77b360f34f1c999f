import test from 'ava';
import * as fc from 'fast-check';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { propertyRuns } from '../_support/property-runs.ts';

// Findings that adjoin would become one value, as long as the text.

const engine = castingEngine([createEmbeddedPiiDetector()], { deadlineMs: 600_000 });

async function cast(text: string) {
  const conversation = await engine.cast(castRequest([text]));
  const { entries } = JSON.parse(conversation.mapping) as { entries: readonly (readonly string[])[] };
  return { conversation, sent: conversation.texts[0] ?? '', values: entries.map(([, , value = '']) => value) };
}

test('a value has a greatest length, and ends between words', async (t) => {
  const { conversation, sent, values } = await cast('Via Roma 1 '.repeat(2_000));
  t.true(Math.max(...values.map(({ length }) => length)) <= 200);
  t.deepEqual(
    values.filter((value) => !/^(?:Via|Roma|1)\b.*\b(?:Via|Roma|1)$/.test(value)),
    [],
  );
  t.false(/Via|Roma/.test(sent));
  t.is(conversation.restore(sent), 'Via Roma 1 '.repeat(2_000));
});

test('a value without blanks is cut within no character', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('x', 'é', 'e\u0301', '😀', 'य', '्'), minLength: 150, maxLength: 600 }),
      async (words) => {
        const long = castingEngine([listingDetector({ PERSON: [/.{20,}/gu] })]);
        const conversation = await long.cast(castRequest([words]));
        t.is(conversation.restore(conversation.texts[0] ?? ''), words);
        t.true((conversation.texts[0] ?? '').isWellFormed() || !words.isWellFormed());
      },
    ),
    { numRuns: propertyRuns(50) },
  );
});
