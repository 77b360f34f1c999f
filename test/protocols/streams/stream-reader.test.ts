import test, { type ExecutionContext } from 'ava';
import { AudioStream } from '../../../src/protocols/audio/stream.ts';
import { ChatStream } from '../../../src/protocols/chat/stream.ts';
import { OwnIds } from '../../../src/protocols/file-ids/file-names.ts';
import { MessagesStream } from '../../../src/protocols/messages/stream.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import type { StreamProtocol } from '../../../src/protocols/streams/stream-protocol.ts';
import { readStream, type StreamReader } from '../../../src/protocols/streams/stream-reader.ts';
import { inTurn } from '../../../src/personal-data/text-restorer.ts';
import { JsonScan } from '../../../src/wire/json-scan.ts';
import { placeholderOf, restorerOf } from '../../_support/substituting-pii-engine.ts';
import { chatCompletionsTextMap } from '../../../src/protocols/chat/text-map.ts';
import { streams, type StreamFixture } from '../../personal-data/text-maps/_fixtures.ts';

const echo = { responseId: `resp_${'b'.repeat(44)}`, model: 'light', previousResponseId: null, isStored: true };

/** By the folder of the fixtures. */
const protocols: Readonly<Record<string, () => StreamProtocol>> = {
  'audio-speech': () => new AudioStream('audio_speech', ({ usage }) => usage),
  'audio-transcriptions': () => new AudioStream('audio_transcriptions', ({ usage }) => usage),
  'chat-completions': () => new ChatStream({ clientModel: 'light', includeUsage: true }),
  messages: () => new MessagesStream({ clientModel: 'light', askedSpeed: null, maxTokens: 1_000 }),
  responses: () => new ResponsesStream({ ...echo, itemsBytesMax: 1_000_000, mayKeep: () => true }),
};

const ours = `file-${'a'.repeat(44)}`;
const theirs = 'file-upstream-0123';
const ids = new OwnIds(new Map([[ours, theirs]]));
const placeholder = placeholderOf('Ada');
const persons = restorerOf(new Map([[placeholder, 'Ada']]));
const restorer = ids.texts === null ? persons : inTurn(ids.texts, persons);

const event = (json: object): string => `data: ${JSON.stringify(json)}\n\n`;

/** As an upstream tells it that knows neither the name of a person nor that of a file. */
const told = ({ records }: StreamFixture): readonly Buffer[] =>
  records.map((record) =>
    Buffer.from(`data: ${JSON.stringify(record).replaceAll('Ada', `${placeholder} of ${theirs}`)}\n\n`),
  );

const protocolOf = ({ name }: StreamFixture): StreamProtocol => {
  const protocol = protocols[name.slice(0, name.indexOf('/'))]?.();
  if (protocol === undefined) throw new Error(`streams of what? ${name}`);
  return protocol;
};

/** All texts that are scanned meanwhile. */
function scannedIn(work: () => void): readonly Buffer[] {
  const scanned: Buffer[] = [];
  JsonScan.onBegin = (bytes) => scanned.push(bytes);
  try {
    work();
  } finally {
    JsonScan.onBegin = null;
  }
  return scanned;
}

function givenOut(reader: StreamReader, chunks: readonly Buffer[]): string {
  const read = [...chunks.map((chunk) => reader.push(chunk)), reader.finish(), reader.toldError];
  const pieces = [...read, reader.lastRecord({ isStored: true })];
  return Buffer.concat(pieces.filter((piece) => piece !== null)).toString();
}

for (const stream of streams) {
  test.serial(`${stream.name}: no record is scanned twice, whatever is restored in it`, (t) => {
    const words = { texts: stream.map, restorer, ids };
    const reader = readStream(protocolOf(stream), { recordBytesMax: 1_000_000, words });
    const records = told(stream);
    let out = '';
    const scanned = scannedIn(() => {
      out = givenOut(reader, records);
    });
    t.true(scanned.length > 0 && scanned.length <= records.length, `${scanned.length} scans of ${records.length}`);
    t.false(out.includes(theirs));
    t.is(out.includes('Ada'), JSON.stringify(stream.records).includes('Ada'));
  });
}

const chat = (recordBytesMax = 10_000) =>
  readStream(new ChatStream({ clientModel: 'm', includeUsage: false }), {
    recordBytesMax,
    words: { texts: chatCompletionsTextMap, restorer, ids },
  });

const delta = (content: string, more: object = {}) => event({ choices: [{ index: 0, delta: { content } }], ...more });

/** What goes out after each record, and at the end. */
function steps(t: ExecutionContext, records: readonly string[], expected: readonly string[]): void {
  const reader = chat();
  const out = records.map((record) => reader.push(Buffer.from(record))?.toString() ?? '');
  t.deepEqual([...out, reader.finish()?.toString() ?? ''], expected);
}

test('edits of the protocol, of files and of texts are written together', (t) => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const said = { model: 'upstream', usage, annotations: [{ file_id: theirs }] };
  const shown = { model: 'm', annotations: [{ file_id: ours }] };
  steps(
    t,
    [delta(`${placeholder} has ${theirs}.`, said), delta('a', { model: 'upstream', usage })],
    [delta(`Ada has ${ours}.`, shown), delta('a', { model: 'm' }), ''],
  );
});

test('a file id split over several records is replaced like a placeholder', (t) => {
  const [head, tail] = [theirs.slice(0, 8), theirs.slice(8)];
  steps(t, [delta(`see ${head}`), delta(`${tail}.`)], ['', delta('see ') + delta(`${ours}.`), '']);
  steps(
    t,
    [delta(`see ${head}`), delta(`${tail}4 of ${placeholder}`)],
    ['', delta(`see `) + delta(`${theirs}4 of Ada`), ''],
  );
});

