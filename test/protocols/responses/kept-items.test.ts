import test from 'ava';
import { GatewayError } from '../../../src/errors.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import { readStream } from '../../../src/protocols/streams/stream-reader.ts';

// What a stream of a response keeps to its end, and what follows when there is no room for it.

const responseId = `resp_${'b'.repeat(44)}`;

/** A stream that may keep so many bytes. */
function streamWithRoom(bytesMax: number) {
  let kept = 0;
  const protocol = new ResponsesStream({
    responseId,
    model: 'light',
    previousResponseId: null,
    isStored: true,
    itemsBytesMax: 1_000_000,
    mayKeep: (bytes) => {
      kept += bytes;
      return kept <= bytesMax;
    },
  });
  return readStream(protocol, { recordBytesMax: 1_000_000, words: null });
}

const record = (type: string, data: object): Buffer =>
  Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
const response = (output: readonly object[]) => ({ id: 'resp_1', model: 'its', status: 'in_progress', output });
const message = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'x'.repeat(2_000) }] };
const begun = record('response.created', { response: response([]) });
const done = record('response.output_item.done', { output_index: 0, item: message });
const completed = (output: readonly object[]) => record('response.completed', { response: response(output) });

test('items without room are passed on, and a response that needs them is not stored', (t) => {
  const stream = streamWithRoom(1_000);
  stream.push(begun);
  t.true(stream.push(done)?.includes('x'.repeat(2_000)));
  stream.push(completed([]));
  t.true(stream.isWhole);
  t.is(stream.storable, null);
  t.true(stream.lastRecord({ isStored: false })?.includes('"store":false'));
});

test('a response that has its items is stored, also when they were not kept', (t) => {
  const stream = streamWithRoom(1_000);
  for (const each of [begun, done, completed([message])]) stream.push(each);
  t.true(stream.storable?.response.includes('x'.repeat(2_000)));
});

test('a response that lacks its items gets those that were kept', (t) => {
  const stream = streamWithRoom(10_000);
  for (const each of [begun, done, completed([])]) stream.push(each);
  t.true(stream.storable?.response.includes('x'.repeat(2_000)));
});

test('a stream whose beginning had no room ends with a bare error', (t) => {
  const error = new GatewayError('upstream_cut');
  const [roomy, narrow] = [streamWithRoom(10_000), streamWithRoom(0)];
  for (const stream of [roomy, narrow]) stream.push(begun);
  t.regex(roomy.errorRecord(error).toString(), /^event: response\.failed\n/);
  t.regex(narrow.errorRecord(error).toString(), /^event: error\n/);
});
