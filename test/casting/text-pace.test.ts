import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/casting/embedded-pii-detector.ts';
import { TextAnalysis } from '../../src/casting/text-analysis.ts';
import { TextPace } from '../../src/casting/text-pace.ts';
import { piiEntities } from '../../src/personal-data/pii-kinds.ts';
import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { turnsOf } from '../_support/turns-of.ts';

function* parts(count: number, done: (part: number) => void): WorkInParts<string> {
  for (let part = 0; part < count; part += 1) {
    done(part);
    yield 65_536;
  }
  return 'done';
}

test('one work continues in each turn of the event loop, first come, first served', async (t) => {
  const pace = new TextPace();
  const order: string[] = [];
  const work = (name: string): Promise<string> => pace.done(parts(3, (part) => order.push(`${name}${part}`)));
  let done: readonly string[] = [];
  const turns = await turnsOf(async () => {
    done = await Promise.all([work('a'), work('b'), work('c')]);
  });
  t.deepEqual(done, ['done', 'done', 'done']);
  t.deepEqual(order, ['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  t.true(turns >= 8, `${turns}`);
});

test('tenants take turns, and within a tenant its keys, however many works each has', async (t) => {
  const pace = new TextPace();
  const order: string[] = [];
  const work = (tenantId: string, keyId: string): Promise<string> =>
    pace.done(
      parts(4, () => order.push(tenantId + keyId)),
      { tenantId, keyId },
    );
  const many = Array.from({ length: 10 }, () => work('a', '1'));
  const others = [work('a', '2'), work('b', '3')];
  await Promise.all(others);
  // Each of the others had its turns among few of the many works.
  const after = order.slice(12);
  t.true(after.filter((each) => each === 'a1').length <= 8, order.join(' '));
  t.deepEqual(after.slice(0, 4), ['a1', 'b3', 'a2', 'b3'], order.join(' '));
  await Promise.all(many);
  t.is(order.length, 48);
});

test('short work waits for no turn, and an error of the work is raised', async (t) => {
  const pace = new TextPace();
  const long = pace.done(parts(2, () => undefined));
  let isDone = false;
  void pace
    .done(
      (function* (): WorkInParts {
        yield 10;
      })(),
    )
    .then(() => (isDone = true));
  await Promise.resolve();
  await Promise.resolve();
  t.true(isDone);
  await t.throwsAsync(
    pace.done(
      // eslint-disable-next-line require-yield
      (function* (): WorkInParts {
        throw new Error('broken');
      })(),
    ),
    { message: 'broken' },
  );
  t.is(await long, 'done');
});

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
