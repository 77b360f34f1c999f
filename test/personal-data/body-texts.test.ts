import test from 'ava';
import * as fc from 'fast-check';
import { EqualNames, openingOf, textsOfBody, textsOfItems } from '../../src/personal-data/body-texts.ts';
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

test('texts that a person may have written are found with their paths', (t) => {
  const { texts } = found(
    '{"model":"m","messages":[{"content":"a","arguments":"{\\"b\\":\\"c\\"}","thought":"d"}],"metadata":{"e":"f"}}',
  );
  t.deepEqual(texts, [
    { text: 'a', path: 'messages[0].content', isName: false },
    { text: 'b', path: 'messages[0].arguments', isName: false },
    { text: 'c', path: 'messages[0].arguments', isName: false, label: 'b' },
    { text: 'e', path: 'metadata.e~', isName: true },
    { text: 'f', path: 'metadata.e', isName: false },
  ]);
});

test('undeclared texts are found, names of members included', (t) => {
  t.deepEqual(
    found('{"stranger":{"Ada":{"born":["1815"]}},"n":7}').texts.map(({ text }) => text),
    ['Ada', 'born', '1815'],
  );
});

test('long numbers in data are found with the name of their member; settings are not', (t) => {
  const body = '{"seed":1234567,"stranger":{"tel":[393471234567],"n":1},"messages":[{"seed":1234567}]}';
  const { texts, with: written } = found(body);
  t.deepEqual(texts.at(-2), {
    text: '393471234567',
    path: 'stranger.tel[0]',
    isName: false,
    isNumber: true,
    label: 'tel',
  });
  t.is(
    written(texts.map(({ text, isNumber }) => (isNumber ? 'X' : text))).toString(),
    body.replace('393471234567', '"X"'),
  );
});

test('a card is found as a number, as a number of decimals and as a list of its groups', (t) => {
  const card = 4_111_111_111_111_111;
  const numbersIn = (body: string) => found(body).texts.flatMap(({ text, isNumber }) => (isNumber ? [text] : []));
  for (const place of [
    '{"stranger":{"n":N}}',
    '{"metadata":{"n":N}}',
    '{"card_number":N}',
    '{"messages":[{"pan":N}]}',
  ]) {
    for (const written of [`${card}`, `${card}.0`, '4.111111111111111e15', `${card}0e-1`, '0.4111111111111111e+0016'])
      t.deepEqual(numbersIn(place.replace('N', written)), [`${card}`], `${place} ${written}`);
  }
  t.deepEqual(numbersIn(`{"seed":${card},"card_limit":4111111111111112,"messages":[{"card":7}]}`), []);
  const groupsIn = (body: string) => found(body).fixed.flatMap(({ text, isAddress }) => (isAddress ? [text] : []));
  t.deepEqual(groupsIn('{"stranger":{"n":["4111","1111","1111","1111"]}}'), ['4111 1111 1111 1111']);
  for (const list of ['4111,1111,1111,1111', '"4111",1111,1111,1111'])
    for (const name of ['card', 'pan', 'card_number'])
      t.deepEqual(groupsIn(`{"stranger":{"${name}":[${list}]}}`), [`${name}: 4111, 1111, 1111, 1111`]);
  t.deepEqual(groupsIn('{"stranger":{"cf":["RSSMRA","85T10","A562S"]}}'), ['RSSMRA85T10A562S']);
  t.deepEqual(groupsIn('{"stranger":{"n":["IT60X","0542811101","000000123456"]}}'), ['IT60X 0542811101 000000123456']);
  const single = Array.from('4111111111111111');
  const pairs = ['41', ...Array.from({ length: 7 }, () => '11')];
  for (const list of [single, pairs]) {
    t.deepEqual(groupsIn(JSON.stringify({ stranger: { card: list } })), ['4111111111111111']);
    t.deepEqual(groupsIn(JSON.stringify({ stranger: { pixels: list } })), []);
    t.deepEqual(groupsIn(JSON.stringify({ stranger: { scorecard: list.map(Number) } })), []);
  }
  t.deepEqual(groupsIn('{"stranger":{"box":[4111,1111,1111,1111],"n":["4111","1111","1111","1112"]}}'), []);
});

test('texts that must not change are listed, and formats that schemas require are collected', (t) => {
  const declared: TextShape = {
    'url|mail|picture': 'url',
    'tool|pattern': 'vocabulary',
    'schema.format': 'vocabulary',
    'id|call|data': 'opaque',
    signed: 'signed_text',
    seal: 'bound',
  };
  const body =
    '{"url":"https://a","mail":"data:x","picture":"data:image/png;base64,AAAA","tool":"b","schema":{"format":"email"},' +
    `"id":"c","signed":"d@e","call":"ada@love.example","data":"${'A'.repeat(257)}","seal":"f","pattern":"g@h"}`;
  const { texts, fixed, encoded, formats } = textsOfBody(declared, Buffer.from(body));
  t.deepEqual(texts, []);
  t.deepEqual(encoded, ['picture']);
  t.deepEqual(
    fixed.map(({ text, isAddress, mayHoldValue }) => `${text} ${mayHoldValue ?? isAddress}`),
    'https://a true,data:x true,b false,email false,c false,d@e false,ada@love.example true,g@h true'.split(','),
  );
  t.deepEqual([...formats], ['email']);
});

