import test from 'ava';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import type { WorkInParts } from '../../src/personal-data/work-in-parts.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { turnsOf } from '../_support/turns-of.ts';

function* parts(count: number, size: number): WorkInParts<string> {
  for (let part = 0; part < count; part += 1) yield size;
  return 'done';
}

test('other requests run after every 64 Ki characters of a work', async (t) => {
  t.is(await doneInTurns(parts(3, 10)), 'done');
  const turns = await turnsOf(() => doneInTurns(parts(40, 32_768)));
  t.true(turns >= 20, `${turns}`);
});

test('a short work waits for no turn, and an error of the work is raised', async (t) => {
  t.is(await turnsOf(() => doneInTurns(parts(3, 10))), 0);
  const broken = (function* (): WorkInParts {
    yield 1;
    throw new Error('broken');
  })();
  await t.throwsAsync(doneInTurns(broken), { message: 'broken' });
});

const strings = Array.from({ length: 30_000 }, (_, place) => `text ${place}`);
const bodies = {
  // Each string is decoded first, and then becomes a text.
  'the strings of JSON within a text': { body: { content: JSON.stringify(strings) }, turnsMin: 45 },
  'many texts': { body: { content: strings }, turnsMin: 20 },
};

for (const [what, { body, turnsMin }] of Object.entries(bodies)) {
  test(`other requests run while ${what} are found`, async (t) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const turns = await turnsOf(async () => {
      const { texts } = await doneInTurns(textsOfBody({ 'content|content[]': 'text' }, bytes));
      t.is(texts.length, strings.length);
    });
    t.true(turns > turnsMin, `${turns}`);
  });
}
