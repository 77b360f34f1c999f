import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { eventCatalogue, type DomainEvent } from '../../src/domain/event-catalogue.ts';
import { EventReader } from '../../src/ledger/verify/event-reader.ts';
import { cutText, EventTemplate } from '../../src/ledger/verify/event-template.ts';
import { roundsOf } from '../_support/nightly.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';

const folder = join(import.meta.dirname, '..', 'domain', 'events-golden');
const golden = readdirSync(folder).flatMap((file) => {
  const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly unknown[];
  return texts.map((data) => ({ type: file.replace('.v1.json', '') as DomainEvent['type'], data }));
});

const uuids = ['41339fe9-5bcd-4f94-ac2f-f272db64dd1e', '8360D6EF-98be-4f44-a924-331594147316'];
const amounts = ['0.005000000', '999999.999999999', '0.000000000', '9000000000.000000000'];
const odd = [
  '',
  'x',
  '0.5',
  'ü',
  'a"b',
  'a\\b',
  'a\u0001b',
  'g1339fe9-5bcd-4f94-ac2f-f272db64dd1e',
  '99999999999.000000000',
];

/** Another value of the same kind, or one that may not fit. */
function another(value: string | number, random: SeededRandom): unknown {
  if (random.whole(0, 60) === 0) return [...odd, null, 1.5, -1, true][random.whole(0, odd.length + 3)];
  if (typeof value === 'number') return random.whole(0, 1) === 0 ? value : random.whole(0, 100_000);
  if (/^[0-9a-f-]{36}$/i.test(value)) return [value, ...uuids][random.whole(0, 2)];
  if (/^\d+\.\d{9}$/.test(value)) return [value, ...amounts][random.whole(0, amounts.length)];
  return random.whole(0, 5) === 0 ? `${value}${random.whole(0, 9)}` : value;
}

function varied(value: unknown, random: SeededRandom): unknown {
  if (typeof value === 'string' || typeof value === 'number') return another(value, random);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => varied(item, random));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, varied(member, random)]));
}

/** Once in a while a text in which one character is another. */
function written(data: unknown, random: SeededRandom): string {
  const text = JSON.stringify(data);
  if (random.whole(0, 9) > 0) return text;
  const at = random.whole(0, text.length - 1);
  return text.slice(0, at) + ['"', ' ', '0', '}', 'e', '\\', '\u0002', ''][random.whole(0, 7)] + text.slice(at + 1);
}

/** What is read without any template; `null`: no event of this type. */
function parsed(type: DomainEvent['type'], text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return eventCatalogue[type].safeParse(data).success ? data : null;
  } catch {
    return null;
  }
}

test('an event read by a template equals the parsed one, or is refused alike', (t) => {
  const random = randomOf(t);
  const reader = new EventReader();
  const rounds = roundsOf(t, { ordinary: 300, nightly: 10_000 });
  for (let round = 0; round < rounds; round += 1) {
    for (const { type, data } of golden) {
      const text = written(varied(data, random), random);
      const expected = parsed(type, text);
      const found = reader.read({ type, data: text });
      const value = 'kind' in found ? null : found.data;
      if (
        !isDeepStrictEqual(value, expected) ||
        (value !== null && JSON.stringify(value) !== JSON.stringify(expected))
      ) {
        return t.fail(`${type} ${text} was read as ${JSON.stringify(found)}`);
      }
    }
  }
  t.pass();
});

test('events that share parts with earlier events keep their values when later events are read', (t) => {
  const random = randomOf(t);
  const reader = new EventReader();
  const read: (readonly [text: string, found: unknown])[] = [];
  const rounds = roundsOf(t, { ordinary: 30, nightly: 1_000 });
  for (let round = 0; round < rounds; round += 1) {
    for (const { type, data } of golden) {
      const text = JSON.stringify(varied(data, random));
      const found = reader.read({ type, data: text });
      if (!('kind' in found)) read.push([text, found.data]);
    }
  }
  t.true(read.length > rounds);
  t.is(
    read.find(([text, found]) => JSON.stringify(found) !== text),
    undefined,
  );
});

const uuidOrNumber = (path: readonly (string | number)[]) =>
  path[0] === 'id'
    ? { fits: () => true, isUuid: true }
    : { fits: (value: unknown) => typeof value === 'number', isUuid: false };

test('a template matches texts that differ where its samples did, and its values share no differing part', (t) => {
  const sample = { id: uuids[0], list: { kept: 'x' }, lines: [{ n: 1 }] };
  const template = new EventTemplate(sample, cutText(sample));
  const text = (id: string, n: number): string => JSON.stringify({ id, list: { kept: 'x' }, lines: [{ n }] });
  const [id = '', other = ''] = uuids;
  t.true(template.widen(cutText(JSON.parse(text(other, 2))), uuidOrNumber));
  const found = template.match(text(other, 31));
  t.deepEqual(found, JSON.parse(text(other, 31)));
  t.deepEqual(sample, { id, list: { kept: 'x' }, lines: [{ n: 1 }] });
  t.is((found as typeof sample).list, sample.list);
  for (const foreign of [
    text('x', 1),
    text(id, 1).replace('kept', 'lost'),
    `${text(id, 1)} `,
    text(id, 1).slice(0, -1),
  ]) {
    t.is(template.match(foreign), null);
  }
  for (const number of ['01', ' 1', '1e0', '1.0', '0x1', '']) {
    t.is(template.match(text(id, 7).replace('7}', `${number}}`)), null, number);
  }
});

test('a template compares steady values first, and a text refused halfway leaves no value behind', (t) => {
  const [first = '', second = ''] = uuids;
  const sample = { id: first, n: 1, rest: 'x' };
  const template = new EventTemplate(sample, cutText(sample));
  t.true(template.widen(cutText({ ...sample, id: second, n: 2 }), uuidOrNumber));
  const text = JSON.stringify(sample);
  // Often enough that both slots are known to be steady.
  for (let match = 0; match < 100; match += 1) t.deepEqual(template.match(text), sample);
  t.is(template.match(text.replace(first, second).replace('"n":1', '"n":"one"')), null);
  t.deepEqual(template.match(text), sample);
  t.deepEqual(template.match(text.replace(first, second)), { ...sample, id: second });
  t.deepEqual(template.match(text), sample);
  // A value that begins as the one before it did.
  t.deepEqual(template.match(text.replace('"n":1', '"n":12')), { ...sample, n: 12 });
});
