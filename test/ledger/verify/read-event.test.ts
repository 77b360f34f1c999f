import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readEvent } from '../../../src/ledger/verify/read-event.ts';

const folder = join(import.meta.dirname, '..', '..', 'domain', 'events-golden');
const golden = readdirSync(folder).flatMap((file) => {
  const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly unknown[];
  return texts.map((data) => ({ type: file.replace('.v1.json', ''), data }));
});

test('the data of an event is read as it is recorded, in the order of its members', (t) => {
  for (const { type, data } of golden) {
    const read = readEvent({ type, data: JSON.stringify(data) });
    t.is(JSON.stringify(read), JSON.stringify({ type, data }));
  }
});

test('data that is no JSON, of another kind, or with a member too many is named', (t) => {
  for (const { type, data } of golden) {
    const text = JSON.stringify(data);
    const others = ['', text.slice(0, -1), `${text}x`, 'null', '1', '[]', `"${type}"`, `[${text}]`];
    for (const other of [...others, JSON.stringify({ ...(data as object), another: 1 })]) {
      t.like(readEvent({ type, data: other }), { kind: 'event_data' }, `${type} ${other}`);
    }
  }
});

test('a type that is no event is named, also where an object has a member of that name', (t) => {
  for (const type of ['FromTheFuture', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    t.like(readEvent({ type, data: '{}' }), { kind: 'event_type', found: type }, type);
  }
});
