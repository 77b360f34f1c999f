import test from 'ava';
import { formFileName, plainFileName, writtenFileName } from '../../src/wire/form-file-name.ts';
import { readHeaderParameters } from '../../src/wire/header-parameters.ts';

const nameOf = (parameters: string) => {
  const read = readHeaderParameters(`form-data; name=file${parameters}`);
  return read === null ? null : formFileName(read.parameters);
};

for (const [parameters, name] of [
  ['; filename="a.txt"', 'a.txt'],
  ['; filename=a.txt', 'a.txt'],
  ['; filename="Zoë; \\"quoted\\" 👋🏽.pdf"', 'Zoë; "quoted" 👋🏽.pdf'],
  ['; filename="C:\\files\\a.txt"', 'C:\\files\\a.txt'],
  ['; filename="one \\\\ backslash"', 'one \\ backslash'],
  ['; filename="%22quoted%22"', '%22quoted%22'],
  ["; filename*=utf-8''Zo%C3%AB.txt", 'Zoë.txt'],
  ['; filename*="UTF-8\'de\'Zo%C3%AB.txt"', 'Zoë.txt'],
  ["; filename*=iso-8859-1''Zo%EB.txt", 'Zoë.txt'],
  ['; filename="a b.wav"; filename*=utf-8\'\'a%20b.wav', 'a b.wav'],
  ['; filename="Zo%C3%AB.txt"; filename*=utf-8\'\'Zo%C3%AB.txt', 'Zoë.txt'],
  ['; filename="Zo?.txt"; filename*=utf-8\'\'Zo%C3%AB.txt', 'Zoë.txt'],
  ['; filename="Zo__.txt"; filename*=utf-8\'\'Zo%F0%9F%91%8B.txt', 'Zo👋.txt'],
  ['; filename="=?utf-8?B?w7wgYi5qc29ubA==?="; filename*=utf-8\'\'%C3%BC%20b.jsonl', 'ü b.jsonl'],
  ['; filename="=?utf-8?B?w7wgYi5qc29ubA==?="', 'ü b.jsonl'],
  ['; filename="=?UTF-8?Q?caf=C3=A9_=31?="', 'café 1'],
  ['; filename="=?utf-8?B?not one"', '=?utf-8?B?not one'],
  ['; filename="Zoe\u0308.txt"', 'Zo\u00eb.txt'],
  ['; filename=""', ''],
  ['', null],
] as const) {
  test(`the name of \`${parameters}\` is ${JSON.stringify(name)}`, (t) => {
    t.deepEqual(nameOf(parameters), { name });
  });
}

for (const [parameters, fault] of [
  ['; filename="a.txt"; filename*=utf-8\'\'b.txt', /two different names/],
  ['; filename="a.mp3"; filename*=utf-8\'\'a.wav', /two different names/],
  ['; filename="?"; filename*=utf-8\'\'a', /two different names/],
  ['; filename=""; filename*=utf-8\'\'a', /two different names/],
  ["; filename*=utf-8''%ff", /RFC 5987/],
  ["; filename*=utf-16''a", /RFC 5987/],
  ["; filename*=utf-8''%4", /RFC 5987/],
  ['; filename*=a.txt', /RFC 5987/],
  ["; filename*=utf-8''a%0Ab", /control character/],
  ["; filename*=utf-8''a%C2%85b", /control character/],
  ['; filename="=?utf-8?Q?a=00b?="', /control character/],
] as const) {
  test(`\`${parameters}\` names nothing that every reader would agree on`, (t) => {
    const read = nameOf(parameters);
    t.true(read !== null && 'fault' in read && fault.test(read.fault), JSON.stringify(read));
  });
}

test('a written file name has no quote and no escape, and every reader reads the same name', (t) => {
  for (const name of ['a.txt', 'say "hi".txt', 'C:\\a.txt', 'ends in \\', '"', '%22', 'Zoë']) {
    const written = writtenFileName(name);
    t.notRegex(written, /["\\]/);
    const readings = [written, written.replaceAll('%22', '"'), written.replaceAll('%22', '"').replaceAll('%5C', '\\')];
    for (const reading of readings) t.is(plainFileName(reading), plainFileName(name), reading);
  }
  t.is(writtenFileName(''), 'upload');
});
