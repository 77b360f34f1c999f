import test from 'ava';
import { doneInTurns } from '../../src/ports/done-in-turns.ts';
import { defaultLimits } from '../../src/wire/json-limits.ts';
import { scanSlices } from '../../src/wire/json-text.ts';
import { turnsOf } from '../_support/turns-of.ts';

test('other requests run while a long body is scanned', async (t) => {
  const content = Array.from({ length: 40_000 }, (_, place) => `${'some words '.repeat(16)}${place}`);
  const body = Buffer.from(JSON.stringify({ content }));
  const turns = await turnsOf(async () => await doneInTurns(scanSlices(body, defaultLimits)));
  t.true(turns >= 4, `${turns}`);
});
