import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError } from 'openai';
import type { PiiDetector } from '../../src/ports/pii-detector.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { serveGateway, sharedGateway, type ServedGateway } from '../_support/served-gateway.ts';

// The gateway as it is configured, before an upstream that records what it gets: with the embedded detector no personal data
// reaches it, and the caller reads no placeholder. Every surface, whole and streamed, and every kind of turn.

const values = ['Mario Rossi', 'mario.rossi@posta.example', 'IT60X0542811101000000123456', '+39 347 123 4567'];
const said = `My name is ${values[0]}, mail ${values[1]}, IBAN ${values[2]}, telephone ${values[3]}`;
const placeholder = /[A-Z]{2,9}-[2-9b-z]{5,}/;

const target = { surfaces: ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'] };
const gateway = sharedGateway({ config: { target, top: { personal_data: {} } } });
test.after.always(gateway.end);

interface Place {
  readonly served: ServedGateway;
  readonly caller: TestTenant;
  /** Sends a body and looks at both sides; answers what the caller got. */
  post(path: string, body: object): Promise<string>;
}

async function place(t: ExecutionContext): Promise<Place> {
  const served = await gateway.start();
  const caller = await served.tenant({ allowAllModels: true, piiEnabled: true });
  const post = async (path: string, body: object): Promise<string> => {
    const before = (await served.sandbox.requests()).length;
    const reply = await httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', ...body }),
    });
    t.is(reply.status, 200, reply.text);
    t.regex(String(reply.headers['x-waybill-pii']), /^cast; .*IBAN=1/);
    const sent = (await served.sandbox.requests()).slice(before).map(({ body_text: text }) => text);
    t.is(sent.length, 1);
    assertCast(t, sent);
    t.notRegex(reply.text, placeholder);
    return reply.text;
  };
  return { served, caller, post };
}

function assertCast(t: ExecutionContext, sent: readonly string[]): void {
  for (const body of sent) {
    t.regex(body, placeholder);
    for (const value of [...values, 'Rossi', '0542811101', '1234567'])
      t.false(body.includes(value), `${value}: ${body}`);
  }
}

/** The texts of an answer, or of the records of a stream, joined. */
function heard(text: string): string {
  const pieces: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string' && /^(content|text|delta|partial_json|arguments|choice|state)$/.test(name))
      pieces.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? name : key);
  };
  const records = text.startsWith('{')
    ? [text]
    : Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, data = '']) => data);
  for (const record of records) walk(JSON.parse(record), '');
  return pieces.join('');
}

const tool = { type: 'object', properties: { input: { type: 'string', description: `What ${values[0]} says` } } };
const asked = `call the tool for: ${said}`;

