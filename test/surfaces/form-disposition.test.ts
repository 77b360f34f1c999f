import test from 'ava';
import { readDisposition } from '../../src/surfaces/form-disposition.ts';

test('what clients send is read: names plain and quoted, file names in any script, escaped and encoded', (t) => {
  for (const [disposition, name, isFile] of [
    ['form-data; name="model"', 'model', false],
    ['form-data; name=model', 'model', false],
    ['Form-Data;NAME="model" ', 'model', false],
    ['form-data; name="include[]"', 'include[]', false],
    ['form-data; name="caf\u00e9 \ud83d\ude00; name=x"', 'caf\u00e9 \ud83d\ude00; name=x', false],
    ['form-data; name=""', '', false],
    ['form-data; name="x; filename=y"', 'x; filename=y', false],
    ['form-data; name="file"; filename="Gr\u00fc\u00dfe.mp3"', 'file', true],
    ['form-data; filename="a.mp3"; name="file"', 'file', true],
    ['form-data; name="file"; filename=""', 'file', true],
    ['form-data; name="file"; filename="a %22b%22; name=model.mp3"', 'file', true],
    ['form-data; name="file"; filename="caf\u00e9 \\"x\\".mp3"; filename*=UTF-8\'\'caf%C3%A9.mp3', 'file', true],
    ['form-data; name="file"; filename*=utf-8\'\'a.mp3', 'file', true],
  ] as const) {
    t.deepEqual(readDisposition(disposition), { name, isFile }, disposition);
  }
});

test('what another parser could read otherwise is not read at all', (t) => {
  for (const disposition of [
    '',
    'form-data',
    'form-data; filename="a"',
    'attachment; name="a"',
    'form-data; name="a"; name="b"',
    'form-data; name="a"; NAME="a"',
    'form-data; filename="a"; filename="b"; name="c"',
    'form-data; x="; name=a"; name="b"',
    'form-data; name="a"; x=1',
    "form-data; name*=utf-8''a",
    "form-data; name=a; name*=utf-8''b",
    'form-data; name="a\\"; name=\\"b"',
    'form-data; name="mod\\el"',
    'form-data; name="a" name="b"',
    'form-data; name="a"; filename="\\"; name="b"',
    'form-data; name = "a"',
    'form-data; name="a',
    'form-data name="a"',
    'form-data, form-data; name="a"',
  ]) {
    t.is(readDisposition(disposition), null, disposition);
  }
});

test('a disposition of any length is read in linear time', (t) => {
  const long = `form-data; name="a"${'; filename="b'.repeat(20_000)}`;
  t.is(readDisposition(long), null);
  t.is(readDisposition(`form-data; name="${'\\\\"'.repeat(50_000)}`), null);
});
