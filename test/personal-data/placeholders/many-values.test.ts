import test from 'ava';
import { CastBook } from '../../../src/personal-data/placeholders/cast-book.ts';
import { readMappings, writeMapping } from '../../../src/personal-data/placeholders/placeholder-mapping.ts';
import { hostsIn } from '../../../src/personal-data/placeholders/named-host.ts';
import { placeholderReader } from '../../../src/personal-data/placeholders/placeholder-reader.ts';
import type { WorkInParts } from '../../../src/personal-data/work-in-parts.ts';
import { doneInTurns } from '../../../src/ports/done-in-turns.ts';
import { castRequest, sharer } from '../../_support/cast-request.ts';
import { castingEngine } from '../../_support/casting-engine.ts';
import { listingDetector } from '../../_support/listing-detector.ts';
import { turnsOf } from '../../_support/turns-of.ts';

const book = new CastBook(Buffer.alloc(32, 7));
const placeholders = Array.from({ length: 20_000 }, (_, place) => {
  return book.entryOf(`a${place}@b.co`, 'EMAIL').placeholder;
});
const mapping = writeMapping(book);

const works: Readonly<Record<string, () => WorkInParts<unknown>>> = {
  'a mapping of many values is read': () => readMappings([mapping]),
  'the placeholders of many values are learnt': () => placeholderReader(book.entries),
};

for (const [what, work] of Object.entries(works)) {
  test(`other requests run while ${what}`, async (t) => {
    const turns = await turnsOf(() => doneInTurns(work()));
    t.true(turns > 20, `${turns}`);
  });
}

test('other requests run while a conversation of many values is recalled or continued', async (t) => {
  const engine = castingEngine([listingDetector({ EMAIL: [] })]);
  const recalled = await turnsOf(async () => {
    const { restore } = await engine.recall(mapping, sharer);
    t.is(restore(`to ${placeholders[42]}`), 'to a42@b.co');
  });
  t.true(recalled > 40, `${recalled}`);
  const continued = await turnsOf(async () => {
    const { restore } = await engine.cast(castRequest(['nothing'], { earlier: [mapping] }));
    t.is(restore(`to ${placeholders[42]}`), 'to a42@b.co');
  });
  t.true(continued > 20, `${continued}`);
});

test('a host is named wherever it stands in a long text', (t) => {
  const named = (text: string) => [...hostsIn([text])];
  for (let beside = 0; beside < 64; beside += 1) {
    const before = ' '.repeat(32_768 - beside);
    t.deepEqual(named(`${before}https://a.example/b`), ['a.example'], `${beside}`);
    t.deepEqual(named(`${before}www.b.example and write to a@c.example`), ['www.b.example'], `${beside}`);
  }
});