for (const stream of [false, true]) {
  const how = stream ? 'streamed' : 'whole';

  test.serial(`chat completions, ${how}: first turn, history, arguments and results of tools`, async (t) => {
    const { post } = await place(t);
    const user = { role: 'user', content: said, name: 'Mario Rossi' };
    t.true(
      heard(await post('/chat/completions', { messages: [{ role: 'system', content: said }, user], stream })).includes(
        said,
      ),
    );
    const tools = [{ type: 'function', function: { name: 'look', description: said, parameters: tool } }];
    const called = await post('/chat/completions', { messages: [{ role: 'user', content: asked }], tools, stream });
    const args = JSON.parse(/\{"input".*\}/s.exec(heard(called))?.[0] ?? '{}') as { input?: string };
    t.is(args.input, asked);
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'look', arguments: JSON.stringify({ input: said, [values[1] ?? '']: 1 }) },
    };
    const history = [
      user,
      { role: 'assistant', content: said, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ found: [said], tel: 393471234567 }) },
    ];
    t.true(heard(await post('/chat/completions', { messages: history, tools, stream })).includes(values[2] ?? ''));
  });

  test.serial(`messages, ${how}: first turn, history, arguments and results of tools`, async (t) => {
    const { post } = await place(t);
    const base = { max_tokens: 1_000, stream };
    t.true(
      heard(await post('/messages', { ...base, system: said, messages: [{ role: 'user', content: said }] })).includes(
        said,
      ),
    );
    const tools = [{ name: 'look', description: said, input_schema: tool }];
    const called = await post('/messages', { ...base, tools, messages: [{ role: 'user', content: asked }] });
    t.true(called.includes('IT60X0542811101000000123456'));
    const history = [
      { role: 'user', content: said },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: said },
          { type: 'tool_use', id: 'c', name: 'look', input: { input: said, telephone: 393471234567 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: said }] }] },
    ];
    t.true(heard(await post('/messages', { ...base, tools, messages: history })).includes(values[2] ?? ''));
  });

  test.serial(`responses, ${how}: first turn, history, tools, continuation and forks`, async (t) => {
    const { post, served, caller } = await place(t);
    const items = [
      { role: 'user', content: said },
      { type: 'function_call', call_id: 'c', name: 'look', arguments: JSON.stringify({ input: said }) },
      { type: 'function_call_output', call_id: 'c', output: said },
    ];
    const tools = [{ type: 'function', name: 'look', description: said, parameters: tool, strict: false }];
    t.true(
      heard(await post('/responses', { input: items, tools, instructions: said, store: false, stream })).includes(
        values[2] ?? '',
      ),
    );
    const { responses } = served.client(caller.apiKey);
    const ask = async (input: string, previous?: string) => {
      const body = { model: 'light', input, ...(previous === undefined ? {} : { previous_response_id: previous }) };
      return stream ? await responses.stream(body).finalResponse() : await responses.create(body);
    };
    const before = (await served.sandbox.requests()).length;
    const first = await ask(said);
    const second = await ask('Write to Mario Rossi again', first.id);
    const forks = [
      await ask('Say hello to Anna Bianchi, anna@posta.example', second.id),
      await ask('Call MARIO ROSSI', second.id),
    ];
    for (const answer of [first, second, ...forks]) {
      t.notRegex(answer.output_text, placeholder);
      t.deepEqual((await responses.retrieve(answer.id)).output_text, answer.output_text);
      const shown = JSON.stringify((await responses.inputItems.list(answer.id)).data);
      t.notRegex(shown, placeholder);
      t.true(shown.includes(said));
    }
    t.true(forks[0]?.output_text.includes('anna@posta.example'));
    t.true(forks[1]?.output_text.includes('MARIO ROSSI'));
    assertCast(
      t,
      (await served.sandbox.requests()).slice(before).map(({ body_text: text }) => text),
    );
    await responses.delete(second.id);
    const gone = await t.throwsAsync(async () => ask('and now?', second.id), { instanceOf: APIError });
    t.is(gone.code, 'previous_response_not_found');
    t.notRegex((await ask('and now?', forks[0]?.id ?? '')).output_text, placeholder);
  });
}

test.serial('embeddings of the same text are the same, and of a name no words', async (t) => {
  const { post } = await place(t);
  const read = async (input: readonly string[]) =>
    (JSON.parse(await post('/embeddings', { input })) as { data: { embedding: unknown }[] }).data;
  const [one, other] = [await read([said]), await read([`${said} again`, said])];
  t.deepEqual(one[0]?.embedding, other[1]?.embedding);
});

test.serial('System One reads placeholders and answers in the words of its caller', async (t) => {
  const { post } = await place(t);
  const criteria = { [values[0] ?? '']: said, nobody: null };
  const body = { state: { mail: said, tel: 393471234567 }, questions: { who: { type: 'choice', criteria } } };
  const { answers } = JSON.parse(await post('/systemone', body)) as { answers: { who: { choice: string } } };
  t.is(answers.who.choice, values[0] ?? '');
});

test.serial('personal data in an address is refused, and the name of a tool that tells a person', async (t) => {
  const { served, caller } = await place(t);
  const before = (await served.sandbox.requests()).length;
  const url = 'https://x.example/?u=mario.rossi%40posta.example';
  const citation = { type: 'web_search_result_location', url, title: 'x', cited_text: 'x', encrypted_index: 'x' };
  const user = { role: 'user', content: said };
  const cited = { role: 'assistant', content: [{ type: 'text', text: 'x', citations: [citation] }] };
  const tool_calls = [{ id: 'c', type: 'function', function: { name: 'find_mario_rossi', arguments: '{}' } }];
  const bodies = [
    ['/messages', { max_tokens: 100, messages: [user, cited, user] }, 'messages[1].content[0].citations[0].url'],
    [
      '/chat/completions',
      { messages: [user, { role: 'assistant', tool_calls }] },
      'messages[1].tool_calls[0].function.name',
    ],
  ] as const;
  for (const [path, body, param] of bodies) {
    const reply = await httpCall(`${served.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', ...body }),
    });
    t.is(reply.status, 400, reply.text);
    t.true(reply.text.includes(param), reply.text);
    t.regex(reply.text, /has to stay as it is/);
  }
  t.is((await served.sandbox.requests()).length, before);
});

const faults: Readonly<Record<string, PiiDetector['detect']>> = {
  'that is away': () => Promise.reject(new Error('away')),
  'that never answers': () => new Promise(() => undefined),
  'that answers for fewer texts': async () => [],
  'that answers something else': async () => [{}] as never,
};
for (const [which, detect] of Object.entries(faults)) {
  test.serial(`behind a detector ${which} not a byte leaves and nothing is held`, async (t) => {
    const rules = listingDetector({ PERSON: ['Mario Rossi'] });
    const piiEngine = castingEngine([rules, { ...rules, name: 'faulty', detect }], { deadlineMs: 100 });
    const served = await serveGateway(t, { wrappers: { piiEngine } });
    const caller = await served.tenant({ piiEnabled: true });
    for (const stream of [false, true]) {
      const reply = await httpCall(`${served.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'light', stream, messages: [{ role: 'user', content: said }] }),
      });
      t.is(reply.status, 503);
      t.regex(reply.text, /"pii_engine_unavailable"/);
      t.is(reply.headers['retry-after'], '30');
    }
    t.deepEqual(await served.sandbox.requests(), []);
    t.deepEqual(
      (await served.wallet(caller.walletId)).map(({ type }) => type),
      ['WalletOpened', 'WalletCredited'],
    );
  });
}