test('undeclared names of members are texts, unless a protocol may have them', (t) => {
  const names = { 'ada@love.example': 1, IT60X0542811101000000123456: 1, 'Ada L': 1, Ada_L: 1, ab123cd: 1 };
  const options = { top_k: 1, maxTokens2: 1, _private: 1, $ref: 1, ada_lovelace: 1, 'x-y': 1 };
  const declared: TextShape = { 'messages[].content': 'text' };
  const body = { messages: [{ content: 'a', ...options, ...names }], ...names, ...options };
  const { texts, fixed } = textsOfBody(declared, Buffer.from(JSON.stringify(body)));
  t.deepEqual(
    texts.map(({ text, isName }) => `${text} ${isName}`),
    ['a false', ...[...Object.keys(names), ...Object.keys(names)].map((name) => `${name} true`)],
  );
  t.deepEqual(
    fixed.map(({ text, path }) => `${text} ${path}`),
    [...Object.keys(options).map((name) => `${name} messages[0]~`), ...Object.keys(options).map((name) => `${name} ~`)],
  );
});

test('every name inside an undeclared member is a text', (t) => {
  const { texts } = textsOfBody({ model: 'vocabulary' }, Buffer.from('{"model":"m","x":{"top_k":{"y":"z"}}}'));
  t.deepEqual(
    texts.map(({ text }) => text),
    ['top_k', 'y', 'z'],
  );
});

test('two names that would become one are refused', (t) => {
  const { texts, with: written } = textsOfBody({}, Buffer.from('{"x":{"Ada":1,"ADA":2}}'));
  t.throws(() => written(texts.map(() => '[PERSON-1]')), { instanceOf: EqualNames });
  t.is(written(['A', 'B']).toString(), '{"x":{"A":1,"B":2}}');
});

test('items are cast as the input that they form, and their first words open a conversation', (t) => {
  const items = ['{"content":"a"}', '{ "content" : "b" }'].map((item) => Buffer.from(item));
  const { texts, with: written } = textsOfItems({ 'input[].content': 'text' }, items);
  t.deepEqual(
    texts.map(({ path }) => path),
    ['input[0].content', 'input[1].content'],
  );
  t.deepEqual(written(['a', 'B']).map(String), ['{"content":"a"}', '{ "content" : "B" }']);
  t.deepEqual(textsOfItems({}, []).with([]), []);
  const opening: TextShape = { 'messages[role=user].content': 'text' };
  const body = Buffer.from('{"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}]}');
  t.is(openingOf(opening, body), 'u');
  t.is(openingOf(opening, Buffer.from('{}')), null);
});

test('every byte stays except strings that change', (t) => {
  const body =
    '{ "n": 12345678901234567890, "model":"\\u006d", "messages" : [ {"content":"\\u0061"}, {"content":"b"} ] }';
  const { texts, with: written } = found(body);
  t.is(written(texts.map(({ text }) => text)).toString(), body);
  t.is(written(['a', 'B"']).toString(), body.replace('"b"', '"B\\""'));
});

test('tokens of a changed text are removed, whatever they spell', (t) => {
  const body = (content: string, logprobs: readonly object[]) => JSON.stringify({ messages: [{ content, logprobs }] });
  const { with: written } = found(body('Ada', [{ token: 'A', bytes: [65] }, { token: 'da' }]));
  t.is(written(['[NAME]']).toString(), body('[NAME]', []));
});

test('a different number of texts than were found is refused', (t) => {
  const { with: written } = found('{"messages":[{"content":"a"},{"content":"b"}]}');
  t.throws(() => written(['a']), { instanceOf: RangeError });
  t.throws(() => written(['a', 'b', 'c']), { instanceOf: RangeError });
  t.throws(() => found('[]'), { instanceOf: RangeError });
});

test('many lists of tokens beside a long name take linear work', (t) => {
  const part = { content: 'Ada', logprobs: [{ token: 'A' }] };
  const body = JSON.stringify({
    messages: Array.from({ length: 20_000 }, () => part),
    ['a.'.repeat(200_000)]: Array.from({ length: 20_000 }, () => 'b'),
  });
  const { texts, with: written } = found(body);
  // The long name is a text as well.
  t.is(texts.length, 40_001);
  const cast = written(texts.map(({ text }) => text.replace('Ada', 'X'))).toString();
  t.false(cast.includes('token'));
});

test('every byte stays if no text changes, and every number if all texts change', (t) => {
  const numbers = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  t.notThrows(() => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const body = Buffer.from(`{"a":${text}}`);
        const { texts, with: written } = textsOfBody({ '**': 'text', '**~': 'vocabulary' }, body);
        t.is(written(texts.map((each) => each.text)), body);
        const changed = written(
          texts.map(({ isNumber, text: digits }, place) => (isNumber ? digits : `${place}`)),
        ).toString();
        t.is(numbers(changed), numbers(body.toString()));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

test('two names of one object that become one are refused', (t) => {
  const { texts, with: written } = found('{"metadata":{"Ada":"1","Zoë":"2"},"model":"m"}');
  const apart = texts.map(({ text, isName }, place) => (isName ? `name ${place}` : text));
  t.is(written(apart).toString(), '{"metadata":{"name 0":"1","name 2":"2"},"model":"m"}');
  t.throws(() => written(texts.map(({ text, isName }) => (isName ? 'a name' : text))), {
    instanceOf: RangeError,
  });
  t.throws(() => written(texts.map(({ text }) => (text === 'Zoë' ? 'Ada' : text))), {
    instanceOf: RangeError,
  });
});
