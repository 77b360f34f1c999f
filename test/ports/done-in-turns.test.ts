import test from 'ava';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { turnsOf } from '../_support/turns-of.ts';

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
