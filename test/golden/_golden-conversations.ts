// What takes more than one request: files, stored responses, keys under which an answer is given again, and forms.
import { recordedForms } from '../_support/recorded-form.ts';
import { eventStream, fixturesOf, jsonSurfaces, post, type GoldenQuestion, type GoldenStep } from './_golden-cases.ts';
import { framed } from './_told-streams.ts';

const upstreamId = 'file-up0123456789';
const uploaded = JSON.stringify({
  id: upstreamId,
  object: 'file',
  bytes: 5,
  created_at: 1_767_225_600,
  filename: 'a.txt',
  purpose: 'user_data',
});
const uploadedToAnthropic = JSON.stringify({
  id: upstreamId,
  type: 'file',
  filename: 'a.txt',
  mime_type: 'text/plain',
  size_bytes: 5,
  created_at: '2026-01-01T00:00:00Z',
  downloadable: false,
});

const boundary = 'golden-boundary';
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** A form with these fields, and a file. */
function form(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = 'content-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain';
  return `${parts.join('')}--${boundary}\r\n${head}\r\n\r\nsound\r\n--${boundary}--\r\n`;
}

const upload = (isAnthropic: boolean): GoldenStep => ({
  call: post('/files', form(isAnthropic ? {} : { purpose: 'user_data' }), {
    ...formHeaders,
    ...(isAnthropic ? { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' } : {}),
  }),
  script: { body: Buffer.from(isAnthropic ? uploadedToAnthropic : uploaded) },
});

const idOf = (text: string | undefined): string => (JSON.parse(text ?? '{}') as { readonly id: string }).id;

/** A request that names the file of the first step. */
const naming =
  (path: string, body: (id: string) => object): GoldenStep['call'] =>
  (earlier) =>
    post(path, body(idOf(earlier[0]?.text)))(earlier);

const look = (id: string, isStream: boolean) => ({
  '/chat/completions': {
    model: 'light',
    stream: isStream,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look, Ada' },
          { type: 'file', file: { file_id: id } },
        ],
      },
    ],
  },
  '/responses': {
    model: 'light',
    stream: isStream,
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_file', file_id: id },
          { type: 'input_text', text: 'Look, Ada' },
        ],
      },
    ],
  },
  '/messages': {
    model: 'light',
    stream: isStream,
    max_tokens: 50,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'document', source: { type: 'file', file_id: id } },
          { type: 'text', text: 'Look, Ada' },
        ],
      },
    ],
  },
});

/** Files by the names that the caller has for them: in requests, answers, texts told in pieces, and refusals. */
export function fileQuestions(): readonly GoldenQuestion[] {
  const surfaces = ['chat-completions', 'responses', 'messages'] as const;
  return [false, true].flatMap((isProtected) =>
    surfaces.flatMap((surface) => {
      const asked = jsonSurfaces[surface];
      if (asked?.told === undefined) throw new RangeError(surface);
      const { path, told, last = null } = asked;
      // A surface with files has one of these paths.
      const naming_ = (isStream: boolean) => naming(path, (id) => look(id, isStream)[path as '/responses']);
      const spelt = told(['In ', upstreamId.slice(0, 8), `${upstreamId.slice(8)}, and ${upstreamId}.`]);
      const noted = JSON.stringify(spelt).replaceAll(
        '"annotations":[]',
        `"annotations":[{"type":"file_citation","file_id":"${upstreamId}","filename":"a.txt","index":1}]`,
      );
      const streamed = framed(JSON.parse(noted) as readonly object[], 'lf', last);
      const [answer] = fixturesOf(surface, 'answer');
      const body = Buffer.from((answer?.[1] ?? '').replaceAll('Ada', `Ada in ${upstreamId}`));
      const refused = Buffer.from(
        `{"error":{"message":"No ${upstreamId} for Ada","type":"invalid_request_error","param":null,"code":null}}`,
      );
      const question = (name: string, step: GoldenStep): GoldenQuestion => ({
        name: `${surface}, ${name}${isProtected ? ', protected' : ''}`,
        isProtected,
        isCut: true,
        steps: [upload(surface === 'messages'), step],
      });
      return [
        question('answer', { call: naming_(false), script: { body } }),
        question('refusal', { call: naming_(false), script: { status: 400, body: refused } }),
        question('stream', { call: naming_(true), script: { headers: eventStream, body: streamed } }),
        question('broken stream', {
          call: naming_(true),
          script: { headers: eventStream, body: streamed.subarray(0, Math.floor(streamed.length / 2)), isBroken: true },
        }),
      ];
    }),
  );
}

const lastResponse = /"id":\s*"(resp_[0-9a-f]{44})"/;
const responseOf = (text = ''): string => lastResponse.exec(text)?.[1] ?? 'resp_none';