test('a short file id is replaced only as a member, anywhere in a record', (t) => {
  const short = new OwnIds(new Map([[ours, '7']]));
  const words = { texts: chatCompletionsTextMap, restorer: null, ids: short };
  const reader = readStream(new ChatStream({ clientModel: 'm', includeUsage: false }), {
    recordBytesMax: 1_000,
    words,
  });
  const out = reader.push(Buffer.from(delta('7', { a: { file_ids: ['7', 'x'] }, file_id: '7' })))?.toString();
  t.is(out, delta('7', { a: { file_ids: [ours, 'x'] }, file_id: ours }));
});

test('nothing is read after the end, an error or a record that is too large', (t) => {
  for (const [last, state] of [
    ['data: [DONE]\n\n', 'done'],
    [event({ error: { message: `of ${placeholder}` } }), 'error'],
    [event({ large: 'x'.repeat(10_000) }), 'broken'],
  ] as const) {
    const reader = chat();
    const out = [last, delta('late'), ': late\n\n'].map((each) => reader.push(Buffer.from(each))?.toString() ?? '');
    t.is(reader.state, state);
    t.deepEqual(out, ['', '', '']);
    t.is(reader.toldError?.toString(), state === 'error' ? event({ error: { message: 'of Ada' } }) : undefined);
  }
});

test('a record beyond the limits of JSON passes with whole placeholders restored, and may have been the last', (t) => {
  const deep = `data: {"a":${'['.repeat(300)}"of ${placeholder}"${']'.repeat(300)}}\n\n`;
  const many = `data: {"of ${placeholder}":{${Array.from({ length: 100_001 }, (_, at) => `"${at}":0`).join()}}}\n\n`;
  for (const record of [deep, many]) {
    const reader = chat(2 * megabyte);
    const { text } = inSlices(reader, [Buffer.from(delta('a') + record + delta('b'))]);
    t.true(text === delta('a') + record.replace(placeholder, 'Ada') + delta('b'));
    t.is(reader.state, 'open');
    t.true(reader.isTooLarge);
    const torn = chat(2 * megabyte);
    t.is(inSlices(torn, [Buffer.from(delta('a') + record.slice(0, -9))]).text, delta('a'));
    t.is(torn.state, 'broken');
  }
});

/** What is handed out, and how often other requests could run while a record was scanned. */
function inSlices(reader: StreamReader, chunks: readonly Buffer[]) {
  let pauses = 0;
  const pieces = [...chunks.map((chunk) => () => reader.push(chunk)), () => reader.finish()].map((step) => {
    let out = step();
    for (; reader.isScanning; pauses += 1) out = reader.scanOn();
    return out?.toString() ?? '';
  });
  return { text: [...pieces, reader.toldError].join(''), pauses };
}

const megabyte = 1_048_576;

test('a large record is scanned in slices, wherever it is, and passed on like a small one', (t) => {
  const large = delta(`${placeholder} has ${theirs}.`, {
    model: 'upstream',
    seen: Array.from({ length: megabyte / 4 }, () => [1]),
  });
  const told = [delta(placeholder), large, delta('b'), large.trimEnd()].join('');
  const chunks = [told.slice(0, 300_000), told.slice(300_000)].map((text) => Buffer.from(text));
  const shown = told.replaceAll(placeholder, 'Ada').replaceAll(theirs, ours).replaceAll('"upstream"', '"m"');
  for (const cut of [chunks, [Buffer.concat(chunks)]]) {
    const { text, pauses } = inSlices(chat(4 * megabyte), cut);
    t.true(text === `${shown}\n\n`, text.replaceAll('[1],', ''));
    t.true(pauses >= (2 * large.length) / 262_144 - 2, `${pauses} pauses`);
  }
});

test('a large record that ends the stream does so behind the slices, and one that is no JSON passes', (t) => {
  for (const [record, state] of [
    [`data: {"a":"${'x'.repeat(megabyte)}"\n\n`, 'open'],
    [event({ error: { message: 'x'.repeat(megabyte) } }), 'error'],
    [`data: [DONE]${' '.repeat(megabyte)}\n\n`, 'done'],
  ] as const) {
    const reader = chat(4 * megabyte);
    const { text } = inSlices(reader, [Buffer.from(record + delta('late'))]);
    t.is(reader.state, state);
    t.is(text, state === 'done' ? '' : state === 'open' ? record + delta('late') : record);
  }
});

test('an error in a field of its own is a record with the event `error`', (t) => {
  for (const [said, data] of [
    ['{"code":500,"message":"x"}', '{"error":{"code":500,"message":"x"}}'],
    ['{"error":{"message":"x"}}', '{"error":{"message":"x"}}'],
    ['out of "memory"', '{"error":{"message":"out of \\"memory\\""}}'],
  ] as const) {
    const reader = chat();
    const out = reader.push(Buffer.from(`${delta('a')}error: ${said}\n\n${delta('late')}`))?.toString();
    t.is(out, delta('a'));
    t.is(reader.toldError?.toString(), `event: error\ndata: ${data}\n\n`);
    t.is(reader.state, 'error');
  }
  const first = chat();
  first.push(Buffer.from('data: null\n\nerror: {"code":503}\n\n'));
  t.is(first.firstError?.toString(), '{"error":{"code":503}}');
});
