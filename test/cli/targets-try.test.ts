import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { dataDirectory, environmentFor, testConfig } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

const chat = (usage: object | null, more: object = {}) =>
  JSON.stringify({
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Tuesday' }, finish_reason: 'stop' }],
    ...(usage !== null && { usage }),
    ...more,
  });
const events = (...records: readonly string[]) => records.map((data) => `data: ${data}\n\n`).join('');
const delta = '{"model":"m","choices":[{"index":0,"delta":{"content":"x"}}]}';
const counted = '{"model":"m","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8}}';

const line = (call: object) => JSON.stringify({ surface: 'chat', streamed: false, request: null, ...call });

/** One call of each kind. */
const lines = [
  line({ answer: chat({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }), provider: 'plain' }),
  line({ answer: chat({ prompt_tokens: 9, completion_tokens: 1, total_tokens: 10, num_cached_tokens: 4 }) }),
  line({ streamed: true, answer: events(delta, counted, '[DONE]') }),
  line({ streamed: true, answer: events(delta, '[DONE]') }),
  line({ answer: '{"error":{"message":"no"}}' }),
  line({ answer: '{"hello":1}' }),
  line({
    answer: chat({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }),
    request: '{"model":"m","messages":[{"role":"user","content":"x"}],"models":["n"]}',
  }),
];

function recording(t: ExecutionContext, content: string | Buffer): string {
  const path = join(scratchFolder(t), 'answers.jsonl');
  writeFileSync(path, content);
  return path;
}

test('recorded answers are read as the gateway reads them, packed or not, and counted by kind', async (t) => {
  const content = `${lines.join('\n')}\n\n`;
  for (const file of [content, gzipSync(content)]) {
    const { answers, totals } = await waybillJson(t, {}, 'targets', 'try', '--recorded', recording(t, file));
    t.like(totals, {
      answers: 7,
      verdicts: { read: 4, uncounted: 1, error: 1, not_understood: 1 },
      surfaces: { 'chat_completions whole': { read: 3 }, 'chat_completions streamed': { read: 1, uncounted: 1 } },
      places: { usage: 4 },
      refused: { 'unsupported_parameter: models': 1 },
      // 10 + 5, 9 + 1, 7 + 1 and 1 + 1 tokens at 1 € a million.
      cost_eur: '0.000035000',
    });
    t.like(answers, {
      0: { line: 1, provider: 'plain', verdict: 'read', usage: { input_tokens: 10, output_tokens: 5 }, changed: [] },
      1: { usage: { cached_input_tokens: 4 }, reported: { cached_input_tokens: 'num_cached_tokens' } },
      6: { line: 7, refused: { code: 'unsupported_parameter', param: 'models' } },
    });
  }
  const { stdout, exitCode } = await waybill(t, {}, 'targets', 'try', '--recorded', recording(t, content));
  t.is(exitCode, 0);
  t.regex(stdout, /^7 answers, 0\.000035000 €\n/);
  t.regex(stdout, /\n4 +chat_completions streamed +uncounted\n/);
});

test('counters that no row of the table reads are named, and end the command with 1', async (t) => {
  const odd = [
    line({ answer: chat({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, moon_tokens: 3 }) }),
    line({ answer: chat({ moon_tokens: 3 }) }),
  ];
  const { stdout, exitCode } = await waybill(t, {}, 'targets', 'try', '--recorded', recording(t, odd.join('\n')));
  t.is(exitCode, 1);
  t.regex(stdout, /no row knows +1 +moon_tokens\n/);
  t.regex(stdout, /\n2 +chat_completions {2}unread/);
});

test('a recording that cannot be used is named with its line', async (t) => {
  for (const [content, message] of [
    ['', /has no answers/],
    ['{"surface":"chat","answer":', /line 1: it is no JSON/],
    [
      `${lines[0]}\n{"surface":"chess","answer":"x"}`,
      /line 2: there is no surface "chess"; there are chat_completions/,
    ],
    ['{"surface":"chat"}', /line 1: answer: /],
    [Buffer.from([0x1f, 0x8b, 1, 2]), /it cannot be unpacked/],
  ] as const) {
    const failure = await waybillFailure(t, {}, 'targets', 'try', '--recorded', recording(t, content));
    t.is(failure.exitCode, 3);
    t.is(failure.code, 'recording_unusable');
    t.regex(String(failure.message), message);
  }
  const missing = await waybillFailure(t, {}, 'targets', 'try', '--recorded', join(scratchFolder(t), 'none'));
  t.regex(String(missing.message), /it cannot be read \(ENOENT\)/);
});

async function scene(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(
    dataDirectory(t),
    testConfig(sandbox, { target: { surfaces: ['chat_completions', 'responses', 'messages', 'embeddings'] } }),
  );
  return { sandbox, environment };
}

for (const surface of ['chat_completions', 'responses', 'messages']) {
  test(`${surface}: six calls show where the counters are and what they cost, within what was said before`, async (t) => {
    const { sandbox, environment } = await scene(t);
    const args = ['targets', 'try', 'small', '--surface', surface];
    const { calls, worst_case_eur: worst, price_list } = await waybillJson(t, environment, ...args, '--yes');
    t.deepEqual(
      (calls as readonly { readonly call: string; readonly verdict: string }[]).map(
        ({ call, verdict }) => `${call} ${verdict}`,
      ),
      ['whole read', 'stream read', 'tool read', 'again read', 'cut read', 'refused error'],
    );
    const costs = (calls as readonly { readonly cost_eur: string | null }[]).map(({ cost_eur }) =>
      Number(cost_eur ?? 0),
    );
    t.true(costs.slice(0, 5).every((cost) => cost > 0));
    t.true(costs.reduce((sum, cost) => sum + cost, 0) <= Number(worst));
    t.regex(String(price_list), /^prices: \{ id: "sandbox-small", .*input: "…", output: "…"/);
    t.is((await sandbox.requests()).length, 6);
  });
}

test('nothing is called without a yes, and a target or surface that is not there is named', async (t) => {
  const { sandbox, environment } = await scene(t);
  const asked = await waybillFailure(t, environment, 'targets', 'try', 'small');
  t.is(asked.exitCode, 2);
  const words = /^6 calls to small \(chat_completions\) cost at most 0\.\d{9} €: add --yes to go on\.$/;
  t.regex(String(asked.message), words);
  t.is((await sandbox.requests()).length, 0);
  t.regex(
    String((await waybillFailure(t, environment, 'targets', 'try', 'large')).message),
    /there is no target large: .* small/,
  );
  const surface = await waybillFailure(t, environment, 'targets', 'try', 'small', '--surface', 'audio_speech', '--yes');
  t.regex(String(surface.message), /small does not serve audio_speech: it serves chat_completions/);
  t.is((await waybillFailure(t, environment, 'targets', 'try')).exitCode, 2);
});

test('an upstream that does not answer is shown, call by call', async (t) => {
  const environment = environmentFor(
    dataDirectory(t),
    testConfig({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' }, {}),
  );
  const { stdout, exitCode } = await waybill(t, environment, 'targets', 'try', 'small', '--yes');
  t.is(exitCode, 1);
  t.regex(stdout, /whole +- +error .*no answer: connect/);
});
