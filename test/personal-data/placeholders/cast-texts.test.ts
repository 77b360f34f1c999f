import { randomBytes } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { piiEntities, type PiiEntity } from '../../../src/personal-data/pii-kinds.ts';
import { CastBook, MappingsDisagree } from '../../../src/personal-data/placeholders/cast-book.ts';
import {
  MappingUnreadable,
  readMappings as readInParts,
  writeMapping,
} from '../../../src/personal-data/placeholders/placeholder-mapping.ts';
import type { AnalysedText } from '../../../src/personal-data/placeholders/cast-parts.ts';
import { castTexts, entityCounts } from '../../../src/personal-data/placeholders/cast-texts.ts';
import { doneAtOnce } from '../../_support/done-at-once.ts';
import { placeholderRestorer } from '../../_support/placeholder-restorer.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const readMappings = (...given: Parameters<typeof readInParts>) => doneAtOnce(readInParts(...given));

// Texts with what was found in them, cast and put back.

const key = Buffer.alloc(32, 7);

/** A text in which parts between ‹ and › were found, each as the kind that stands before a bar. */
function marked(text: string): AnalysedText {
  const spans: { start: number; end: number; entity: PiiEntity }[] = [];
  let plain = '';
  for (const [, before = '', entity = '', value = '', rest = ''] of text.matchAll(
    /([^‹]*)(?:‹([A-Z_]+)\|([^›]*)›)|(.+)/gsu,
  )) {
    plain += before;
    if (entity !== '')
      spans.push({ start: plain.length, end: plain.length + value.length, entity: entity as PiiEntity });
    plain += value + rest;
  }
  return { text: plain, spans };
}

function cast(texts: readonly string[], book = new CastBook(key)) {
  const { texts: sent, used } = castAtOnce(texts.map(marked), book);
  return { sent, used, book, ...placeholderRestorer(book.entries) };
}

const castAtOnce = (...asked: Parameters<typeof castTexts>) => castTexts(...asked);

const untyped = (text: string | undefined): string => (text ?? '').replaceAll(/-[2-9b-z]{5,}\]/g, ']');

test('a value found in one text is cast in every other, in any spelling', (t) => {
  const { sent, restore } = cast([
    'I am ‹PERSON|Mario Rossi›, IBAN ‹IBAN|IT60X0542811101000000123456›.',
    'mario  rossi, MARIO ROSSI, Mario-Rossi, Mariorossi',
    'IT60 X054 2811 1010 0000 0123 456',
    'AIT60X0542811101000000123456',
  ]);
  t.deepEqual(sent.map(untyped), [
    'I am [PERSON], IBAN [IBAN].',
    '[PERSON], [PERSON], [PERSON], Mariorossi',
    '[IBAN]',
    'AIT60X0542811101000000123456',
  ]);
  const back = sent.slice(1, 3).map((text) => restore(text));
  t.deepEqual(back, ['mario  rossi, MARIO ROSSI, Mario-Rossi, Mariorossi', 'IT60 X054 2811 1010 0000 0123 456']);
});

test('a single word is found again only in its own case, because another case may be a common word', (t) => {
  const { sent } = cast(['‹PERSON|Will› said so', 'Will you, will you? Williams']);
  t.is(untyped(sent[1]), '[PERSON] you, will you? Williams');
});

test('overlapping spans are covered whole, under the most specific kind', (t) => {
  const book = new CastBook(key);
  const text = 'call Anna +39 347 1234567 now';
  const spans = [
    { start: 5, end: 20, entity: 'PERSON' as const },
    { start: 10, end: 25, entity: 'PHONE' as const },
    { start: 10, end: 13, entity: 'ADDRESS' as const },
  ];
  t.is(untyped(castAtOnce([{ text, spans }], book).texts[0]), 'call [PHONE] now');
});

test('a value is cut at characters that JSON escapes', (t) => {
  const { sent, restore } = cast(['‹ADDRESS|Via Roma 1\n00100 Roma "Nord"\\Ovest›!']);
  t.is(untyped(sent[0]), '[ADDRESS]\n[ADDRESS] "[ADDRESS]"\\[ADDRESS]!');
  t.is(restore(sent[0] ?? ''), 'Via Roma 1\n00100 Roma "Nord"\\Ovest!');
});

test('no half of a character and no accent remains of a value', (t) => {
  const book = new CastBook(key);
  const texts = [{ text: 'x𝒜nna𝒵!', spans: [{ start: 2, end: 7, entity: 'PERSON' as const }] }];
  t.is(untyped(castAtOnce(texts, book).texts[0]), 'x[PERSON]!');
  const accent = [{ text: 'Zoe\u0308!', spans: [{ start: 0, end: 3, entity: 'PERSON' as const }] }];
  t.is(untyped(castAtOnce(accent, book).texts[0]), '[PERSON]!');
});

test('a typed placeholder stays, and ours differs from it', (t) => {
  const [typed = ''] = cast(['‹PERSON|Mario Rossi›']).sent;
  const { sent, restore } = cast([`‹PERSON|Mario Rossi› wrote ‹PERSON|${typed}›`]);
  t.true(sent[0]?.endsWith(` wrote ${typed}`));
  t.not(sent[0], `${typed} wrote ${typed}`);
  t.is(restore(sent[0] ?? ''), `Mario Rossi wrote ${typed}`);
});

