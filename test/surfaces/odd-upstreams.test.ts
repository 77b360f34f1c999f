import test from 'ava';
import { formBoundary, formField } from '../_support/audio-gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// Odd answers on the surfaces that are called least. Whatever an upstream says, a caller gets an answer that its client
// understands: no defect, no credential of the gateway, no limits of the upstream's account, a pause where one is due.

const secret = 'sk-own+credential/0123456789';
const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, {
  surfaces: [
    'chat_completions',
    'responses',
    'messages',
    'embeddings',
    'systemone',
    'audio_speech',
    'audio_transcriptions',
    'audio_translations',
  ],
  target: { prices: audioPrices, systemone: { prompt_per_question: false } },
  upstream: { api_key: secret },
  top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
});

const json = { 'content-type': 'application/json' };
const form = { 'content-type': `multipart/form-data; boundary=${formBoundary}` };
const upload = (fields: object, file: string): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => Buffer.from(formField(name, String(value)))),
    Buffer.from(
      `--${formBoundary}\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\n\r\n${file}\r\n`,
    ),
    Buffer.from(`--${formBoundary}--\r\n`),
  ]);
const body = (more: object): string => JSON.stringify({ model: 'light', ...more });
const user = (nth: number) => [{ role: 'user', content: `hi ${nth}` }];
const questions = { is_it: { type: 'noul', instructions: 'Is it?' } };

interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** No two are alike: one that repeats another is refused while that one's outcome is looked up. */
  body(nth: number): string | Buffer;
}

const streamed = { stream: true };
const calls: Readonly<Record<string, Call>> = {
  embeddings: { path: 'embeddings', body: (nth) => body({ input: `hi ${nth}` }) },
  speech: { path: 'audio/speech', body: (nth) => body({ voice: 'alloy', input: `hi ${nth}` }) },
  'speech events': {
    path: 'audio/speech',
    body: (nth) => body({ voice: 'alloy', input: `hi ${nth}`, stream_format: 'sse' }),
  },
  transcripts: { path: 'audio/transcriptions', headers: form, body: (nth) => upload({ model: 'light' }, `${nth}.mp3`) },
  'transcript events': {
    path: 'audio/transcriptions',
    headers: form,
    body: (nth) => upload({ model: 'light', ...streamed }, `${nth}.mp3`),
  },
  translations: { path: 'audio/translations', headers: form, body: (nth) => upload({ model: 'light' }, `${nth}.mp3`) },
  compaction: { path: 'responses/compact', body: (nth) => body({ input: `hi ${nth}` }) },
  'input tokens': { path: 'responses/input_tokens', body: (nth) => body({ input: `hi ${nth}` }) },
  'message tokens': { path: 'messages/count_tokens', body: (nth) => body({ messages: user(nth) }) },
  'system one': { path: 'systemone', body: (nth) => body({ state: { note: `hi ${nth}` }, questions }) },
  files: { path: 'files', headers: form, body: (nth) => upload({ purpose: 'user_data' }, `${nth}.txt`) },
  'message files': {
    path: 'files',
    headers: { ...form, 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' },
    body: (nth) => upload({}, `${nth}.txt`),
  },
  'chat events': { path: 'chat/completions', body: (nth) => body({ ...streamed, messages: user(nth) }) },
  'message events': { path: 'messages', body: (nth) => body({ ...streamed, max_tokens: 9, messages: user(nth) }) },
  'response events': { path: 'responses', body: (nth) => body({ ...streamed, store: false, input: `hi ${nth}` }) },
};

const base64 = Buffer.from(secret).toString('base64');
const percent = Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16)}`).join('');
const escaped = Array.from(secret, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
const quoted = (words: string, status = 401, more: Partial<ScriptedAnswer> = {}): ScriptedAnswer => ({
  status,
  headers: json,
  pieces: [`{"error":{"message":"${words}","code":"${words}","type":"x","param":"${words}"}}`],
  ...more,
});
const events = { 'content-type': 'text/event-stream' };
const fails = (status: number, headers: Readonly<Record<string, string>>): ScriptedAnswer => ({
  status,
  headers: { ...json, ...headers },
  pieces: ['{"error":{"message":"No.","type":"server_error"}}'],
});
const usage = {
  prompt_tokens: 5,
  completion_tokens: 2,
  input_tokens: 5,
  output_tokens: 2,
  total_tokens: 7,
  seconds: 1,
};

const unheard = { type: 'transcript.text.done', text: 'x', usage: { type: 'duration', seconds: null } };

const answers: Readonly<Record<string, ScriptedAnswer>> = {
  'secret plain': quoted(secret),
  'secret 400': quoted(`sent ${secret}`, 400),
  'secret base64': quoted(base64, 400),
  'secret percent': quoted(percent, 403),
  'secret escaped': quoted(escaped, 422),
  'secret split': {
    status: 400,
    headers: json,
    pieces: ['{"error":{"message":"sk-own+cred', 'ential/01234', '56789"}}'],
  },
  'secret in headers': quoted('No.', 400, {
    headers: {
      ...json,
      'x-echo': secret,
      'www-authenticate': `Bearer realm="${secret}"`,
      'set-cookie': `a=${base64}`,
      'x-c': percent,
    },
  }),
  'secret in a stream': {
    headers: events,
    pieces: [
      'data: {"type":"x","text":"sk-own+cred',
      `ential/0123456789"}\n\ndata: {"error":{"message":"${secret}"}}\n\n`,
    ],
  },
  'secret in 200': {
    headers: json,
    pieces: [
      JSON.stringify({
        id: secret,
        model: secret,
        usage,
        object: secret,
        data: [{ embedding: [1], x: secret }],
        output: [{ x: base64 }],
        text: secret,
        answers: { is_it: secret },
      }),
    ],
  },
  'secret as sound': { headers: { 'content-type': 'audio/mpeg' }, pieces: [`ID3${secret}`, secret] },
  '429 bare': fails(429, {}),
  '429 date': fails(429, { 'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT' }),
  '429 past': fails(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
  '429 negative': fails(429, { 'retry-after': '-5' }),
  '429 zero': fails(429, { 'retry-after': '0' }),
  '429 huge': fails(429, { 'retry-after': '1000000000' }),
  '429 fraction': fails(429, { 'retry-after': '0.2' }),
  '429 words': fails(429, { 'retry-after': 'soon' }),
  '429 ms': fails(429, { 'retry-after-ms': '7' }),
  '500 date': fails(500, { 'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT' }),
  '503 huge': fails(503, { 'retry-after': '1e9' }),
  '503 negative': fails(503, { 'retry-after': '-1', 'x-should-retry': 'true' }),
  '529': fails(529, {}),
  '418': fails(418, { 'x-should-retry': 'true', 'retry-after': '9' }),
  '404 html': { status: 404, headers: { 'content-type': 'text/html' }, pieces: ['<h1>No'] },
  '301': fails(301, { location: 'http://127.0.0.1:1/' }),
  '204': { status: 204, headers: {}, pieces: [] },
  '206': { status: 206, headers: json, pieces: [JSON.stringify({ usage })] },
  'limits of the account': {
    headers: {
      ...json,
      'x-ratelimit-remaining-requests': '7',
      'anthropic-ratelimit-requests-remaining': '7',
      'openai-organization': 'own',
      'ratelimit-remaining': '7',
      'x-request-id': 'theirs',
      'x-waybill-cost-eur': '0',
    },
    pieces: [JSON.stringify({ id: 'x', usage, data: [], output: [], text: '', answers: {} })],
  },
  empty: { headers: json, pieces: [''] },
  null: { headers: json, pieces: ['null'] },
  list: { headers: json, pieces: ['[1]'] },
  twice: { headers: json, pieces: ['{"usage":{},"usage":{}}'] },
  deep: { headers: json, pieces: ['{"a":'.repeat(400) + '1' + '}'.repeat(400)] },
  'not utf-8': { headers: json, pieces: [Buffer.from('{"text":"\xff\xfe"}', 'latin1')] },
  'odd usage': {
    headers: json,
    pieces: [
      JSON.stringify({
        usage: { prompt_tokens: -1, completion_tokens: '1e3', input_tokens: 2 ** 60, total_tokens: null, seconds: -4 },
        text: 'x',
        data: [],
        output: [],
        answers: {},
      }),
    ],
  },
  'odd records': {
    headers: events,
    pieces: [
      'data: null\n\n',
      'data: ping\n\n',
      'event: x\ndata: [1]\n\n',
      `data: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`,
      `data: ${JSON.stringify(unheard)}\n\n`,
      'data: [DONE]\n\n',
    ],
  },
  'records without an end': {
    headers: events,
    pieces: [`data: ${JSON.stringify({ type: 'transcript.text.delta', delta: 7 })}\n\n`],
  },
  cut: { headers: json, pieces: ['{"usage":'], isCut: true },
  'cut stream': { headers: events, pieces: ['data: {"type":"x"}\n\n'], isCut: true },
  'html 200': { headers: { 'content-type': 'text/html' }, pieces: ['<h1>Welcome</h1>'] },
};

