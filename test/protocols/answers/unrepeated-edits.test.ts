import test from 'ava';
import { anthropicRepeatedTypes } from '../../../src/protocols/messages/error.ts';
import { unrepeatedEdits } from '../../../src/protocols/answers/unrepeated-edits.ts';
import { applyEdits } from '../../../src/wire/byte-edits.ts';

const written = (record: object, types?: typeof anthropicRepeatedTypes): unknown => {
  const bytes = Buffer.from(JSON.stringify(record, null, 1));
  return JSON.parse(applyEdits(bytes, unrepeatedEdits(bytes, types)).toString());
};

test('a type that agents repeat gives way wherever a server puts it, in any letters', (t) => {
  for (const type of ['server_error', 'Server_Error', 'rate_limit_error', 'internal_error', 'server_is_overloaded']) {
    for (const wrap of [
      (one: string) => ({ error: { type: one, message: 'é' } }),
      (one: string) => ({ error: { code: one, message: 'é' } }),
      (one: string) => ({ error: { error: { type: one } } }),
      (one: string) => ({ error: one }),
      (one: string) => ({ type: one, message: 'm' }),
      (one: string) => ({ errors: [{ status: one }] }),
      (one: string) => ({ choices: [{ finish_reason: 'error', error: { code: one } }] }),
    ]) {
      t.deepEqual(written(wrap(type)), wrap('invalid_request_error'));
    }
  }
  t.deepEqual(written({ type: 'error', error: { type: 'Overloaded_Error' } }, anthropicRepeatedTypes), {
    type: 'error',
    error: { type: 'stream_error' },
  });
});

test('words and names that have such a type in them stay', (t) => {
  for (const error of [
    { type: 'api_error' },
    { type: 'error', code: 'invalid_request_error' },
    { message: 'it says "server_error"' },
    { message: 'it says {"type":"server_error"}' },
    { message: 'a server_error', server_error: 1 },
    { message: 'overloaded', code: null },
    { code: null, message: 'server_error' },
    { message: '\\"server_error"\\' },
  ]) {
    t.deepEqual(written({ error }), { error });
  }
});

test('nothing in it is named like the header of keys', (t) => {
  t.deepEqual(written({ error: { message: 'é: invalid X-Api-Key "é"' } }), {
    error: { message: 'é: invalid api key "é"' },
  });
  t.deepEqual(written({ detail: [{ msg: 'x-api-key, x-api-key' }] }), { detail: [{ msg: 'api key, api key' }] });
});
