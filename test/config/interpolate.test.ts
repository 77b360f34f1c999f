import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { interpolate } from '../../src/config/interpolate.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

function scene(t: ExecutionContext, files: Readonly<Record<string, string>> = {}) {
  const folder = scratchFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const read: string[] = [];
  const sources = {
    environment: { KEY: 'from-the-environment' },
    path: join(folder, 'waybill.yaml'),
    onFile: (path: string) => read.push(path),
    problem: (message: string) => new RangeError(message),
  };
  return { folder, read, replaced: (value: unknown) => interpolate(value, sources) };
}

test('variables and files are replaced in nested strings, without the final line break of a file', (t) => {
  const { replaced, folder, read } = scene(t, { key: 'from a file\n', windows: 'other\r\n' });
  t.deepEqual(replaced({ a: ['Bearer ${KEY}', { b: '${file:key}|${file:windows}' }], c: 1, d: null }), {
    a: ['Bearer from-the-environment', { b: 'from a file|other' }],
    c: 1,
    d: null,
  });
  t.deepEqual(read, [join(folder, 'key'), join(folder, 'windows')]);
});

test('variables inside a replaced value are not replaced', (t) => {
  const { replaced } = scene(t, { key: '${KEY}' });
  t.is(replaced('${file:key}'), '${KEY}');
});

test('all missing variables are reported at once', (t) => {
  const { replaced } = scene(t);
  t.throws(() => replaced({ a: '${ONE} ${KEY}', b: ['${TWO}', { c: '${ONE}' }] }), {
    message: /names \$\{ONE\}, \$\{TWO\}, which are not set$/,
  });
});

const refused = [
  ['${NOBODY}', /names \$\{NOBODY\}, which is not set/],
  ['${file:nowhere}', /names \$\{file:nowhere\}, which cannot be read/],
  ['${file:empty}', /names \$\{file:empty\}, which is empty/],
  ['${file:large}', /cannot be read: it has more than 65536 bytes/],
] as const;

for (const [text, message] of refused) {
  test(`${text} is refused without quoting its value`, (t) => {
    const { replaced } = scene(t, { empty: '\n', large: 'x'.repeat(65_537) });
    t.throws(() => replaced(text), { instanceOf: RangeError, message });
  });
}
