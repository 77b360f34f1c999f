import test from 'ava';
import * as fc from 'fast-check';
import { textsOfBody } from '../../src/personal-data/body-texts.ts';
import { jsonText } from '../properties/_json-documents.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import type { TextShape } from '../../src/personal-data/text-map.ts';

const shape: TextShape = {
  'messages[].content': 'text',
  'messages[].arguments': 'json_text',
  'messages[].thought': 'signed_text',
  'messages[].logprobs[].token': 'token_text',
  'metadata.*': 'text',
  'metadata.*~': 'text',
  'id|model': 'vocabulary',
};

const found = (body: string) => textsOfBody(shape, Buffer.from(body));

test('what a person may have written is found, with where it stands', (t) => {
  const { texts } = found(
    '{"model":"m","messages":[{"content":"a","arguments":"{\\"b\\":\\"c\\"}","thought":"d"}],"metadata":{"e":"f"}}',
  );
  t.deepEqual(texts, [
    { text: 'a', path: 'messages[0].content', isName: false },
    { text: 'b', path: 'messages[0].arguments', isName: false },
    { text: 'c', path: 'messages[0].arguments', isName: false },
    { text: 'e', path: 'metadata.e~', isName: true },
    { text: 'f', path: 'metadata.e', isName: false },
  ]);
});

test('what nobody declared is found too, and the names in it', (t) => {
  t.deepEqual(
    found('{"stranger":{"Ada":{"born":["1815"]}},"n":7}').texts.map(({ text }) => text),
    ['Ada', 'born', '1815'],
  );
});

test('a body keeps every byte but those of the strings that change', (t) => {
  const body =
    '{ "n": 12345678901234567890, "model":"\\u006d", "messages" : [ {"content":"\\u0061"}, {"content":"b"} ] }';
  const { texts, with: written } = found(body);
  t.is(written(texts.map(({ text }) => text)).toString(), body);
  t.is(written(['a', 'B"']).toString(), body.replace('"b"', '"B\\""'));
});

test('tokens of a text that changes go, whatever they spell', (t) => {
  const body = (content: string, logprobs: readonly object[]) => JSON.stringify({ messages: [{ content, logprobs }] });
  const { with: written } = found(body('Ada', [{ token: 'A', bytes: [65] }, { token: 'da' }]));
  t.is(written(['[NAME]']).toString(), body('[NAME]', []));
});

test('as many texts come back as went out', (t) => {
  const { with: written } = found('{"messages":[{"content":"a"},{"content":"b"}]}');
  t.throws(() => written(['a']), { instanceOf: RangeError });
  t.throws(() => written(['a', 'b', 'c']), { instanceOf: RangeError });
  t.throws(() => found('[]'), { instanceOf: RangeError });
});

test('as many lists of tokens as a body can hold, under a name as long, are no work for hours', (t) => {
  const part = { content: 'Ada', logprobs: [{ token: 'A' }] };
  const body = JSON.stringify({
    messages: Array.from({ length: 20_000 }, () => part),
    ['a.'.repeat(200_000)]: Array.from({ length: 20_000 }, () => 'b'),
  });
  const { texts, with: written } = found(body);
  t.is(texts.length, 40_000);
  const cast = written(texts.map(({ text }) => text.replace('Ada', 'X'))).toString();
  t.false(cast.includes('token'));
});

test('any body keeps every byte where no text changes, and every number where all do', (t) => {
  const numbers = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  t.notThrows(() => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const body = Buffer.from(`{"a":${text}}`);
        const { texts, with: written } = textsOfBody({ '**': 'text', '**~': 'vocabulary' }, body);
        t.is(written(texts.map((each) => each.text)), body);
        const changed = written(texts.map((_, place) => `${place}`)).toString();
        t.is(numbers(changed), numbers(body.toString()));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
