import test from 'ava';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';

// What an upstream of messages says, byte for byte, in both dialects and with a key in either header; and what it costs.

const endings: (() => unknown)[] = [];
test.after.always(async () => {
  for (const ending of endings.toReversed()) await ending();
});
const scene = setScriptedScene({ teardown: (ending) => void endings.push(ending) }, { surfaces: ['messages'] });

const thought =
  '{"type":"thinking","thinking":"caf\\u00e9 \\/ é😀 \\ud83d\\ude00 \\ud800","signature":"Eq+\\/\\u0041=="}';
const redacted = '{ "type":"redacted_thinking" , "data":"Em\\/+\\u003d" }';
const blocks = `[${thought},${redacted},{"type":"not_there_yet","x":[9007199254740993,1.0,-0,1e400],"__proto__":{}}]`;

const request =
  '{"model":"light","max_tokens":20,"x_new":9007199254740993,"system":[{"type":"text","text":"\\/ é"}],' +
  `"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${blocks}},{"role":"user","content":"go"}]`;

const usage =
  '{"input_tokens":100,"cache_read_input_tokens":null,"output_tokens":5,"iterations":[' +
  '{"type":"compaction","input_tokens":900,"output_tokens":50},' +
  '{"type":"message","model":"sandbox-small","input_tokens":100,"output_tokens":5}]}';
const whole =
  `{ "id":"msg_1","type":"message","role":"assistant","model":"sandbox-small","content":${blocks},` +
  `"stop_reason":"end_turn","stop_sequence":null,"x_new":{"model":"sandbox-small"},"usage":${usage}}\n`;
const record = (type: string, rest = '') => `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
const stream = [
  record('message_start', ',"message":{"model":"sandbox-small","usage":{"input_tokens":7,"output_tokens":1}}'),
  record('content_block_start', `,"index":0,"content_block":${redacted}`),
  record('message_delta', ',"delta":{"stop_reason":"pause_turn"},"usage":{"input_tokens":90,"output_tokens":3}'),
  record('message_delta', `,"delta":{"stop_reason":"end_turn"},"usage":${usage}`),
  record('message_stop'),
].join('');

/** The model of the message, and of the iterations that are its own, is the client's; any other stays. */
const renamed = (text: string) =>
  text
    .replaceAll('"model":"sandbox-small"', '"model":"light"')
    .replace('{"model":"light"}', '{"model":"sandbox-small"}');

async function post(apiKey: string, headers: Readonly<Record<string, string>>, body: string): Promise<HttpReply> {
  const { baseUrl } = await scene;
  const credential = 'authorization' in headers ? {} : { 'x-api-key': apiKey };
  return httpCall(`${baseUrl}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credential, ...headers },
    body,
  });
}

for (const version of ['2023-06-01', '2026-10-21', '2099-01-01']) {
  for (const isBearer of [false, true]) {
    const key = isBearer ? 'a bearer' : 'x-api-key';
    test.serial(`every byte passes both ways but the name of the model: ${version}, ${key}`, async (t) => {
      const { answer, lastCall, ledger } = await scene;
      const { apiKey, walletId } = await ledger.tenant({ creditEur: '1000' });
      const betas = 'one-2025-01-01,two-2026-01-01';
      const headers = {
        'anthropic-version': version,
        'anthropic-beta': betas,
        ...(isBearer ? { authorization: `Bearer ${apiKey}` } : {}),
      };
      answer({ headers: { 'content-type': 'application/json' }, pieces: [whole] });
      t.is((await post(apiKey, headers, `${request}}`)).text, renamed(whole));
      t.is(lastCall().body, `${request}}`.replace('"light"', '"sandbox-small"'));
      t.like(lastCall().headers, { 'anthropic-version': version, 'anthropic-beta': betas });

      answer({ headers: { 'content-type': 'text/event-stream' }, pieces: [stream] });
      t.is((await post(apiKey, headers, `${request},"stream":true}`)).text, renamed(stream));
      t.is(lastCall().body, `${request},"stream":true}`.replace('"light"', '"sandbox-small"'));

      // Cumulative, the last told holds; a compaction comes on top: 1,000 read at 1 euro a million, 55 written at 2.
      const { reservations } = await ledger.settledWallet(walletId, 2);
      for (const { settled } of reservations) {
        t.is(settled?.usage_source, 'upstream');
        t.is(settled?.cost_eur, '0.001110000');
      }
    });
  }
}
