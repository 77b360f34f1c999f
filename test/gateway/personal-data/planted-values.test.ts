import test from 'ava';
import * as fc from 'fast-check';
import { httpCall } from '../../_support/http-call.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';
import { leakMatrixTarget } from './leak-matrix.contract.ts';

// Values planted anywhere in a request, in many spellings: none reaches the upstream, and the caller reads his own text.

const { start, end } = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
test.after.always(end);

const values = ['mario.rossi@posta.example', 'IT60X0542811101000000123456', '4111111111111111', '+393471234567'];

const inScript = (zero: number) => (value: string) =>
  value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const inForms = (digits: string) => (value: string) =>
  value.replaceAll(/\d/g, (digit) => Array.from(digits)[Number(digit)] ?? digit);
const spellings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => value.toUpperCase(),
  inScript(0x660),
  inScript(0x966),
  inScript(0xff10),
  inScript(0x1d7ce),
  inForms('⁰¹²³⁴⁵⁶⁷⁸⁹'),
  inForms('⓪①②③④⑤⑥⑦⑧⑨'),
  (value) => value.replaceAll(/\d/g, '$&\ufe0f\u20e3'),
  (value) => Array.from(value).join('\u200b'),
  (value) => `${value.slice(0, 7)}\u00ad${value.slice(7)}`,
  (value) => `\u202e${value}\u202c`,
];
const places: readonly ((value: string) => string)[] = [
  (value) => `Write to ${value}, please.`,
  (value) => `x_${value}_y 😀${value}😀`,
  (value) => JSON.stringify({ a: JSON.stringify([value, '"']), [value]: 1 }),
  (value) => `请${value}谢谢`,
  (value) => `|${value}|\n\`\`\`\n"${value}"\n\`\`\``,
  (value) => `<b>${value}</b> (${value}) [x](mailto:${value})`,
];
const planted = fc
  .tuple(fc.constantFrom(...values), fc.constantFrom(...spellings), fc.constantFrom(...places))
  .map(([value, spelled, placed]) => placed(spelled(value)));
const texts = fc.array(planted, { minLength: 1, maxLength: 4 });

const call = (id: string, text: string) => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: JSON.stringify({ [text]: [text] }) } }],
});

/** Bodies whose last text the model repeats. */
const bodies = {
  '/chat/completions': ([last = '', first = '', second = last]: readonly string[]) => ({
    messages: [
      { role: 'system', content: first === '' ? 'x' : first },
      { role: 'user', content: [{ type: 'text', text: second }] },
      call('c', second),
      { role: 'tool', tool_call_id: 'c', content: second },
      { role: 'user', content: last },
    ],
    metadata: { [second.slice(0, 60)]: 'x' },
  }),
  '/messages': ([last = '', first = '', second = last]: readonly string[]) => ({
    max_tokens: 2_000,
    ...(first !== '' && { system: first }),
    messages: [
      { role: 'user', content: [{ type: 'text', text: second }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { [second]: second } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c', content: 'ok' },
          { type: 'text', text: last },
        ],
      },
    ],
  }),
  '/responses': ([last = '', first = '', second = last]: readonly string[]) => ({
    instructions: first,
    input: [
      { role: 'user', content: [{ type: 'input_text', text: second }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: JSON.stringify({ a: second }) },
      { type: 'function_call_output', call_id: 'c', output: second },
      { role: 'user', content: last },
    ],
  }),
  '/embeddings': (all: readonly string[]) => ({ input: all }),
} as const;
/** How a stream is cut: the model leaves such a wish out. */
const cuts = ['', ' [[sandbox: one_byte_chunks]]', ' [[sandbox: odd_chunks]]'];
const paths = Object.keys(bodies) as (keyof typeof bodies)[];

/** Only what tells values apart, in whatever spelling. */
const bare = (text: string): string =>
  text
    .replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .toLowerCase()
    .replaceAll(/[^a-z\d@]/g, '');

/** The text of a stream, whose pieces are cut anywhere. */
const joined = (stream: string): string =>
  Array.from(stream.matchAll(/"(?:content|text|delta)":("(?:[^"\\]|\\.)*")/g), ([, piece]) =>
    String(JSON.parse(piece ?? '""')),
  ).join('');

test('no planted value reaches an upstream, and the caller gets his own bytes back', async (t) => {
  const served = await start();
  const { apiKey } = await served.tenant({ piiEnabled: true, creditEur: '10000' });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      texts,
      fc.constantFrom(null, ...cuts),
      async (path, [last = '', ...rest], cut) => {
        const stream = cut !== null && path !== '/embeddings';
        const reply = await httpCall(`${served.baseUrl}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'light', stream, ...bodies[path]([`${last}${cut ?? ''}`, ...rest]) }),
        });
        t.is(reply.status, 200, reply.text);
        const sent = (await served.sandbox.requests()).at(-1)?.body_text ?? '';
        t.regex(sent, /[A-Z]-[2-9b-z]{5}/);
        for (const value of values) t.false(bare(sent).includes(bare(value)), sent);
        if (path === '/embeddings') return;
        const answer = stream ? joined(reply.text) : reply.text;
        const own = stream ? last : JSON.stringify(last).slice(1, -1);
        t.true(answer.includes(own), `${answer}\n${own}`);
      },
    ),
    { numRuns: propertyRuns(60), endOnFailure: true },
  );
});
