import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// Servers write records that no protocol has: `null` while the model thinks, a word to keep the connection open, an
// error in a field of its own. None costs the caller the answer, or the operator the counters.

const shared = new SharedTeardown();
test.after.always(shared.end);
const names = [...new Set(Object.values(streamingSurfaces).map(({ surface }) => surface))];
const scene = setScriptedScene(shared, { surfaces: names, target: { prices: audioPrices } });

const record = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const typed = (type: string, more: object = {}): string => record({ type, ...more }, type);

/** What each surface's upstream says: before the counters, with them, and behind them. */
const streams = {
  chat: [
    record({ model: 'light', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }),
    record({ model: 'light', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    record({ model: 'light', choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } }),
    'data: [DONE]\n\n',
  ],
  messages: [
    typed('message_start', { message: { model: 'light', usage: { input_tokens: 5, output_tokens: 1 } } }),
    typed('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
    typed('message_stop'),
  ],
  responses: [
    typed('response.created', { response: { id: 'r', model: 'light', output: [] } }),
    typed('response.output_text.delta', { output_index: 0, delta: 'Hi' }),
    typed('response.completed', { response: { output: [], usage: { input_tokens: 5, output_tokens: 2 } } }),
  ],
  transcriptEvents: [
    record({ type: 'transcript.text.delta', delta: 'Hi' }),
    record({ type: 'transcript.text.delta', delta: '.' }),
    record({ type: 'transcript.text.done', text: 'Hi.', usage: { type: 'duration', seconds: 3 } }),
  ],
  speechEvents: [
    record({ type: 'speech.audio.delta', audio: 'aGk=' }),
    record({ type: 'speech.audio.delta', audio: 'aGk=' }),
    record({ type: 'speech.audio.done', usage: { input_tokens: 5, output_tokens: 2 } }),
  ],
} as const;

const odd = [
  'null',
  'true',
  '7',
  '"ping"',
  '[]',
  'ping',
  '<html>',
  '{"no record',
  '{"a":1,"a":2}',
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
];

const asked = async (name: keyof typeof streams, pieces: readonly string[], more: object = {}) => {
  const { answer, baseUrl, ledger } = await scene;
  const { path, contentType, headers, body } = streamingSurfaces[name] as (typeof streamingSurfaces)[string];
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
  answer({ headers: { 'content-type': 'text/event-stream' }, pieces, ...more });
  const { text } = await httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': contentType, ...headers },
    body: body('light', ''),
  });
  const { reservations } = await ledger.settledWallet(walletId);
  return { records: text.split('\n\n').slice(0, -1), settled: reservations[0]?.settled ?? null };
};

for (const [name, pieces] of Object.entries(streams) as [keyof typeof streams, readonly string[]][]) {
  test.serial(`${name}: odd records pass as they came, and the counters of the stream are charged`, async (t) => {
    const plain = await asked(name, pieces);
    for (const data of odd) {
      const between = `data: ${data}\n\n`;
      const said = await asked(name, [between, ...pieces.flatMap((piece) => [piece, between])]);
      t.is(said.records.filter((one) => one === between.trimEnd()).length, pieces.length, data);
      t.deepEqual(
        said.records.filter((one) => one !== between.trimEnd()).map((one) => one.split('\n')[0]),
        plain.records.map((one) => one.split('\n')[0]),
        data,
      );
      t.is(said.settled?.usage_source, 'upstream', data);
      t.is(said.settled?.cost_eur, plain.settled?.cost_eur, data);
    }
  });

  test.serial(`${name}: counters behind the end are charged, and nothing of them is passed on`, async (t) => {
    const plain = await asked(name, pieces);
    const counted = [...pieces.join('').matchAll(/"usage":(\{[^}]*\})/g)].at(-1)?.[1] ?? '';
    // What a message begins with stays: only its end counts the output.
    const [first = '', ...rest] = pieces;
    const uncounted = [first, ...rest.map((piece) => piece.replace(/,?"usage":\{[^}]*\}/, ''))];
    for (const behind of [
      [`data: {"usage":${counted}}\n\n`],
      [': bye\n\n', 'data: null\n\n', `event: usage\ndata: {"type":"usage","usage":${counted}}\n\n`],
      [`data: {"usage":${counted}}\n\ndata: [DONE]\n\n`],
    ]) {
      const said = await asked(name, [...uncounted, ...behind]);
      t.is(said.settled?.usage_source, 'upstream');
      t.is(said.settled?.cost_eur, plain.settled?.cost_eur);
      const glued = await asked(name, [[...uncounted, ...behind].join('')]);
      t.is(glued.settled?.cost_eur, plain.settled?.cost_eur);
      t.false(said.records.some((one) => one.includes('usage') && !one.includes('message_start')));
    }
  });

  test.serial(`${name}: an error that says nothing is none`, async (t) => {
    const plain = await asked(name, pieces);
    for (const said of ['', ' ', 'null', 'false', '0', '""', '{}']) {
      const between = `error: ${said}\n\n`;
      const odd = await asked(name, [between, ...pieces.flatMap((piece) => [piece, between])]);
      t.is(odd.records.length, plain.records.length, said);
      t.is(odd.settled?.cost_eur, plain.settled?.cost_eur, said);
      t.is(odd.settled?.usage_source, 'upstream', said);
    }
    const empty = [null, false, 0, '', {}, { message: '', code: 0 }].map((error) => record({ error }));
    for (const between of [
      ...empty,
      typed('error'),
      record({ type: 'error', error: {} }),
      'event: error\ndata: null\n\n',
    ]) {
      const odd = await asked(name, [between, ...pieces.flatMap((piece) => [piece, between])]);
      t.is(odd.settled?.cost_eur, plain.settled?.cost_eur, between);
      t.is(odd.settled?.usage_source, 'upstream', between);
    }
  });

  test.serial(`${name}: an error in a field of its own reaches the caller in its words, as the end`, async (t) => {
    const [first = ''] = pieces;
    for (const said of ['{"code":500,"message":"slot lost"}', '{"error":{"message":"slot lost"}}', 'slot lost']) {
      const { records } = await asked(name, [first, `error: ${said}\n\n`], { isHeld: true });
      t.is(records.length, 2, said);
      t.regex(records[1] ?? '', /^event: error\ndata: \{.*"message":"slot lost"/, said);
    }
  });
}

test.serial('responses: a failed response behind an error is the end, and its counters are charged', async (t) => {
  const [created] = streams.responses;
  const error = typed('error', { code: 'server_error', message: 'down' });
  const response = { error: { code: 'server_error', message: 'down' }, output: [] };
  const failed = typed('response.failed', { response: { ...response, usage: { input_tokens: 5, output_tokens: 2 } } });
  const { records, settled } = await asked('responses', [created, error, failed]);
  t.deepEqual(
    records.map((one) => one.split('\n')[0]),
    ['event: response.created', 'event: error', 'event: response.failed'],
  );
  t.is(settled?.usage_source, 'upstream');
  const alone = await asked('responses', [created, error], { isHeld: true });
  t.is(alone.records.length, 2, 'a connection that stays open behind an error is not waited for');
});
