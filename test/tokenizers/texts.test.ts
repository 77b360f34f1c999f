import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { embeddingsFace } from '../../src/protocols/embeddings/face.ts';
import { growthOfCharacter } from '../../src/wire/character-growth.ts';
import { isNightly } from '../_support/nightly.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { heldFor } from './_holds.ts';
import { families, openCounter, type Counter } from './_tokenizers.ts';

/** Marks of a text's beginning and end, and the blank that some tokenizers put before it. */
const marksOfText = 3;

/** Most tokens of a text, marks left out. */
function boundOf(text: string): number {
  let bound = 0;
  for (const character of text) {
    const bytes = Buffer.from(character);
    bound += bytes.length + (bytes.length === 1 ? 0 : growthOfCharacter(bytes, 0, bytes.length));
  }
  return bound;
}

/** The texts of a list that have more tokens than their bound. */
async function above(counter: Counter, texts: readonly string[]): Promise<readonly string[]> {
  const counts = await counter.textTokens(texts);
  return texts.filter((text, place) => (counts[place] ?? 0) > boundOf(text) + marksOfText);
}

function codePoints(isSearched: (character: string, point: number) => boolean): readonly string[] {
  const found: string[] = [];
  for (let point = 0; point <= 0x10_ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (isSearched(character, point)) found.push(character);
  }
  return found;
}

const isGrown = (character: string): boolean => boundOf(character) > Buffer.byteLength(character);

/**
 * Where a normaliser may replace them, all that are assigned; by night all there are. Other tokenizers split bytes,
 * whatever they stand for: every 16th, and all that grow.
 */
function searched(normalises: boolean): readonly string[] {
  if (isNightly) return codePoints(() => true);
  const isOfThese = normalises
    ? (character: string) => /^[\p{Assigned}--\p{Co}--\p{Script=Han}--\p{Script=Hangul}]$/v.test(character)
    : (_: string, point: number) => point % 16 === 0;
  return codePoints((character, point) => isOfThese(character, point) || isGrown(character));
}

const repetitions = 20;
const grown = codePoints(isGrown);
const marks = codePoints((character) => /^\p{Mn}$/v.test(character)).filter((_, place) => isNightly || place % 8 === 0);

async function assertNoneAbove(t: ExecutionContext, counter: Counter, texts: readonly string[]): Promise<void> {
  const found = await above(counter, texts);
  t.log(`${counter.family.name}: ${texts.length} texts`);
  t.deepEqual(
    found.slice(0, 10).map((text) => Array.from(text, (character) => character.codePointAt(0)?.toString(16))),
    [],
    counter.family.name,
  );
}

for (const family of families) {
  test.serial(`no text of ${family.name} has more tokens than its bound`, async (t) => {
    const counter = openCounter(family);
    const alone = searched(family.normalises);
    await assertNoneAbove(t, counter, alone);
    await assertNoneAbove(
      t,
      counter,
      alone.map((character) => character.repeat(repetitions)),
    );
    await assertNoneAbove(
      t,
      counter,
      grown.flatMap((character) => [`un${character}true`, `a ${character} b`, ` ${character}`]),
    );
    // Pairs that combine: with marks that may move past each other, and with what composes.
    const bases = ['a', 's', 'e', '\u1e69', '\u0b47', '\u09c7', '\u0dd9', '\u1100', ...grown.slice(0, 40)];
    await assertNoneAbove(
      t,
      counter,
      bases.flatMap((base) => marks.map((mark) => `${base}${mark}`.repeat(repetitions))),
    );
    await searchLists(t, counter);
  });
}

/** Embeddings of many entries, most of them short. */
async function searchLists(t: ExecutionContext, counter: Counter): Promise<void> {
  const piece = fc.oneof(
    fc.constantFrom(...grown),
    fc.constantFrom(...marks),
    fc.string({ maxLength: 3 }),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.constantFrom('', ' ', '  ', '\n', '\t', 'the ', 'Straße', '日本'),
  );
  const entry = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 200 }), fc.boolean(), async (input, isEscaped) => {
      const plain = JSON.stringify({ model: 'm', input });
      const body = isEscaped ? plain.replaceAll(/[\u0080-\uffff]/g, escaped) : plain;
      const counts = await counter.textTokens(input);
      const counted = counts.reduce((sum, each) => sum + each, 0);
      t.true(counted <= heldFor(embeddingsFace, body), body);
    }),
    { numRuns: propertyRuns(60) },
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