/** Responses that are kept, shown, and continued. */
export function storedQuestions(): readonly GoldenQuestion[] {
  const [answer] = fixturesOf('responses', 'answer');
  const { told } = jsonSurfaces['responses'] ?? {};
  if (told === undefined) throw new RangeError('responses are streamed');
  const streamed: GoldenStep['script'] = {
    headers: eventStream,
    body: framed(told(['Dear ', '[NAME', ' x] Ada']), 'lf', null),
  };
  const whole: GoldenStep['script'] = { body: Buffer.from(answer?.[1] ?? '') };
  const get = (path: (id: string) => string): GoldenStep => ({
    call: (earlier) => ({ path: path(responseOf(earlier[0]?.text)) }),
    script: { body: Buffer.from('{}') },
  });
  const input = [
    { role: 'user', content: 'I am Ada' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Ada' }] },
  ];
  return [false, true].flatMap((isProtected) =>
    [false, true].flatMap((stream) => {
      const script = stream ? streamed : whole;
      const continued: GoldenStep['call'] = (earlier) =>
        post('/responses', {
          model: 'light',
          stream,
          previous_response_id: responseOf(earlier[0]?.text),
          input: 'And Ada?',
        })(earlier);
      return [
        {
          name: `${stream ? 'streamed' : 'whole'}${isProtected ? ', protected' : ''}`,
          isProtected,
          isCut: true,
          steps: [
            { call: post('/responses', { model: 'light', stream, input, metadata: { who: 'Ada' } }), script },
            get((id) => `/responses/${id}`),
            get((id) => `/responses/${id}/input_items`),
            { call: continued, script },
          ],
        },
      ];
    }),
  );
}

/** An answer that is given again. */
export function keyedQuestions(): readonly GoldenQuestion[] {
  const [answer] = fixturesOf('chat-completions', 'answer');
  const { told } = jsonSurfaces['chat-completions'] ?? {};
  if (told === undefined) throw new RangeError('chat is streamed');
  return [false, true].flatMap((isProtected) =>
    [false, true].map((stream) => {
      const key = `${isProtected} ${stream}`;
      const step: GoldenStep = {
        call: (earlier) =>
          post(
            '/chat/completions',
            { model: 'light', stream, messages: [{ role: 'user', content: 'Ada' }] },
            {
              'idempotency-key': `${key} ${earlier.length === 0 ? (calls += 1) : calls}`,
            },
          )(earlier),
        script: stream
          ? { headers: eventStream, body: framed(told(['Dear Ada']), 'lf', '[DONE]') }
          : { body: Buffer.from(answer?.[1] ?? '') },
      };
      return {
        name: `${stream ? 'stream' : 'answer'}${isProtected ? ', protected' : ''}`,
        isProtected,
        isCut: true,
        steps: [step, step],
      };
    }),
  );
}

/** A key is used for one run. */
let calls = 0;

/** Sound as it is spoken and heard, in forms of all clients. */
export function audioQuestions(): readonly GoldenQuestion[] {
  const spoken = (body: object, script: GoldenStep['script']): GoldenStep => ({
    call: post('/audio/speech', { model: 'light', voice: 'alloy', input: 'Hello, Ada', ...body }),
    script,
  });
  const heard = (
    fields: Readonly<Record<string, string>>,
    script: GoldenStep['script'],
    path = 'transcriptions',
  ): GoldenStep => ({
    call: post(`/audio/${path}`, form({ model: 'light', prompt: 'Ada', ...fields }), formHeaders),
    script,
  });
  const question = (name: string, ...steps: readonly GoldenStep[]): GoldenQuestion => ({
    name,
    isProtected: false,
    isCut: true,
    steps,
  });
  const sound = {
    headers: { 'content-type': 'audio/mpeg' },
    body: Buffer.from(Array.from({ length: 900 }, (_, i) => i % 251)),
  };
  return [
    question('spoken', spoken({}, sound)),
    question('spoken, broken off', spoken({}, { ...sound, isBroken: true })),
    ...fixturesOf('audio-transcriptions', 'answer').map(([name, text]) =>
      question(name, heard({}, { body: Buffer.from(text) })),
    ),
    question(
      'text',
      heard(
        { response_format: 'text' },
        { headers: { 'content-type': 'text/plain' }, body: Buffer.from('I am Ada.\n') },
      ),
    ),
    question('translated', heard({}, { body: Buffer.from('{"text":"I am Ada."}') }, 'translations')),
    ...fixturesOf('audio-transcriptions', 'stream').flatMap(([name, text]) => {
      const body = framed(JSON.parse(text) as readonly object[], 'lf', null);
      return [
        question(name, heard({ stream: 'true' }, { headers: eventStream, body })),
        question(
          `${name} broken off`,
          heard({ stream: 'true' }, { headers: eventStream, body: body.subarray(0, 90), isBroken: true }),
        ),
      ];
    }),
    ...recordedForms()
      .filter(({ path }) => path.startsWith('/audio/'))
      .map(({ name, path, headers, body }) => ({
        ...question(name, {
          call: () => ({ path, method: 'POST', headers, body }),
          script: { body: Buffer.from('{"text":"I am Ada."}') },
        }),
        isCut: false,
      })),
  ];
}
