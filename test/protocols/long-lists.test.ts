import test from 'ava';
import { nestedText } from '../../src/personal-data/nested-text.ts';
import { fileReferences } from '../../src/protocols/file-ids/file-references.ts';
import { readChatFrame } from '../../src/protocols/chat/frame.ts';
import { findResponsesTools } from '../../src/protocols/responses/tools.ts';
import { createRecordSplitter, recordWith } from '../../src/wire/server-sent-events.ts';
import { alreadyRead } from '../../src/wire/json-limits.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';

// Lists as long as the limits allow, at each place that once passed such a list as arguments: more than a stack can take.

const count = 200_000;

function scanned(body: object) {
  const object = scanJsonObject(Buffer.from(JSON.stringify(body)), alreadyRead);
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return object;
}

const many = <Value>(value: Value): Value[] => Array.from({ length: count }, () => value);

test('a text of JSON may hold many numbers', (t) => {
  t.is(nestedText(JSON.stringify(many(1_234_567)), true).parts?.length, count);
});

test('a request may name many files', (t) => {
  t.true(fileReferences(scanned({ file_ids: many('file-1') }).bytes, 100).ids.length > 0);
});

test('an item may have many tools', (t) => {
  const item = scanned({ type: 'additional_tools', tools: many({ type: 'web_search' }) });
  t.is(findResponsesTools(scanned({}), [item]).hosted.length, count);
});

test('a frame of a chat may have many tool calls', (t) => {
  const call = { index: 0, function: { arguments: 'x' } };
  const frame = scanned({ choices: [{ index: 0, delta: { tool_calls: many(call) } }] });
  t.is(readChatFrame(frame, { clientModel: 'light', includeUsage: true }).texts.length, count);
});

test('a record may be written with many lines of data', (t) => {
  const record = createRecordSplitter({ recordBytesMax: 1_000 }).push(Buffer.from('data: {}\n\n'))[0];
  if (record === undefined) throw new Error('no record');
  const written = recordWith(record, Buffer.from('{\n'.repeat(count)), null);
  t.true(written.length > count);
});
