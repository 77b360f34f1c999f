import test from 'ava';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { formatOfSchema, formatOfPattern } from '../../src/personal-data/schema-format.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';

const patterns = [
  ['^\\+[1-9]\\d{1,14}$', 'phone'],
  ['^\\+?[0-9]{7,15}$', 'phone'],
  ['^(\\+\\d{1,3})?\\d{10}$', 'phone'],
  ['^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'iban'],
  ['^[A-Z]{2}\\d{2}[A-Z0-9]+$', 'iban'],
  ['^[^@\\s]+@[^@\\s]+\\.[a-z]+$', 'email'],
  ['^\\d{5}$', null],
  ['^[a-z]+$', null],
  ['^[A-Z]{2}$', null],
  ['(a+)+$', null],
  [`^\\+${'\\d'.repeat(400)}$`, null],
] as const;
for (const [pattern, format] of patterns) {
  test(`the format of a pattern is recognised without running it: ${pattern.slice(0, 40)} is ${format ?? 'none'}`, (t) => {
    t.is(formatOfPattern(pattern), format);
  });
}

test('all formats of web addresses count as one', (t) => {
  t.deepEqual(['uri', 'uri-reference', 'url', 'email', 'date'].map(formatOfSchema), [
    'uri',
    'uri',
    'uri',
    'email',
    'date',
  ]);
});

test('formats and patterns are read only from schemas of tools and of answers', (t) => {
  const parameters = {
    properties: { a: { format: 'email' }, pattern: { pattern: '^\\+\\d+$' }, format: { type: 'string' } },
  };
  const body = {
    messages: [{ role: 'user', content: '{"format":"ipv4"}' }],
    tools: [{ type: 'function', function: { name: 'look', parameters } }],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'x', schema: { items: { format: 'uri-reference' } } },
    },
  };
  const { formats } = textsOfBody(chatCompletionsTextMap.request, Buffer.from(JSON.stringify(body)));
  t.deepEqual([...formats].toSorted(), ['email', 'phone', 'uri']);
});
