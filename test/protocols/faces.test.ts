import test from 'ava';
import { readCounters } from '../../src/domain/counters/read-counters.ts';
import { lessWorkAdvice } from '../../src/protocols/faces.ts';
import { noUsage } from '../../src/domain/usage.ts';

const read = (surface: string, usage: unknown) => readCounters(surface, usage)?.usage ?? null;
const counted = (input: number, output: number) => ({ ...noUsage, input_tokens: input, output_tokens: output });

test('chat usage needs both of its totals', (t) => {
  t.deepEqual(read('chat_completions', { prompt_tokens: 5, completion_tokens: 7 }), counted(5, 7));
  t.is(read('chat_completions', { prompt_tokens: 5 }), null);
});

test('embeddings usage has no output unless it says so', (t) => {
  t.deepEqual(read('embeddings', { prompt_tokens: 5, total_tokens: 5 }), counted(5, 0));
  t.deepEqual(read('embeddings', { prompt_tokens: 5 }), counted(5, 0));
  t.deepEqual(read('embeddings', { total_tokens: 5 }), counted(5, 0));
  t.deepEqual(read('embeddings', { prompt_tokens: 5, total_tokens: 9 }), counted(5, 0));
  t.deepEqual(read('embeddings', { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }), counted(5, 2));
  t.deepEqual(read('embeddings', { prompt_tokens: 2 ** 40 }), counted(2 ** 40, 0));
});

test('System One usage has names of its own, and a missing counter is not read as zero', (t) => {
  t.deepEqual(read('systemone', { input_tokens: 61, output_tokens: 0 }), counted(61, 0));
  t.deepEqual(read('systemone', { input_tokens: 61, output_tokens: 9, cost: 0.1 }), counted(61, 9));
  t.is(read('systemone', { input_tokens: 61 }), null);
});

test('uses of tools are read from the answer of each protocol or from its billing records', (t) => {
  const totals = { input_tokens: 5, output_tokens: 7 };
  const searched = (surface: string, more: object) => read(surface, { ...totals, ...more })?.web_searches;
  t.is(searched('messages', { server_tool_use: { web_search_requests: 2 } }), 2);
  t.is(searched('responses', { tool_usage: { web_search: { num_requests: 3 } } }), 3);
  t.is(searched('responses', { tool_usage: { web_search: { num_requests: -3 } } }), 0);
  t.is(searched('responses', {}), 0);
  // As compatible servers tell them.
  t.is(searched('responses', { server_tool_use: { web_search_requests: 4, tool_calls_requested: 9 } }), 4);
  t.is(searched('responses', { server_tool_use_details: { web_search_requests: 5 }, server_tool_use: null }), 5);
  t.is(searched('responses', { server_side_tool_usage_details: { web_search_calls: 6, x_search_calls: 0 } }), 6);
  t.is(searched('responses', { tool_usage: { web_search: { num_requests: 1 } }, server_tool_use: {} }), 1);
});

test('a value that is no usage of a surface is null', (t) => {
  for (const surface of ['chat_completions', 'embeddings', 'systemone']) {
    for (const usage of [
      null,
      undefined,
      [],
      'x',
      7,
      {},
      { prompt_tokens: '5.5', input_tokens: -1, output_tokens: 1.5 },
    ]) {
      t.is(read(surface, usage), null, `${surface}: ${JSON.stringify(usage)}`);
    }
  }
});

test('advice names an output limit only on surfaces that have one', (t) => {
  for (const surface of ['embeddings', 'systemone', 'audio_speech', 'audio_transcriptions', 'audio_translations']) {
    t.notRegex(lessWorkAdvice(surface, null), /max_|output/, surface);
  }
  t.regex(lessWorkAdvice('responses', null), /`max_output_tokens`/);
  t.regex(lessWorkAdvice('messages', null), /`max_tokens`/);
});

test('advice names an unknown member, for which everything is held, as what to leave out', (t) => {
  t.is(lessWorkAdvice('chat_completions', 'n_predict'), 'Leave out `n_predict`');
});
