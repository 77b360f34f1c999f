import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

const engine = castingEngine([createEmbeddedPiiDetector()], {
  languages: ['de', 'en', 'es', 'fr', 'it'],
  deadlineMs: 600_000,
});

async function castOf(...texts: readonly string[]): Promise<readonly string[]> {
  const cast = await engine.cast(castRequest(texts));
  return cast.texts.map((text) => text.replaceAll(/\[PERSON-\w+\]/g, '[PERSON]'));
}

test('a name that is known from one text is found alone and in small letters in the others', async (t) => {
  const texts = await castOf(
    'I wrote to Giulia Bevilacqua.',
    'ask bevilacqua, and BEVILACQUA too',
    'Bevilacqua agreed',
  );
  t.deepEqual(texts.slice(1), ['ask [PERSON], and [PERSON] too', '[PERSON] agreed']);
});

test('a name that only its field announces is found elsewhere', async (t) => {
  const texts = await castOf('last_name: Zulkrat', 'is zulkrat there? Zulkrat is.');
  t.deepEqual(texts, ['last_name: [PERSON]', 'is [PERSON] there? [PERSON] is.']);
});

test('words of a name that are ordinary words stay where they are written as such', async (t) => {
  const others = ['the bush and the rose grow', 'a price in mark or euro', 'see bevilacqua-api and /bevilacqua/x'];
  const texts = await castOf('Rose Bush and Mark Bevilacqua came.', ...others);
  t.deepEqual(texts.slice(1), others);
});
