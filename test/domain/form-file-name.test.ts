import test from 'ava';
import { formFileName } from '../../src/domain/form-file-name.ts';

for (const [disposition, name] of [
  ['form-data; name="file"; filename="a.txt"', 'a.txt'],
  ['form-data; name="file"; filename=a.txt', 'a.txt'],
  ['form-data; filename="Zoë; \\"quoted\\" 👋🏽.pdf"; name="file"', 'Zoë; "quoted" 👋🏽.pdf'],
  ['form-data; name="file"; filename="%22quoted%22"', '"quoted"'],
  ['form-data; name="file"; filename="plain.txt"; filename*=UTF-8\'\'Zo%C3%AB.txt', 'Zoë.txt'],
  ['form-data; name="file"; filename="plain.txt"; filename*=UTF-8\'\'%ff', 'plain.txt'],
  ['form-data; name="file"; filename="Zoe\u0308.txt"', 'Zo\u00eb.txt'],
  ['form-data; name="file"; filename=""', ''],
  ['form-data; name="filename"', null],
] as const) {
  test(`${disposition} names ${name ?? 'no file'}`, (t) => {
    t.is(formFileName(disposition), name);
  });
}
