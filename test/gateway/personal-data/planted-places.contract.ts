import test, { type ExecutionContext } from 'ava';
import { httpCall } from '../../_support/http-call.ts';
import type { ServedGateway } from '../../_support/served-gateway.ts';

export interface PlantedPlaces {
  /** Begins the titles. */
  readonly name: string;
  start(t: ExecutionContext): Promise<ServedGateway>;
  /** A name that only the detectors of this gateway find. */
  readonly person: string;
}

const mail = 'mario.rossi@posta.example';
const account = 'IT60X0542811101000000123456';
const listed = 'Mario Rossi';

/** What a request says in one place only. */
type Place = (value: string) => object;

/** Words that may not change: in them a name is recognised if lists have its parts, and in an id no account is. */
const ofPrograms: Readonly<Record<string, readonly string[]>> = {
  'a pattern of a schema': [mail, account, listed],
  'the name of a property': [mail, account, listed],
  'the name of a tool': [mail, account, listed],
  'a token of a bias': [mail, account, listed],
  'the id of a call': [mail, listed],
};

const user = { role: 'user', content: 'Hello' };
const schema = (more: object) => ({
  type: 'object',
  properties: { who: { type: 'string', ...more } },
  additionalProperties: false,
});
const chatTool = (more: object, parameters: object = schema({})) => ({
  messages: [user],
  tools: [{ type: 'function', function: { name: 'look', parameters, ...more } }],
});
const format = (value: object) => ({
  messages: [user],
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: schema(value) } },
});

const chat: Readonly<Record<string, Place>> = {
  'the name of a participant': (value) => ({ messages: [{ ...user, name: value }] }),
  'the description of a tool': (value) => chatTool({ description: `Looks for ${value}` }),
  'an example of a schema': (value) => chatTool({}, schema({ examples: [value] })),
  'a choice of a schema': (value) => chatTool({}, schema({ enum: ['nobody', value] })),
  'a constant of a schema': (value) => chatTool({}, schema({ const: value })),
  'a default of a schema': (value) => chatTool({}, schema({ default: value })),
  'a comment of a schema': (value) => chatTool({}, schema({ $comment: value, title: value })),
  'a pattern of a schema': (value) => chatTool({}, schema({ pattern: `^${value}$` })),
  'the name of a property': (value) => chatTool({}, { type: 'object', properties: { [value]: {} }, required: [value] }),
  'the name of a tool': (value) => ({ messages: [user], tools: [{ type: 'function', function: { name: value } }] }),
  'the schema of the answer': (value) => format({ description: value, examples: [value] }),
  'a choice of the answer': (value) => format({ enum: [value] }),
  'a stop sequence': (value) => ({ messages: [user], stop: ['END', value] }),
  metadata: (value) => ({ messages: [user], metadata: { customer: value } }),
  'the name of metadata': (value) => ({ messages: [user], metadata: { [value]: 'x' } }),
  'the user of the application': (value) => ({ messages: [user], user: value }),
  'a prediction': (value) => ({ messages: [user], prediction: { type: 'content', content: `Dear ${value}` } }),
  'parts of a prediction': (value) => ({
    messages: [user],
    prediction: { type: 'content', content: [{ type: 'text', text: value }] },
  }),
  'a token of a bias': (value) => ({ messages: [user], logit_bias: { [value]: 1 } }),
  'the id of a call': (value) => ({
    messages: [
      user,
      { role: 'assistant', tool_calls: [{ id: value, type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: value, content: 'ok' },
    ],
  }),
  'arguments that are no JSON': (value) => ({
    messages: [
      user,
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"a": "${value}` } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'ok' },
    ],
  }),
  'a refusal': (value) => ({ messages: [user, { role: 'assistant', refusal: value, content: null }, user] }),
  'earlier reasoning': (value) => ({
    messages: [user, { role: 'assistant', content: 'x', reasoning_content: value }, user],
  }),
};

const claude = (more: object) => ({ max_tokens: 100, messages: [user], ...more });
const messages: Readonly<Record<string, Place>> = {
  'a stop sequence': (value) => claude({ stop_sequences: [value] }),
  metadata: (value) => claude({ metadata: { user_id: value } }),
  'a schema of a tool': (value) =>
    claude({ tools: [{ name: 'look', input_schema: schema({ examples: [value], enum: [value] }) }] }),
  'an example of input': (value) =>
    claude({ tools: [{ name: 'look', input_schema: schema({}), input_examples: [{ who: value }] }] }),
  'the input of a tool': (value) =>
    claude({
      messages: [
        user,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c', name: 'look', input: { [value]: [{ deep: value }] } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', is_error: true, content: [{ type: 'text', text: value }] },
          ],
        },
      ],
    }),
  'a document and its title': (value) =>
    claude({
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: value,
              context: value,
              source: { type: 'text', media_type: 'text/plain', data: `Of ${value}.` },
            },
            { type: 'text', text: 'Read' },
          ],
        },
      ],
    }),
};