test('a placeholder of an earlier turn stays and keeps its meaning', (t) => {
  const first = cast(['‹PERSON|Mario Rossi›']);
  const second = cast(
    [`Who is ‹PERSON|${first.sent[0]}›, ‹PERSON|Anna Bianchi›?`],
    readMappings([writeMapping(first.book)]),
  );
  t.true(second.sent[0]?.startsWith(`Who is ${first.sent[0]}, `));
  t.is(second.restore(second.sent[0] ?? ''), 'Who is Mario Rossi, Anna Bianchi?');
});

test('placeholders do not depend on the order of values, so that forks of a conversation agree', (t) => {
  const spellings = ['‹PERSON|Mario Rossi›', '‹PERSON|MARIO ROSSI›', '‹IBAN|IT60X0542811101000000123456›'];
  const [one, other] = [cast(spellings), cast(spellings.toReversed())];
  t.deepEqual(one.sent, other.sent.toReversed());
  const both = readMappings([writeMapping(one.book), writeMapping(other.book)]);
  t.is(both.entries.length, 3);
});

test('another key gives other placeholders, and contradicting mappings are refused', (t) => {
  const one = cast(['‹PERSON|Mario Rossi›']);
  const other = cast(['‹PERSON|Mario Rossi›'], new CastBook(randomBytes(32)));
  t.notDeepEqual(one.sent, other.sent);
  t.is(readMappings([writeMapping(one.book), writeMapping(other.book)]).entries.length, 1);
  const lie = writeMapping(one.book).replace('Mario', 'Maria');
  t.throws(() => readMappings([writeMapping(one.book), lie]), { instanceOf: MappingsDisagree });
  for (const broken of ['', 'null', '{}', '{"v":2}', lie.replace('PERSON"', 'NOBODY"')]) {
    t.throws(() => readMappings([broken]), { instanceOf: MappingUnreadable });
  }
});

test('a mapping records numbers and shapes', (t) => {
  const book = new CastBook(key);
  const { texts } = castAtOnce(
    [
      { text: '393471234567', spans: [{ start: 0, end: 12, entity: 'PHONE' }], isNumber: true },
      { text: '393471234567', spans: [] },
      { text: 'mario@rossi.example', spans: [{ start: 0, end: 19, entity: 'EMAIL' }] },
    ],
    book,
    new Map([['EMAIL', 'email']]),
  );
  t.not(texts[0], texts[1]);
  const { restore } = placeholderRestorer(readMappings([writeMapping(book)]).entries);
  t.is(restore(`{"a":"${texts[0]}","b":"${texts[1]}"}`), '{"a":393471234567,"b":"393471234567"}');
  t.is(restore(texts[2] ?? ''), 'mario@rossi.example');
});

test('values are counted, not their places', (t) => {
  const { used } = cast([
    '‹PERSON|Mario Rossi›, Mario Rossi',
    '‹IBAN|IT60X0542811101000000123456› ‹PERSON|Anna Bianchi›',
  ]);
  t.deepEqual(
    [...entityCounts(used)],
    [
      ['PERSON', 2],
      ['IBAN', 1],
    ],
  );
});

test('no two values share a placeholder', (t) => {
  // Enough for some to meet in the shortest form, and no more than one conversation has.
  const values = 40_000;
  for (let books = 0; books < propertyRuns(1); books++) {
    const book = new CastBook(randomBytes(32));
    const seen = new Set<string>();
    for (let i = 0; i < values; i++) seen.add(book.entryOf(`person${i}@example.org`, 'EMAIL').placeholder);
    t.is(seen.size, values);
  }
});

const alphabet = [
  'a',
  'B',
  'ß',
  'é',
  'e\u0301',
  '😀',
  '𝒜',
  'ש',
  'ל',
  '\u202e',
  '李',
  ' ',
  '-',
  '.',
  '"',
  '\\',
  '\n',
  '\u0000',
  '[',
  ']',
  '{',
  '1',
  '\ud800',
];

test('cast texts are restored byte for byte, also in JSON inside JSON', (t) => {
  const words = fc.array(fc.constantFrom(...alphabet), { maxLength: 30 }).map((parts) => parts.join(''));
  const spans = fc.array(fc.tuple(fc.nat(40), fc.nat(12), fc.constantFrom(...piiEntities)), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(words, spans), { maxLength: 4 }), (found) => {
      const book = new CastBook(key);
      const analysed = found.map(([text, ranges]) => ({
        text,
        spans: ranges.map(([start, length, entity]) => ({ start, end: start + length, entity })),
      }));
      const { texts } = castAtOnce(analysed, book);
      const { restore } = placeholderRestorer(book.entries);
      for (const [place, { text }] of analysed.entries()) {
        t.is(restore(texts[place] ?? ''), text);
        const deep = restore(JSON.stringify([JSON.stringify({ text: texts[place] })]));
        const [inner] = JSON.parse(deep) as [string];
        t.deepEqual(JSON.parse(inner), { text });
      }
    }),
    { numRuns: propertyRuns(3_000) },
  );
});
