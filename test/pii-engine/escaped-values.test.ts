import test from 'ava';
import * as fc from 'fast-check';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { chatFace } from '../../src/protocols/chat/face.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';

// Personal data that is spelt with escapes in texts that are not JSON as a whole: as tools, logs and web pages spell it.

const name = 'Jörg Müller';
const email = 'joerg.mueller@posta.example';

const engine = () => castingEngine([createEmbeddedPiiDetector(), listingDetector({ PERSON: [name] })]);

async function castBody(messages: readonly object[]) {
  const texts = chatFace.texts;
  if (texts === undefined) throw new Error('chat has texts');
  const body = textsOfBody(texts.request, Buffer.from(JSON.stringify({ model: 'light', messages })));
  const conversation = await engine().cast(castRequest(body.texts));
  const sent = body.with(conversation.texts);
  return { sent, conversation, left: await conversation.sweep(textsOfBody(texts.request, sent).texts) };
}

/** A text as any reader can read it. */
function readOut(text: string): string {
  let read = text;
  for (let round = 0; round < 4; round += 1) {
    read = read
      .replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/(?:\\+x[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll(/\\+x/g, ''), 'hex').toString())
      .replaceAll(/\\+303\\+266/g, 'ö')
      .replaceAll(/\\+303\\+274/g, 'ü')
      .replaceAll('&#92;', '\\')
      .replaceAll('&ouml;', 'ö')
      .replaceAll('&uuml;', 'ü')
      .replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => decodeURIComponent(bytes));
  }
  return read;
}

const escaped = JSON.stringify({ name }).replaceAll(/[^ -~]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
const tool = (content: string) => ({ role: 'tool', tool_call_id: 'c', content });
const call = (text: string) => ({
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: text } }],
});

const spelt: Readonly<Record<string, object>> = {
  'JSON as a whole': tool(escaped),
  'JSON in a fence': tool(`\`\`\`json\n${escaped}\n\`\`\``),
  'lines of JSON': tool(`${escaped}\n${escaped}`),
  'JSON behind a word': tool(`Result: ${escaped}`),
  'JSON in arguments': call(JSON.stringify({ text: `Result: ${escaped}` })),
  'arguments that are cut off': call(escaped.slice(0, -2)),
  'JSON in JSON behind a word': tool(`Result: ${JSON.stringify({ inner: escaped })}`),
  HTML: tool('<b>J&ouml;rg M&uuml;ller</b>'),
  'bytes of UTF-8': tool('user: J\\xc3\\xb6rg M\\xc3\\xbcller'),
  'bytes in octal digits': tool('"J\\303\\266rg M\\303\\274ller.txt"'),
  'HTML behind an escape': tool('{"html": "J\\u0026ouml;rg M\\u0026uuml;ller", '),
  'an escape behind HTML': tool('{&quot;a&quot;: &quot;J&#92;u00f6rg M&#92;u00fcller'),
  'signs behind backslashes': tool('J\\u00f6rg\\_M\\u00fcller and J\\xf6rg\\ M\\xfcller'),
  'a URL': tool('see https://x.example/?q=J%C3%B6rg%20M%C3%BCller now'),
  'a line end before it': tool('{"text": "Hello\\nJörg Müller", '),
};

for (const [where, message] of Object.entries(spelt)) {
  test(`a known name is cast in every escaped spelling: ${where}`, async (t) => {
    const { sent, left } = await castBody([{ role: 'user', content: `Dear ${name},` }, message]);
    t.false(readOut(sent.toString()).includes('Jörg'), sent.toString());
    t.false(readOut(sent.toString()).includes('Müller'), sent.toString());
    t.deepEqual(left, []);
  });
}

test('an address that is only spelt with escapes is found', async (t) => {
  const text = `Result: {"mail": "${email.replace('@', '\\u0040')}"}`;
  const { sent, conversation } = await castBody([tool(text)]);
  t.false(sent.toString().includes('joerg'), sent.toString());
  t.is(conversation.counts.get('EMAIL'), 1);
});

test('an address with characters after backslashes is found', async (t) => {
  const { sent, conversation } = await castBody([tool('see joerg\\@posta\\.example or j\\u0026#64;posta.example')]);
  t.notRegex(sent.toString(), /joerg|posta/);
  t.is(conversation.counts.get('EMAIL'), 2);
});

test('a value that begins like an escape is cast whole, and restored unchanged', async (t) => {
  const texts = ["LIKE '%4111111111111111%'", "LIKE '%DE89370400440532013000'", String.raw`C:\new\ada@love.example`];
  const cast = await engine().cast(castRequest(texts));
  const masked = cast.texts.map((text) => text.replaceAll(/-\w+\]/g, ']'));
  t.deepEqual(masked, ["LIKE '%[CARD]%'", "LIKE '%[IBAN]'", String.raw`C:\new\[EMAIL]`]);
  t.deepEqual(
    cast.texts.map((text) => cast.restore(text)),
    texts,
  );
});

test('a value cast in an escaped spelling is restored as the plain value', async (t) => {
  const { conversation } = await castBody([tool(`Result: ${escaped}`)]);
  const [placeholder] = /\[PERSON-\w+\]/.exec(conversation.texts.join()) ?? [];
  t.is(conversation.restore(`{"content":"Hello ${placeholder}"}`), `{"content":"Hello ${name}"}`);
});

test('JSON with cast values is still JSON', async (t) => {
  for (const text of [`{"a":"x\\n${name}\\n"}`, `{"a":"\\t${name}","b":"\\u00e9${email}"}`]) {
    const { conversation } = await castBody([tool(`Result:\n${text}`)]);
    const sent = conversation.texts.at(-1)?.replace('Result:\n', '') ?? '';
    t.notThrows(() => JSON.parse(sent) as unknown, sent);
    t.false(sent.includes('Müller'));
  }
});

test('the sweep finds values spelt with escapes', async (t) => {
  const conversation = await engine().cast(castRequest([`Dear ${name},`]));
  const left = await conversation.sweep([{ text: 'J\\u00f6rg M\\u00fcller', path: '', isName: false }]);
  t.deepEqual(left, ['PERSON']);
});

const hex = (code: number): string => code.toString(16).padStart(4, '0');
const spellings: readonly ((unit: string) => string)[] = [
  (unit) => unit,
  (unit) => `\\u${hex(unit.charCodeAt(0))}`,
  (unit) => `\\\\u${hex(unit.charCodeAt(0))}`,
  (unit) => `&#${unit.charCodeAt(0)};`,
  (unit) => Array.from(Buffer.from(unit), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (unit) => Array.from(Buffer.from(unit), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  (unit) => `\\u0026#${unit.charCodeAt(0)};`,
];

test('no mixture of spellings hides a known name', async (t) => {
  const mixture = fc.array(fc.constantFrom(...spellings), { minLength: name.length, maxLength: name.length });
  await fc.assert(
    fc.asyncProperty(mixture, async (chosen) => {
      const text = `say ${Array.from(name, (unit, at) => chosen[at]?.(unit) ?? unit).join('')} now`;
      const { texts } = await engine().cast(castRequest([`Dear ${name},`, text]));
      return /^say \[PERSON-\w+\] now$/.test(texts[1] ?? '');
    }),
    { numRuns: 60 },
  );
  t.pass();
});
