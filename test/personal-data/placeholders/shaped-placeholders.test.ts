import * as fc from 'fast-check';
import test from 'ava';
import type { CastEntry } from '../../../src/personal-data/placeholders/cast-book.ts';
import { placeholderRestorer } from '../../_support/placeholder-restorer.ts';
import { counted } from './_counted.ts';

const shaped = (placeholder: string, place: number): CastEntry => {
  const entity = placeholder.includes('@') ? 'EMAIL' : 'IP';
  return { placeholder, core: null, entity, value: `<${place}>`, isNumber: false };
};

test('reading a text takes no more work with more placeholders that look like values', (t) => {
  const ids = Array.from({ length: 4_000 }, (_, place) => String(place).padStart(5, 'b'));
  const entries = counted(ids.map((id, place) => shaped(`pii.${id}@pii.invalid`, place)));
  const { restore, openLane } = placeholderRestorer(entries.all);
  const before = entries.reads();
  const text = 'p pii. pii.zzzzz@pii.invalid '.repeat(100);
  t.is(restore(text), text);
  t.is(restore('to pii.bbb42@pii.invalid.'), 'to <42>.');
  const lane = openLane();
  t.is(lane.push('to pii.bbb4') + lane.push('2@pii.invalid') + lane.push('.') + lane.flush(), 'to <42>.');
  t.true(entries.reads() - before < 100, `${entries.reads() - before}`);
});

const addresses = ['198.18.0.1', '198.18.0.12', '198.19.3.123', '198.18.0.13'];
const mails = ['pii.bcdfg@pii.invalid', 'pii.bcdfgh@pii.invalid', 'pii.bcdfghj@pii.invalid'];
const entries = [...addresses, ...mails].map(shaped);

/** Restores at each place the placeholder that stands there and that no digit follows. */
function restoredOneByOne(text: string): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    const found = entries.find(({ placeholder }) => {
      return text.startsWith(placeholder, at) && !/\d/.test(text.charAt(at + placeholder.length));
    });
    const isFree = !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1));
    out += found !== undefined && isFree ? found.value : text.charAt(at);
    at += found !== undefined && isFree ? found.placeholder.length : 1;
  }
  return out;
}

test('the right one of placeholders with a common beginning is restored, wherever a text is cut', (t) => {
  const { restore, openLane } = placeholderRestorer(entries);
  const piece = fc.constantFrom(...addresses, ...mails, ' ', ',', '1', '2', '198.', 'pii.', 'p', '@pii.invalid');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
      const text = pieces.join('');
      const expected = restoredOneByOne(text);
      t.is(restore(text), expected);
      const lane = openLane();
      const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
      const passed = places.slice(1).map((end, index) => lane.push(text.slice(places[index], end)));
      t.is(passed.join('') + lane.flush(), expected);
    }),
  );
});
