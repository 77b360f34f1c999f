import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';

// Cards and accounts whose groups are enclosed each, and whose characters stand one by one.

function found(text: string): readonly string[] {
  return applyDetectionRules(text, { entities: new Set(['CARD', 'IBAN']), languages: ['en'] }).map(
    ({ entity, start, end }) => `${entity} ${text.slice(start, end)}`,
  );
}

const singly = (written: string, gap: string): string => Array.from(written).join(gap);

for (const card of [
  '4111=1111=1111=1111',
  '4111)(1111)(1111)(1111',
  '4111] [1111] [1111] [1111',
  '4111** **1111** **1111** **1111',
  '41 11 11 11 11 11 11 11',
  singly('4111111111111111', ' '),
  singly('378282246310005', '-'),
]) {
  test(`a card is found behind its word alone: ${card}`, (t) => {
    t.deepEqual(found(`card: ${card}.`), [`CARD ${card}`]);
    t.deepEqual(found(`sizes: ${card}.`), []);
  });
}

test('single digits without the checksum, or too many of them, are no card', (t) => {
  t.deepEqual(found(`card ${singly('4111111111111112', ' ')}`), []);
  t.deepEqual(found(`card ${singly('41111111111111110000', ' ')}`), []);
});

test('a card is found before the zero that tables add to a number, and before no other decimals', (t) => {
  t.deepEqual(found('card 4111111111111111.0'), ['CARD 4111111111111111']);
  for (const text of ['card 4111111111111111.05', 'size 4111111111111111.0']) t.deepEqual(found(text), []);
});

const account = 'DE89370400440532013000';
for (const written of [
  'DE89)(3704)(0044)(0532)(0130)(00',
  'DE89_ _3704_ _0044_ _0532_ _0130_ _00',
  'D E 8 9 3704 0044 0532 0130 00',
  singly(account, ' '),
  singly(account, '-'),
]) {
  test(`an account is found: ${written}`, (t) => {
    t.deepEqual(found(`to ${written}.`), [`IBAN ${written}`]);
    t.deepEqual(found(`to ${written.replace('9', '8')}.`), []);
  });
}

test('a dot of another form is one in an address', (t) => {
  const text = 'ada@example\u2024org';
  const [mail] = applyDetectionRules(text, { entities: new Set(['EMAIL']), languages: ['en'] });
  t.deepEqual([mail?.start, mail?.end], [0, text.length]);
});
