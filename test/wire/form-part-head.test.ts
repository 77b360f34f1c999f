import test from 'ava';
import { FormFault } from '../../src/wire/form-fault.ts';
import { readFormPartHead } from '../../src/wire/form-part-head.ts';

const headOf = (text: string) => readFormPartHead(Buffer.from(text));
const named = (disposition: string) => {
  const { name, fileName } = headOf(`Content-Disposition: ${disposition}`);
  return { name, isFile: fileName !== null };
};

test('part headers of clients are read: names bare and quoted, file names in any script, escaped and encoded', (t) => {
  for (const [disposition, name, isFile] of [
    ['form-data; name="model"', 'model', false],
    ['form-data; name=model', 'model', false],
    ['Form-Data;NAME="model" ', 'model', false],
    ['form-data; name=model;', 'model', false],
    ['form-data;\tname="include[]"', 'include[]', false],
    ['form-data; name="caf\u00e9 \ud83d\ude00; name=x"', 'caf\u00e9 \ud83d\ude00; name=x', false],
    ['form-data; name=""', '', false],
    ['form-data; name="x; filename=y"', 'x; filename=y', false],
    ['form-data; name="file"; filename="Gr\u00fc\u00dfe.mp3"', 'file', true],
    ['form-data; filename="a.mp3"; name="file"', 'file', true],
    ['form-data; name="file"; filename=""', 'file', true],
    ['form-data; name="file"; filename="a %22b%22; name=model.mp3"', 'file', true],
    ['form-data; name=file; filename="a.mp3"; size=3; creation-date="Wed, 12 Feb 1997 16:29:51 -0500"', 'file', true],
    ["form-data; name=file; filename=a.mp3; filename*=utf-8''a.mp3", 'file', true],
  ] as const) {
    t.deepEqual(named(disposition), { name, isFile }, disposition);
  }
});

test('a part header that another parser could read otherwise is refused', (t) => {
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
    'form-data; name="a" name="b"',
    'form-data; name="a"; filename="\\"; name="b"',
    'form-data; name = "a"',
    'form-data; name="a',
    'form-data; name="a\\"',
    'form-data; name=a"b"',
    'form-data name="a"',
    'form-data, form-data; name="a"',
    `form-data; name="a"${' '.repeat(30_000)}x`,
    `form-data; name="a"${'; filename="b'.repeat(20_000)}`,
    `form-data; name="${'\\\\"'.repeat(50_000)}`,
  ]) {
    t.throws(() => named(disposition), { instanceOf: FormFault }, disposition.slice(0, 100));
  }
});

test('a control byte anywhere in a header is a fault', (t) => {
  for (const byte of ['\n', '\r', '\0', '\u0001', '\u000b', '\u007f']) {
    for (const header of [
      `content-disposition: form-data; name="mo${byte}del"`,
      `content-disposition: form-data;${byte} name=model`,
      `content-disposition: form-data; name=model${byte}`,
      `content-disposition: form-data; name=model\r\nx-other: a${byte}b`,
      `content-disposition: form-data; name=model\r\nx${byte}y: a`,
      `content-disposition: form-data; name=file; filename="a${byte}b"`,
    ]) {
      t.throws(() => headOf(header), { instanceOf: FormFault }, JSON.stringify(header));
    }
  }
  t.throws(() => named('form-data; name="a\tb"'), { instanceOf: FormFault });
});

test('headers that are said twice, folded or without end are faults', (t) => {
  const disposition = 'content-disposition: form-data; name=a';
  for (const header of [
    `${disposition}\r\n${disposition}`,
    `${disposition}\r\nCONTENT-DISPOSITION: form-data; name=b`,
    'content-disposition: form-data;\r\n name=a',
    `${disposition}\r\nno header`,
    `${disposition}\r\n: x`,
    `${disposition}\r\n\r\nx: y`,
    `${disposition}\r\ncontent-type : text/plain`,
    `${disposition}${Array.from({ length: 16 }, (_, index) => `\r\nx-${index}: y`).join('')}`,
    `${disposition}\r\ncontent-transfer-encoding: base64`,
    `${disposition}\r\ncontent-transfer-encoding: quoted-printable`,
    `${disposition}\r\ncontent-type: text/plain; charset=utf-7`,
    `${disposition}\r\ncontent-type: text/plain; charset=utf-16`,
    `${disposition}\r\ncontent-length: 1, 2`,
    '',
  ]) {
    t.throws(() => headOf(header), { instanceOf: FormFault }, JSON.stringify(header));
  }
});

test('types, lengths and character sets are normalised, and an invalid type is left out', (t) => {
  const file = 'Content-Disposition: form-data; name=file; filename=a\r\n';
  t.is(headOf(`${file}Content-Type: Audio/OGG;codecs="opus"; x="a b"`).contentType, 'audio/ogg; codecs=opus');
  t.is(headOf(`${file}Content-Type: mp3`).contentType, null);
  t.is(headOf(`${file}Content-Type:`).contentType, null);
  t.is(headOf(`${file}Content-Length: 12`).contentLength, 12);
  t.is(headOf('content-disposition: form-data; name=a\r\ncontent-transfer-encoding: 8BIT').contentLength, null);
  const latin = 'content-disposition: form-data; name=a\r\ncontent-type: text/plain; charset=ISO-8859-1';
  t.is(headOf(latin).charset, 'iso-8859-1');
  const latinName = Buffer.from('content-disposition: form-data; name=file; filename="Zo\u00eb"', 'latin1');
  t.is(readFormPartHead(latinName).fileName, 'Zo\u00eb');
});
