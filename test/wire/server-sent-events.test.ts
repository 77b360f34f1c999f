import test, { type ExecutionContext } from 'ava';
import {
  createRecordSplitter,
  normaliseRecord,
  SseRecordTooLarge,
  recordWith,
  type SseRecord,
} from '../../src/wire/server-sent-events.ts';

function split(...chunks: readonly (string | Buffer)[]): readonly SseRecord[] {
  const splitter = createRecordSplitter({ recordBytesMax: 1_000 });
  const records = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
  const last = splitter.end();
  return last === null ? records : [...records, last];
}

function only(t: ExecutionContext, ...chunks: readonly (string | Buffer)[]): SseRecord {
  const [record, ...others] = split(...chunks);
  if (record === undefined || others.length > 0) return t.fail(`${others.length + 1} records`);
  return record;
}

function said(records: readonly SseRecord[]): readonly unknown[] {
  return records.map(({ event, data, isComment }) => ({ event, data: data?.toString() ?? null, isComment }));
}

/** The same stream in one piece, in two at every place, and byte by byte. */
function cuts(stream: Buffer): readonly (readonly Buffer[])[] {
  const inTwo = Array.from({ length: stream.length + 1 }, (_, at) => [stream.subarray(0, at), stream.subarray(at)]);
  return [[stream], ...inTwo, Array.from(stream, (byte) => Buffer.from([byte]))];
}

test('a record ends with a blank line, with any line ends', (t) => {
  const expected = [
    { event: null, data: 'one', isComment: false },
    { event: null, data: 'two', isComment: false },
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    t.deepEqual(said(split(`data: one${end}${end}data: two${end}${end}`)), expected, JSON.stringify(end));
  }
  t.deepEqual(said(split('data: one\r\n\ndata: two\n\r\n')), expected);
  t.deepEqual(said(split('data: one\n\rdata: two\r\r\n')), expected);
});

test('a stream gives the same records for any cuts', (t) => {
  const stream = [
    '\ufeffdata: first\n\n',
    ': comment\r\n\r\n',
    'event: message\rdata: é😀\rdata:  two\r\r',
    '\n\n\r\n',
    'id: 7\nretry: 10\n\n',
    'data\n\n',
    'data: a\r\n:note\r\ndata:b\r\n\r\n',
    'data: one\n\rdata: two\r\n\n',
    'event: last\r\ndata: without a blank line',
  ];
  for (const text of [stream.join(''), `${stream.join('')}\r`, `${stream.join('')}\r\n`]) {
    const whole = said(split(text));
    t.is(whole.length, 9);
    for (const chunks of cuts(Buffer.from(text))) t.deepEqual(said(split(...chunks)), whole);
  }
});

test('data lines are joined with a line feed, each without one leading space', (t) => {
  t.is(only(t, 'data:a\ndata: b\ndata:  c\ndata:\ndata\n\n').data?.toString(), 'a\nb\n c\n\n');
  t.is(only(t, 'data\n\n').data?.length, 0);
  t.is(only(t, 'data:\n\n').data?.length, 0);
  t.is(only(t, 'data: \n\n').data?.length, 0);
  t.is(only(t, 'data:\ttab: colon\n\n').data?.toString(), '\ttab: colon');
});

test('the event is the last one named; an empty name is none', (t) => {
  t.is(only(t, 'event: error\ndata: x\n\n').event, 'error');
  t.is(only(t, 'event:a\nevent:b\ndata: x\n\n').event, 'b');
  t.is(only(t, 'event:\ndata: x\n\n').event, null);
  t.is(only(t, 'events: a\nxdata: x\n\n').event, null);
});

test('a record of comments only is a comment', (t) => {
  t.like(only(t, ': ping\n\n'), { isComment: true, data: null, event: null });
  t.like(only(t, ':\n: two\n\n'), { isComment: true });
  t.like(only(t, ': ping\ndata: x\n\n'), { isComment: false });
  t.like(only(t, 'id: 1\n\n'), { isComment: false, data: null });
});

test('blank lines between records and a byte order mark say nothing', (t) => {
  t.deepEqual(split('\n\n\r\n\r\r'), []);
  t.deepEqual(split('\ufeff'), []);
  t.deepEqual(split('\ufeff\n\n'), []);
  t.is(only(t, '\n\n\ndata: x\n\n\n\n').data?.toString(), 'x');
  t.is(only(t, '\ufeff\ndata: x\n\n').data?.toString(), 'x');
  t.is(only(t, '\ufeff\r\n\r\ndata: x\n\n').data?.toString(), 'x');
  t.is(split('data: x\n\n\ufeffdata: y\n\n').length, 2);
});

test('a chunk of whole records is not copied', (t) => {
  const splitter = createRecordSplitter({ recordBytesMax: 100 });
  const chunk = Buffer.from('data: one\n\ndata: two\n\n');
  const records = splitter.push(chunk);
  t.true(records.every(({ bytes, data }) => bytes.buffer === chunk.buffer && data?.buffer === chunk.buffer));
  t.is(Buffer.concat(records.map(({ bytes }) => bytes)).toString(), chunk.toString());
  t.is(splitter.push(Buffer.from('data: three\n\n')).length, 1);
});

test('a record with one data line has the length of its line end', (t) => {
  t.is(only(t, 'data: x\n\n').plainEndBytes, 2);
  t.is(only(t, 'data:x\r\n\r\n').plainEndBytes, 4);
  for (const other of ['data: x\r\r', 'data: x\n\r\n', 'data: x\r\n\n', 'data: x\ndata: y\n\n', ':\n\n', 'data: x\n']) {
    t.is(only(t, other).plainEndBytes, 0, JSON.stringify(other));
  }
});

