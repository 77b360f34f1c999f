import * as fc from 'fast-check';

/** Half characters, which no text of UTF-8 has: they are left out. */
const [halvesFrom, halves] = [0xd800, 0x800];

/**
 * A unit of `fc.string`: any character of Unicode, as `binary` of fast-check is, which makes a table of all of them first: for
 * a second of the processor and a hundred megabytes in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - halves }).map(
  (place) => String.fromCodePoint(place < halvesFrom ? place : place + halves),
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/u.test(character)) throw new Error('no character');
    const code = character.codePointAt(0) ?? 0;
    return code < halvesFrom ? code : code - halves;
  },
);
