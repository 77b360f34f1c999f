import test from 'ava';
import { growthOfCharacter, growthOfEscape } from '../../src/wire/character-growth.ts';
import { characterGrowth } from '../_support/held-tokens.ts';

const surrogates = { first: 0xd800, last: 0xdfff };

test('the table has what the normal forms of each code point add, and nothing else', (t) => {
  const wrong: string[] = [];
  let grown = 0;
  for (let point = 0x80; point <= 0x10_ffff; point++) {
    if (point >= surrogates.first && point <= surrogates.last) continue;
    const bytes = Buffer.from(String.fromCodePoint(point));
    const growth = growthOfCharacter(bytes, 0, bytes.length);
    if (growth !== characterGrowth(String.fromCodePoint(point))) wrong.push(point.toString(16));
    if (growth > 0) grown++;
  }
  t.deepEqual(wrong, []);
  t.is(grown, 919);
});

test('no character of ASCII grows', (t) => {
  for (let point = 0; point < 0x80; point++) t.is(characterGrowth(String.fromCodePoint(point)), 0);
});

test('an escape counts its six bytes first, and two of them for one character are never exceeded', (t) => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const character = String.fromCharCode(unit);
    const longest = Buffer.byteLength(character) + characterGrowth(character);
    t.assert(growthOfEscape(unit) === Math.max(0, longest - 6), unit.toString(16));
  }
  for (let point = 0x1_0000; point <= 0x10_ffff; point++) {
    const character = String.fromCodePoint(point);
    if (characterGrowth(character) > 8) t.fail(point.toString(16));
  }
});
