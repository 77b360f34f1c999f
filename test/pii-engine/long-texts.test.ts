import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { TextAnalysis } from '../../src/pii-engine/text-analysis.ts';
import { piiEntities } from '../../src/personal-data/pii-kinds.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { turnsOf } from '../_support/turns-of.ts';

const half = 400_000;
const long = {
  words: 'the fox met Mary Shelley in May 1990. '.repeat(half / 38),
  addresses: 'x@b.co '.repeat(half / 7),
  placeholders: 'ip-bcdfg [IP-hjkmn] '.repeat(half / 20),
  numbers: '+39 02 1234567, 4111 1111 1111 1111 '.repeat(half / 36),
  escapes: '\\n\\u00f6 '.repeat(half / 9),
};

for (const [what, text] of Object.entries(long)) {
  test(`other requests run within each step of reading and casting a long text of ${what}`, async (t) => {
    const detector = createEmbeddedPiiDetector();
    const asked = { entities: piiEntities, languages: ['en'], deadlineMs: 600_000 } as const;
    // More turns than there are rules.
    const ofDetector = await turnsOf(() => detector.detect([text], asked));
    t.true(ofDetector > 20, `${ofDetector}`);
    const silent = listingDetector({ EMAIL: ['x@b.co'], PERSON: ['Mary Shelley'], PHONE: ['+39 02 1234567'] });
    const engine = castingEngine([silent], { deadlineMs: 600_000 });
    // The text is looked up, searched for known values, cast and searched again, each in parts of 64 Ki characters.
    const ofCasting = await turnsOf(() => engine.cast(castRequest([text])));
    t.true(ofCasting > 12, `${ofCasting}`);
  });
}

test('other requests run while many texts are looked up and remembered', async (t) => {
  const used = { detector: listingDetector({ EMAIL: [/@/g] }), isOptional: false, leastScores: {} };
  const analysis = new TextAnalysis({
    detectors: [used],
    languages: ['en'],
    required: {},
    deadlineMs: 600_000,
    cacheTextsMax: 20_000,
  });
  const texts = Array.from({ length: 20_000 }, (_, place) => ({ text: `text ${place}`, path: '', isName: false }));
  const asked = { whose: 'ann', sharer: { tenantId: 'tenant', keyId: 'key' }, required: {} };
  t.true((await turnsOf(() => analysis.assertCovered(texts, asked))) > 50);
  // They are looked up, asked about, remembered and told, each in 78 parts.
  t.true((await turnsOf(() => analysis.analyse(texts, asked))) > 300);
  t.true((await turnsOf(() => analysis.analyse(texts, asked))) > 150, 'when all of them are known, too');
});
