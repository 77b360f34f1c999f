import test, { type ExecutionContext } from 'ava';
import { APIError } from 'openai';
import type { TestTenant } from '../../_support/gateway.ts';
import { httpCall } from '../../_support/http-call.ts';
import type { ServedGateway } from '../../_support/served-gateway.ts';

/** The surfaces that the matrix calls: of the configuration of its gateway. */
export const leakMatrixTarget = { surfaces: ['chat_completions', 'responses', 'messages', 'embeddings', 'systemone'] };

/** Who is spoken of: the first four are found by rules and lists. */
export const leakMatrixValues = [
  'Mario Rossi',
  'mario.rossi@posta.example',
  'IT60X0542811101000000123456',
  '+39 347 123 4567',
] as const;

const [person, mail, account, telephone] = leakMatrixValues;
export const leakMatrixSaid = `My name is ${person}, mail ${mail}, IBAN ${account}, telephone ${telephone}`;

export interface LeakMatrix {
  /** Begins the titles. */
  readonly name: string;
  /** The gateway, before an upstream that records what it gets; the same one whenever it is asked for. */
  start(t: ExecutionContext): Promise<ServedGateway>;
  /** What callers write, and all that is personal in it. */
  readonly said: string;
  readonly values: readonly string[];
}

const placeholder = /[A-Z]{2,9}-[2-9b-z]{5,}/;

/**
 * Every surface, whole and streamed, and every kind of turn: no personal data reaches the upstream, and the caller reads no
 * placeholder.
 */
export function leakMatrix(matrix: LeakMatrix): void {
  for (const stream of [false, true]) {
    chatCompletions(matrix, stream);
    messages(matrix, stream);
    responses(matrix, stream);
  }
  withoutTurns(matrix);
  whatHasToStay(matrix);
}

interface Place {
  readonly served: ServedGateway;
  readonly caller: TestTenant;
  /** Sends a body and looks at both sides; answers what the caller got. */
  post(path: string, body: object): Promise<string>;
}

async function placeAt(t: ExecutionContext, { start, values }: LeakMatrix): Promise<Place> {
  const served = await start(t);
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
    assertCast(t, sent, values);
    t.notRegex(reply.text, placeholder);
    return reply.text;
  };
  return { served, caller, post };
}

function assertCast(t: ExecutionContext, sent: readonly string[], values: readonly string[]): void {
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

const toolOf = (input: string) => ({
  type: 'object',
  properties: { input: { type: 'string', description: `What ${input} says` } },
});

function chatCompletions(matrix: LeakMatrix, stream: boolean): void {
  const { name, said } = matrix;
  const how = stream ? 'streamed' : 'whole';
  const tool = toolOf(person);
  const asked = `call the tool for: ${said}`;
  test.serial(`${name}: chat completions, ${how}: first turn, history, arguments and results of tools`, async (t) => {
    const { post } = await placeAt(t, matrix);
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
      function: { name: 'look', arguments: JSON.stringify({ input: said, [mail]: 1 }) },
    };
    const history = [
      user,
      { role: 'assistant', content: said, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ found: [said], tel: 393471234567 }) },
    ];
    t.true(heard(await post('/chat/completions', { messages: history, tools, stream })).includes(account));
  });
}

function messages(matrix: LeakMatrix, stream: boolean): void {
  const { name, said } = matrix;
  const how = stream ? 'streamed' : 'whole';
  const tool = toolOf(person);
  const asked = `call the tool for: ${said}`;
  test.serial(`${name}: messages, ${how}: first turn, history, arguments and results of tools`, async (t) => {
    const { post } = await placeAt(t, matrix);
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
    t.true(heard(await post('/messages', { ...base, tools, messages: history })).includes(account));
  });
}

function responses(matrix: LeakMatrix, stream: boolean): void {
  const { name, said, values } = matrix;
  const how = stream ? 'streamed' : 'whole';
  const tool = toolOf(person);
  test.serial(`${name}: responses, ${how}: first turn, history, tools, continuation and forks`, async (t) => {
    const { post, served, caller } = await placeAt(t, matrix);
    const items = [
      { role: 'user', content: said },
      { type: 'function_call', call_id: 'c', name: 'look', arguments: JSON.stringify({ input: said }) },
      { type: 'function_call_output', call_id: 'c', output: said },
    ];
    const tools = [{ type: 'function', name: 'look', description: said, parameters: tool, strict: false }];
    t.true(
      heard(await post('/responses', { input: items, tools, instructions: said, store: false, stream })).includes(
        account,
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
      values,
    );
    await responses.delete(second.id);
    const gone = await t.throwsAsync(async () => ask('and now?', second.id), { instanceOf: APIError });
    t.is(gone.code, 'previous_response_not_found');
    t.notRegex((await ask('and now?', forks[0]?.id ?? '')).output_text, placeholder);
  });
}

function withoutTurns(matrix: LeakMatrix): void {
  const { name, said } = matrix;
  test.serial(`${name}: embeddings of the same text are the same, and of a name no words`, async (t) => {
    const { post } = await placeAt(t, matrix);
    const read = async (input: readonly string[]) =>
      (JSON.parse(await post('/embeddings', { input })) as { data: { embedding: unknown }[] }).data;
    const [one, other] = [await read([said]), await read([`${said} again`, said])];
    t.deepEqual(one[0]?.embedding, other[1]?.embedding);
  });

  test.serial(`${name}: System One reads placeholders and answers in the words of its caller`, async (t) => {
    const { post } = await placeAt(t, matrix);
    const criteria = { [person]: said, nobody: null };
    const body = { state: { mail: said, tel: 393471234567 }, questions: { who: { type: 'choice', criteria } } };
    const { answers } = JSON.parse(await post('/systemone', body)) as { answers: { who: { choice: string } } };
    t.is(answers.who.choice, person);
  });
}

function whatHasToStay(matrix: LeakMatrix): void {
  const { name, said } = matrix;
  test.serial(`${name}: personal data in an address or in the name of a tool is refused`, async (t) => {
    const { served, caller } = await placeAt(t, matrix);
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
      t.regex(reply.text, /contains personal data and cannot be changed/);
    }
    t.is((await served.sandbox.requests()).length, before);
  });
}
