import test from 'ava';
import { FormFault } from '../../src/wire/form-fault.ts';
import { boundaryOf, createMultipartReader } from '../../src/wire/multipart-reader.ts';

interface ReadPart {
  readonly name: string;
  readonly fileName: string | null;
  readonly content: string;
}

/** The parts of a form that comes in pieces of so many bytes. */
function partsOf(form: string, pieceBytes = form.length, boundary = 'b'): readonly ReadPart[] {
  const parts: ReadPart[] = [];
  let content: Buffer[] = [];
  let head: Omit<ReadPart, 'content'> | null = null;
  const reader = createMultipartReader(boundary, {
    begin: ({ name, fileName }) => {
      head = { name, fileName };
      content = [];
    },
    data: (bytes) => content.push(Buffer.from(bytes)),
    finish: () => head !== null && parts.push({ ...head, content: Buffer.concat(content).toString('latin1') }),
  });
  const bytes = Buffer.from(form, 'latin1');
  const scratch = Buffer.alloc(Math.max(1, pieceBytes));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The same memory each time: nothing may be kept of it.
    const piece = scratch.subarray(0, bytes.copy(scratch, 0, at, at + pieceBytes));
    reader.push(piece);
  }
  reader.end();
  return parts;
}

const field = (name: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
const whole = `${field('a', 'one')}--b \t\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n\r\n--bc\r\n-\r\n--\r\n--b--`;

test('a form is read the same in pieces of any size, with line ends and partial boundaries in its contents', (t) => {
  const form = `${field('a', '')}${field('b', '\r\n--\r\n-b--b\r--b')}--b--\r\n`;
  const expected = [
    { name: 'a', fileName: null, content: '' },
    { name: 'b', fileName: null, content: '\r\n--\r\n-b--b\r--b' },
  ];
  for (let pieceBytes = 1; pieceBytes <= form.length; pieceBytes += 1) {
    t.deepEqual(partsOf(form, pieceBytes), expected, `pieces of ${pieceBytes}`);
  }
});

test('bytes before the first boundary and after the last are ignored, and bounded', (t) => {
  const form = `${field('a', 'one')}--b--`;
  const expected = [{ name: 'a', fileName: null, content: 'one' }];
  for (const accepted of [
    `\r\n${form}`,
    `hello --b\r\n${form}`,
    `${form} \r\n`,
    `${form}\r\nbye\r\n--b\r\nx`,
    `${form}\t`,
  ]) {
    for (const pieceBytes of [1, 7, 10_000]) t.deepEqual(partsOf(accepted, pieceBytes), expected, accepted);
  }
  const long = 'x'.repeat(1_100);
  for (const [refused, message] of [
    [`${long}\r\n${form}`, /does not begin/],
    [`${form}\r\n${long}`, /too much follows/],
    [long, /does not begin/],
  ] as const) {
    for (const pieceBytes of [1, 10_000])
      t.throws(() => partsOf(refused, pieceBytes), { instanceOf: FormFault, message });
  }
});

test('a line that begins with the boundary is a boundary, or the form is refused', (t) => {
  for (const pieceBytes of [1, 3, 10_000]) {
    t.throws(() => partsOf(whole, pieceBytes), { instanceOf: FormFault, message: /begins with the boundary/ });
    for (const end of ['--bx', '--b-x', '--b--x', '--b\rx', '--b\nx', `--b${' '.repeat(65)}\r\n`]) {
      t.throws(() => partsOf(`${field('a', '1')}${end}`.padEnd(300, '.'), pieceBytes), { instanceOf: FormFault }, end);
    }
  }
});

test('a form without its last boundary, without parts or with parts without an end is refused', (t) => {
  for (const form of [
    '',
    '--b',
    '--b\r\n',
    '--b-',
    field('a', '1'),
    `${field('a', '1')}--b`,
    `${field('a', '1')}--b--x`,
  ]) {
    for (const pieceBytes of [1, 10_000]) t.throws(() => partsOf(form, pieceBytes), { instanceOf: FormFault }, form);
  }
  t.deepEqual(partsOf('--b--'), []);
});

test('headers have a bound in bytes and in number, and parts in number', (t) => {
  const head = (bytes: number) =>
    `--b\r\ncontent-disposition: form-data; name=a\r\nx: ${'y'.repeat(bytes)}\r\n\r\n1\r\n--b--`;
  t.is(partsOf(head(8_000)).length, 1);
  for (const pieceBytes of [1_000, 100_000]) {
    t.throws(() => partsOf(head(9_000), pieceBytes), { instanceOf: FormFault, message: /larger than 8192 bytes/ });
  }
  const endless = `--b\r\ncontent-disposition: form-data; name="a"; filename="${'a'.repeat(20_000)}`;
  t.throws(() => partsOf(endless, 1_000), { instanceOf: FormFault, message: /larger than 8192 bytes/ });
  t.is(partsOf(`${field('a', '1').repeat(128)}--b--`).length, 128);
  t.throws(() => partsOf(`${field('a', '1').repeat(129)}--b--`), {
    instanceOf: FormFault,
    message: /at most 128 parts/,
  });
});

test('a part is as long as it says, or it is refused', (t) => {
  const form = (length: string) =>
    `--b\r\ncontent-disposition: form-data; name=a\r\ncontent-length: ${length}\r\n\r\n12345\r\n--b--\r\n`;
  t.is(partsOf(form('5')).length, 1);
  for (const length of ['4', '6', '0', '-5', '5, 5']) t.throws(() => partsOf(form(length)), { instanceOf: FormFault });
});

test('the boundary is read as senders write it, and said once', (t) => {
  for (const [type, boundary] of [
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;BOUNDARY="a b"', 'a b'],
    ['multipart/form-data; charset=ISO-8859-1; boundary=x_y', 'x_y'],
    ["multipart/form-data; boundary=a'()+_,-./:=?".replace(',', ''), "a'()+_-./:=?"],
    ['multipart/form-data; boundary="a=W79;x"', null],
    ['multipart/form-data; boundary="a=W79"', 'a=W79'],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary=""', null],
    ['multipart/form-data; boundary=a; boundary=b', null],
    ['multipart/form-data; boundary="a "', null],
    ['multipart/form-data; boundary=a\u00e4', null],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
    [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
    ['multipart/form-data', null],
  ] as const) {
    if (boundary === null) t.throws(() => boundaryOf(type), { instanceOf: FormFault }, type);
    else t.is(boundaryOf(type), boundary, type);
  }
});