test.serial('what a policy requires and nobody finds so well is refused, and nothing leaves', async (t) => {
  const served = await serveGateway(t, { config: { top: { personal_data: {} } } });
  const tenantId = randomUUID();
  const policy = {
    scope_kind: 'tenant' as const,
    scope_id: tenantId,
    allowed_profiles: ['light'],
    default_profile: 'light',
    pii_required: true,
    max_request_eur: '1.000000000',
    allow_all_models: false,
    pii_grades: { PERSON: 'A' as const },
  };
  const caller = await served.tenant({ tenantId, policies: [policy] });
  const client = served.client(caller.apiKey);
  const request = { model: 'light', messages: [{ role: 'user' as const, content: said }] };
  const refused = await t.throwsAsync(client.chat.completions.create(request), { instanceOf: APIError });
  t.is(refused.code, 'pii_engine_unavailable');
  t.deepEqual(await served.sandbox.requests(), []);
});

test.serial(
  'what casting leaves is seen before it leaves: nothing is sent, the hold goes back, and it is counted',
  async (t) => {
    const engine = castingEngine([listingDetector({ PERSON: ['Mario Rossi'] })]);
    const piiEngine = {
      ...engine,
      cast: async (...asked: Parameters<typeof engine.cast>) => {
        const conversation = await engine.cast(...asked);
        return { ...conversation, texts: asked[0].texts.map(({ text }) => text) };
      },
    };
    const served = await serveGateway(t, { wrappers: { piiEngine } });
    const caller = await served.tenant({ piiEnabled: true });
    const client = new OpenAI({ apiKey: caller.apiKey, baseURL: served.baseUrl, maxRetries: 0 });
    const request = { model: 'light', messages: [{ role: 'user' as const, content: said }] };
    t.is(
      (await t.throwsAsync(client.chat.completions.create(request), { instanceOf: APIError })).code,
      'pii_engine_unavailable',
    );
    t.deepEqual(await served.sandbox.requests(), []);
    t.like((await served.wallet(caller.walletId)).at(-1), { type: 'ReservationReleased' });
    const metrics = await httpCall(`${served.operations}/metrics`);
    t.regex(metrics.text, /waybill_personal_data_left_total\{kind="PERSON"\} 1/);
  },
);

test.serial(
  'no value and no mapping stands in the data directory, in what is told of events, or in metrics',
  async (t) => {
    const served = await serveGateway(t, { config: { target, top: { personal_data: {} } } });
    const caller = await served.tenant({ piiEnabled: true });
    const client = served.client(caller.apiKey);
    const first = await client.responses.create({ model: 'light', input: said });
    await client.responses.create({ model: 'light', input: `Again, ${values[0]}`, previous_response_id: first.id });
    await client.chat.completions.create(
      { model: 'light', messages: [{ role: 'user', content: said }] },
      { headers: { 'idempotency-key': 'once' } },
    );
    const [, , reserved] = await served.wallet(caller.walletId);
    t.like(reserved, { type: 'CreditReserved', data: { inference: { is_cast: true } } });
    const metrics = await httpCall(`${served.operations}/metrics`);
    t.regex(metrics.text, /waybill_personal_data_cast_total\{kind="IBAN"\} [23]/);
    await served.stop();
    const canaries = [...values, 'Rossi', 'PERSON-', 'IBAN-'];
    const files = readdirSync(served.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(served.dataDir, name))
      .filter((path) => statSync(path).isFile());
    t.true(files.length > 3);
    const texts = [
      ...files.map((path) => [path, readFileSync(path)] as const),
      ['metrics', Buffer.from(metrics.text)] as const,
    ];
    for (const [path, bytes] of texts) {
      for (const canary of canaries) {
        for (const spelled of [canary, Buffer.from(canary).toString('base64').slice(4, -4)]) {
          if (spelled.length >= 5) t.false(bytes.includes(spelled), `${canary} stands in ${path}`);
        }
      }
    }
  },
);
