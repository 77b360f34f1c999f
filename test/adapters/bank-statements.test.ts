import test from 'ava';
import { strToU8, zipSync } from 'fflate';
import { readBankStatements } from '../../src/adapters/bank-statements.ts';
import { statementBytesMax, StatementUnreadable } from '../../src/ports/bank-statement.ts';
import { camtEntry, camtText } from '../_support/camt-text.ts';

const camt = camtText([camtEntry({ reference: 'BANK-0001', text: 'Grüße aus Köln' })]);
const mt940 = ':20:A\r\n:25:X\r\n:60F:C261119EUR1,00\r\n:61:261120C25,00NTRFNONREF//B-1\r\n:86:Gr\u00fc\u00dfe\r\n-';
const csv = 'bank_reference,bank_date,received_eur,remittance\nBANK-0001,2026-11-20,25.00,Grüße\n';

/** A text of characters below 256, one byte each. */
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const textsOf = (bytes: Uint8Array): readonly string[] =>
  readBankStatements(bytes).flatMap(({ entries }) => entries.map(({ text }) => text));

test('each format is known by how it begins', (t) => {
  t.deepEqual(textsOf(strToU8(camt)), ['Grüße aus Köln']);
  t.deepEqual(textsOf(strToU8(`\ufeff\n${camt.replace(/^<\?xml.*\n/, '')}`)), ['Grüße aus Köln']);
  t.deepEqual(textsOf(strToU8(mt940)), ['Grüße']);
  t.deepEqual(textsOf(strToU8(csv)), ['Grüße']);
  // The letters that a zip begins with.
  t.deepEqual(textsOf(strToU8(`PKBANK\r\n${mt940}`)), ['Grüße']);
  t.deepEqual(textsOf(strToU8(csv.replace('bank_reference,', 'PK,bank_reference,').replace('BANK', 'x,BANK'))), [
    'Grüße',
  ]);
});

test('a text is read in the encoding that it declares, or that its first bytes say', (t) => {
  for (const encoding of ['ISO-8859-1', 'windows-1252', 'iso-8859-15', 'Latin1']) {
    t.deepEqual(textsOf(latin1(camt.replace('UTF-8', encoding))), ['Grüße aus Köln'], encoding);
  }
  t.deepEqual(textsOf(latin1(mt940)), ['Grüße']);
  const wide = Buffer.from(`\ufeff${camt.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  t.deepEqual(textsOf(wide), ['Grüße aus Köln']);
  t.deepEqual(textsOf(Buffer.from(wide).swap16()), ['Grüße aus Köln']);
});

/** An archive of two files, one of which has got another name of the same length. */
function renamed(from: string, to: string): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'a.xml': strToU8(camt), [from]: strToU8(camt) }));
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at)) bytes.write(to, at);
  return bytes;
}

test('an archive is read file by file, in the order of names', (t) => {
  const files = { 'b/2.xml': strToU8(camt.replace('Köln', 'Bonn')), 'b/': strToU8(''), 'a.sta': latin1(mt940) };
  const beside = { '__MACOSX/._a': strToU8('x'), '.DS_Store': strToU8('y') };
  t.deepEqual(textsOf(zipSync({ ...files, ...beside })), ['Grüße', 'Grüße aus Bonn']);
  t.deepEqual(textsOf(zipSync(files, { level: 0 })), ['Grüße', 'Grüße aus Bonn']);
});

/** An archive of which the checksum of the last file, or its stored content, is another. */
function damaged(what: 'checksum' | 'content'): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'a.xml': strToU8(camt), 'b.xml': strToU8(camt) }, { level: 0 }));
  const [content, entry] = [bytes.lastIndexOf('25.00'), bytes.lastIndexOf('PK\x01\x02')];
  if (what === 'content') bytes.write('95.00', content);
  else bytes.writeUInt32LE(0, entry + 16);
  return bytes;
}

for (const [what, bytes, message] of [
  ['nothing', new Uint8Array(0), /^it is empty$/],
  ['what is not in the encoding that it declares', latin1(camt), /^it is not UTF-8$/i],
  [
    'an encoding that is not read',
    latin1(camt.replace('UTF-8', 'IBM850')),
    /^it is in IBM850, which is not read: save it as UTF-8$/,
  ],
  ['an archive of which two files have one name', renamed('b.xml', 'a.xml'), /files share a name/],
  ['an archive with a file that no record can name', renamed('AAAAAAAAA', '__proto__'), /files share a name/],
  ['an archive with a hidden file that is none', zipSync({ '.a.pdf': strToU8('%PDF-1.7') }), /^file 1 of 1/],
  ['an archive in which a digit changed', damaged('content'), /damaged file/],
  ['an archive with another checksum', damaged('checksum'), /damaged file/],
  ['an archive without files', zipSync({}), /without files/],
  ['an archive that is cut', zipSync({ a: strToU8(camt) }).subarray(0, 60), /cannot be unpacked/],
  [
    'an archive with another file',
    zipSync({ 'a.xml': strToU8(camt), 'b.pdf': strToU8('%PDF-1.7') }),
    /^file 2 of 2 in the archive: /,
  ],
  ['an archive that grows', zipSync({ a: new Uint8Array(statementBytesMax + 1) }), /holds more than/],
  ['an archive in an archive', zipSync({ 'a.zip': zipSync({ 'a.xml': strToU8(camt) }) }), /^file 1 of 1/],
] as const) {
  test(`${what} is refused, and named`, (t) => {
    t.throws(() => readBankStatements(bytes), { instanceOf: StatementUnreadable, message });
  });
}

test('an archive that lies about the size of a file is not unpacked further', (t) => {
  const bytes = Buffer.from(zipSync({ a: new Uint8Array(4_000_000) }));
  // The size before packing, in the head of the file and in the directory.
  const sizes = [22, bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24];
  for (const at of sizes) bytes.writeUInt32LE(10, at);
  t.throws(() => readBankStatements(bytes), { instanceOf: StatementUnreadable });
});