const responses: Readonly<Record<string, Place>> = {
  metadata: (value) => ({ input: 'Hello', metadata: { customer: value } }),
  'the user and keys': (value) => ({ input: 'Hello', user: value, safety_identifier: value, prompt_cache_key: value }),
  'the schema of the answer': (value) => ({
    input: 'Hello',
    text: { format: { type: 'json_schema', name: 'answer', schema: schema({ enum: [value], description: value }) } },
  }),
  'a summary of reasoning': (value) => ({
    store: false,
    input: [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: `To ${value}` }] }, user],
  }),
  'a citation': (value) => ({
    store: false,
    input: [
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        content: [
          {
            type: 'output_text',
            text: `See ${value}`,
            annotations: [
              {
                type: 'url_citation',
                start_index: 0,
                end_index: 4 + value.length,
                title: value,
                url: 'https://x.example/',
              },
            ],
          },
        ],
      },
      user,
    ],
  }),
  'the output of a tool': (value) => ({
    store: false,
    input: [
      user,
      { type: 'custom_tool_call', call_id: 'c', name: 'run', input: value },
      { type: 'custom_tool_call_output', call_id: 'c', output: value },
    ],
  }),
  'the name of a file': (value) => ({
    input: [
      {
        role: 'user',
        content: [{ type: 'input_file', filename: `${value}.txt`, file_data: 'data:text/plain;base64,SGVsbG8=' }],
      },
    ],
  }),
};

const systemOne: Readonly<Record<string, Place>> = {
  'the state and its names': (value) => ({ state: { [value]: [value] }, questions: { polite: { type: 'noul' } } }),
  'a question': (value) => ({
    state: 'x',
    questions: { [value]: { type: 'choice', criteria: { [value]: value, no: null } } },
  }),
};

/** Only what tells values apart. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** In every place of a request a value is cast, or the request is refused without being sent or repeating it. */
export function plantedPlaces({ name, start, person }: PlantedPlaces): void {
  for (const [path, places] of Object.entries({
    '/chat/completions': chat,
    '/messages': messages,
    '/responses': responses,
    '/systemone': systemOne,
  })) {
    test.serial(`${name}: no value leaves in any place of ${path}`, async (t) => {
      const served = await start(t);
      const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '10000' });
      const left: string[] = [];
      for (const [place, body] of Object.entries(places)) {
        for (const value of ofPrograms[place] ?? [mail, account, listed, person]) {
          const before = (await served.sandbox.requests()).length;
          const reply = await httpCall(`${served.baseUrl}${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify({ model: 'light', ...body(value) }),
          });
          const sent = (await served.sandbox.requests()).slice(before).map(({ body_text: text }) => text);
          const isIn = (text: string): boolean => bare(text).includes(bare(value));
          if (sent.some(isIn)) left.push(`${place}: ${value} was sent`);
          if (reply.status === 400 && sent.length === 0 && isIn(reply.text))
            left.push(`${place}: ${value} in the error`);
          if (reply.status >= 500 && !reply.text.includes('upstream_unavailable'))
            left.push(`${place}: ${value}: ${reply.text}`);
        }
      }
      t.deepEqual(left, []);
    });
  }
}