const shown = (text: string): string[] => [
  text,
  decoded(text),
  text.replaceAll(/\\u00([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
];
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

for (const [name, call] of Object.entries(calls)) {
  test.serial(`${name}: whatever an upstream answers`, async (t) => {
    const { ledger, baseUrl, answer } = await scene;
    const tenant = await ledger.tenant({ creditEur: '1000' });
    for (const [nth, [what, scripted]] of Object.entries(answers).entries()) {
      answer(scripted);
      const reply = await httpCall(`${baseUrl}/${call.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.apiKey}`, ...json, ...call.headers },
        body: call.body(nth),
      }).catch((error: unknown) => ({ status: 0, headers: {} as Record<string, unknown>, text: String(error) }));
      const { status, headers, text } = reply;
      const all = JSON.stringify(headers) + text;
      const said = `${what}: ${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`;
      for (const each of shown(all)) t.false(each.includes(secret) || each.includes(base64), `the secret, ${said}`);
      t.false(text.includes('internal_error'), said);
      if (status === 429 || status === 500 || status === 503)
        t.regex(String(headers['retry-after']), /^[1-9]\d{0,3}$/, said);
      else if (status >= 400 && status !== 408) t.is(headers['x-should-retry'], 'false', said);
      if (what === '429 huge') t.is(headers['retry-after'], '60', said);
      if (status >= 400) t.notThrows(() => JSON.parse(text), said);
      for (const header of ['set-cookie', 'openai-organization', 'ratelimit-remaining', 'location'])
        t.is(headers[header], undefined, said);
      for (const header of Object.keys(headers).filter((key) => key.includes('ratelimit-')))
        t.not(headers[header], '7', said);
      t.not(headers['x-request-id'], 'theirs');
    }
    const { reservations } = await ledger.wallet(tenant.walletId);
    t.true(reservations.every(({ endings }) => endings <= 1));
  });
}
