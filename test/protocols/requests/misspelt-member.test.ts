import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { findMisspeltMember } from '../../../src/protocols/requests/misspelt-member.ts';

function found(text: string): string | null {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return findMisspeltMember(object)?.written ?? null;
}

test('a name that differs from a known one only in case is found in any spelling', (t) => {
  for (const key of [
    'Model',
    'MODEL',
    'N',
    'Max_Tokens',
    'STREAM',
    '\u017ftream',
    'max_to\u212aens',
    'Tools',
    'Input',
  ]) {
    t.is(found(`{"model":"light",${JSON.stringify(key)}:1}`), key);
  }
  t.is(found('{"\\u004dodel":"big"}'), 'Model');
  t.is(found('{"stream_options":{"include_usage":true,"Include_usage":false}}'), 'Include_usage');
});

test('names of other members and names of nested members are ignored', (t) => {
  for (const text of [
    '{"model":"light","topK":3,"enableThinking":true,"X":1,"Modell":1,"été":1,"ıdea":1}',
    '{"metadata":{"Model":"a","N":1},"tools":[{"function":{"parameters":{"properties":{"Model":{}}}}}]}',
    '{}',
  ]) {
    t.is(found(text), null, text);
  }
});

test('every top-level member that a request reader looks up is among the known names', (t) => {
  const folder = join(import.meta.dirname, '../../../src/protocols');
  const readers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/(speech-)?(request|effort|refusal)\.ts$/.test(path),
  );
  t.true(readers.length > 5);
  for (const reader of readers) {
    const text = readFileSync(join(folder, reader), 'utf8');
    const asked = [...text.matchAll(/(?:\(object, |\bobject\.(?:member|nested|string)\()'([a-z_]+)'/g)];
    const names = asked.map(([, name = '']) => name);
    for (const name of names) t.is(found(`{"${name.toUpperCase()}":1}`), name.toUpperCase(), `${reader}: ${name}`);
  }
});
