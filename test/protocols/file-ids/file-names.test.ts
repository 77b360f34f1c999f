import test from 'ava';
import { array, assert, constantFrom, nat, oneof, property, string, stringMatching, uniqueArray } from 'fast-check';
import { OwnIds } from '../../../src/protocols/file-ids/file-names.ts';
import { fileReferences } from '../../../src/protocols/file-ids/file-references.ts';

const ours = `file-${'a'.repeat(44)}`;
const names = new Map([[ours, 'file-upstream1']]);
const sent = (body: string): string => fileReferences(Buffer.from(body), 100).renamed(names).toString();
const told = (body: string, of = names): string => new OwnIds(of).restored(Buffer.from(body)).toString();

test('file ids of a request are replaced in members that name files, and nowhere else', (t) => {
  t.is(sent(`{"file_id" : "${ours}"}`), '{"file_id" : "file-upstream1"}');
  t.is(sent(`{"file_ids":[ "x","${ours}" ]}`), '{"file_ids":[ "x","file-upstream1" ]}');
  const spelt = ours.replace('f', String.raw`\u0066`);
  t.is(sent(`{"file_id":"${spelt}"}`), '{"file_id":"file-upstream1"}', 'however it is spelt');
  for (const untouched of [
    `{"metadata":{"file_id":"${ours}"}}`,
    `{"text":"${ours}"}`,
    `{"text":"{\\"file_id\\":\\"${ours}\\"}"}`,
    `{"x\\"file_id":"${ours}"}`,
    `{"my_file_id":"${ours}"}`,
    `{"texts":["${ours}"]}`,
  ]) {
    t.notThrows(() => JSON.parse(untouched) as unknown);
    t.is(sent(untouched), untouched);
  }
});

test('a request with too many file ids is read up to the first id above the limit', (t) => {
  const decoded: string[] = [];
  const counting = (body: string): Buffer => {
    const bytes = Buffer.from(body);
    const toString = bytes.toString.bind(bytes);
    bytes.toString = (...place: Parameters<Buffer['toString']>) => {
      const text = toString(...place);
      if (/^"?id-/.test(text)) decoded.push(text);
      return text;
    };
    return bytes;
  };
  const ids = Array.from({ length: 1_000 }, (_, n) => `id-${n}`);
  for (const body of [
    { file_ids: ids },
    { input: ids.map((id) => ({ content: [{ file_id: id }] })) },
    { file_ids: ['id-0', 'id-0', ...ids] },
  ]) {
    decoded.length = 0;
    const named = fileReferences(counting(JSON.stringify(body)), 3);
    t.deepEqual(named.ids, ids.slice(0, 4));
    t.true(decoded.length >= 4 && decoded.length <= 8, `${decoded.length} ids were decoded`);
    t.throws(() => named.renamed(new Map()), { instanceOf: RangeError });
  }
  const most = fileReferences(Buffer.from(JSON.stringify({ file_ids: ids.slice(0, 3) })), 3);
  t.deepEqual(most.ids, ids.slice(0, 3));
  t.notThrows(() => most.renamed(new Map()));
});

test('a file id in an answer is replaced anywhere, alone or as part of a name', (t) => {
  t.is(told('{"file_id":"file-upstream1"}'), `{"file_id":"${ours}"}`);
  t.is(told('{"code":"open(\\"/data/file-upstream1-a.csv\\")"}'), `{"code":"open(\\"/data/${ours}-a.csv\\")"}`);
  t.is(told('{"text":"Zoë:\\nfile-upstream1"}'), `{"text":"Zoë:\\n${ours}"}`);
});

test('an id that begins with another id is not confused with it', (t) => {
  const other = `file-${'b'.repeat(44)}`;
  const both = new Map([...names, [other, 'file-upstream12']]);
  const text =
    '{"file_ids":["file-upstream1","file-upstream12"],"text":"file-upstream12 file-upstream1 file-upstream13"}';
  t.is(told(text, both), `{"file_ids":["${ours}","${other}"],"text":"${other} ${ours} file-upstream13"}`);
});

test('a short id is replaced only as a member', (t) => {
  const short = new Map([[ours, '7']]);
  t.is(
    told('{"file_id":"7","file_ids":["7"],"text":"7"}', short),
    `{"file_id":"${ours}","file_ids":["${ours}"],"text":"7"}`,
  );
});

test('ids with characters of regular expressions are matched literally', (t) => {
  t.is(
    told('{"text":"file.upstream.1 fileXupstreamX1"}', new Map([[ours, 'file.upstream.1']])),
    `{"text":"${ours} fileXupstreamX1"}`,
  );
});

test('the upstream’s file id never remains in an answer', (t) => {
  const upstreamId = stringMatching(/^[A-Za-z0-9._:-]{12,40}$/);
  assert(
    property(upstreamId, array(string()), (id, texts) => {
      const answer = { output: texts.map((text) => ({ file_id: id, text: `${text} ${id}` })) };
      const shown = told(JSON.stringify(answer), new Map([[ours, id]]));
      t.false(shown.replaceAll(ours, '').includes(id));
      t.deepEqual(JSON.parse(shown), {
        output: texts.map((text) => ({ file_id: ours, text: `${text.replaceAll(id, ours)} ${ours}` })),
      });
    }),
  );
});

test('the pieces of a text join to the restored whole, wherever it is cut', (t) => {
  const digits = stringMatching(/^[ab1]{7,9}$/);
  const word = oneof(constantFrom('file-', 'file-a', ' ', '/', '-', 'f', '.csv', 'ab1'), digits);
  assert(
    property(uniqueArray(digits, { minLength: 1, maxLength: 4 }), array(word), array(nat(60)), (ids, words, cuts) => {
      const named = new Map(ids.map((id, index) => [`file-${String(index).padStart(44, '0')}`, `file-${id}`]));
      const texts = new OwnIds(named).texts;
      const text = [...words, ...ids.flatMap((id) => [`file-${id}`, ...words])].join('');
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
      const lane = texts?.openLane();
      const passed = places.slice(1).map((place, index) => lane?.push(text.slice(places[index], place)));
      t.is([...passed, lane?.flush()].join(''), texts?.restore(text) ?? '');
      t.false(lane?.isHolding);
    }),
  );
});

test('only the end of a text that may become an id is held back', (t) => {
  const lane = new OwnIds(names).texts?.openLane();
  t.is(lane?.push('Look at file'), 'Look at ');
  t.true(lane?.isHolding);
  t.is(lane?.push('s of file-upstr'), 'files of ');
  t.is(lane?.push('eam1'), '');
  t.is(lane?.push('.'), `${ours}.`);
  t.false(lane?.isHolding);
});

test('ids too short to recognise are not replaced in texts', (t) => {
  t.is(new OwnIds(new Map([[ours, '7']])).texts, null);
});