test('a record above the limit is refused in any chunks, and one at the limit is not', (t) => {
  const record = Buffer.from(`data: ${'x'.repeat(92)}\n\n`);
  for (const chunks of cuts(record)) {
    const fitting = createRecordSplitter({ recordBytesMax: 100 });
    t.is(chunks.flatMap((chunk) => fitting.push(chunk)).length, 1);
    const small = createRecordSplitter({ recordBytesMax: 99 });
    const error = t.throws(() => chunks.map((chunk) => small.push(chunk)), { instanceOf: SseRecordTooLarge });
    t.is(error.message, 'an event stream record exceeds 99 bytes');
  }
});

test('a line without an end is refused once it exceeds the limit', (t) => {
  const splitter = createRecordSplitter({ recordBytesMax: 64 });
  t.throws(() => Array.from({ length: 10 }, () => splitter.push(Buffer.from('data: xxxx'))), {
    instanceOf: SseRecordTooLarge,
  });
});

test('a large record in tiny chunks is gathered in linear time', (t) => {
  const splitter = createRecordSplitter({ recordBytesMax: 1_000_000 });
  const piece = Buffer.from('x');
  splitter.push(Buffer.from('data: '));
  for (let i = 0; i < 500_000; i++) splitter.push(piece);
  const [record] = splitter.push(Buffer.from('\n\n'));
  t.is(record?.data?.length, 500_000);
});

test('a record of many lines is read', (t) => {
  const splitter = createRecordSplitter({ recordBytesMax: 4_000_000 });
  for (let record = 0; record < 3; record += 1) {
    const [read] = splitter.push(Buffer.from(`${'data:x\n'.repeat(20_000)}\n`));
    t.is(read?.data?.length, 39_999);
  }
});

test('a record of more lines than that is refused, whatever they are and however they are cut', (t) => {
  for (const line of [':\n', 'data\r', 'data:x\r\n', 'a\n']) {
    const lines = Buffer.from(line.repeat(20_001));
    for (const pieces of [[lines], [lines.subarray(0, 11), lines.subarray(11)]]) {
      const splitter = createRecordSplitter({ recordBytesMax: 4_000_000 });
      t.throws(() => pieces.map((piece) => splitter.push(piece)), { instanceOf: SseRecordTooLarge, message: /lines/ });
    }
  }
});

test('take returns one record at a time, and the position of the next', (t) => {
  const splitter = createRecordSplitter({ recordBytesMax: 100 });
  const chunk = Buffer.from('data: a\n\ndata: b\n\ndata: c');
  t.false(splitter.isBetweenRecords);
  t.is(splitter.take(chunk, 0)?.data?.toString(), 'a');
  t.is(splitter.position, 9);
  t.true(splitter.isBetweenRecords);
  t.is(splitter.take(chunk, 9)?.data?.toString(), 'b');
  t.is(splitter.take(chunk, 18), null);
  t.is(splitter.position, chunk.length);
  t.false(splitter.isBetweenRecords);
  t.is(splitter.end()?.data?.toString(), 'c');
  t.is(splitter.end(), null);
});

test('a normalised record has line feeds and one blank line', (t) => {
  const normal = (text: string): string => normaliseRecord(only(t, text)).toString();
  t.is(normal('data: x\n\n'), 'data: x\n\n');
  t.is(normal('data: x\r\n\r\n'), 'data: x\n\n');
  t.is(normal('event: a\r: note\rdata:x\r\r'), 'event: a\n: note\ndata:x\n\n');
  t.is(normal('data: x'), 'data: x\n\n');
  t.is(normal(': ping\r\n'), ': ping\n\n');
});

test('other data takes the place of the data lines, and every other line stays', (t) => {
  const written = (text: string, data: string): string => recordWith(only(t, text), Buffer.from(data), null).toString();
  t.is(written('data: x\n\n', 'y'), 'data: y\n\n');
  t.is(written('data:x\n\n', 'y'), 'data:y\n\n');
  t.is(written('id: 1\r\ndata: a\r\n:note\r\ndata: b\r\nevent: e\r\n\r\n', 'y'), 'id: 1\ndata: y\n:note\nevent: e\n\n');
  t.is(written('data: a\ndata: b\n\n', '{\n}'), 'data: {\ndata: }\n\n');
});

test('a record with one event line before its data is as plain as one without', (t) => {
  for (const [text, plainEndBytes] of [
    ['event: ping\ndata: {"a":1}\n\n', 2],
    ['event:ping\ndata:{"a":1}\n\n', 2],
    ['event: ping\r\ndata: {"a":1}\r\n\r\n', 4],
    ['event: ping\rdata: {"a":1}\r\r', 0],
    ['event: ping\r\ndata: {"a":1}\n\n', 0],
    ['event: ping\ndata: {"a":1}\r\n\r\n', 0],
    ['event: p\ring\ndata: {"a":1}\n\n', 0],
    ['event: ping\nevent: ping\ndata: {"a":1}\n\n', 0],
    ['event: ping\ndata: {"a":1}\nid: 1\n\n', 0],
    ['event: ping\n: note\ndata: {"a":1}\n\n', 0],
  ] as const) {
    const record = only(t, text);
    t.is(record.plainEndBytes, plainEndBytes, JSON.stringify(text));
    t.is(record.data?.toString(), '{"a":1}', JSON.stringify(text));
    t.is(record.event, text.includes('p\ring') ? 'p' : 'ping', JSON.stringify(text));
    t.is(normaliseRecord(record).toString(), text.replaceAll(/\r\n?/g, '\n'));
  }
  const empty = only(t, 'event:\ndata: x\n\n');
  t.like(empty, { event: null, plainEndBytes: 2 });
  t.is(empty.data?.toString(), 'x');
});
