import test from 'ava';
import { closedJsonText } from '../../src/wire/closed-json.ts';

const closed = (text: string): unknown => JSON.parse(closedJsonText(Buffer.from(text)).toString());

test('a cut text is read up to the cut', (t) => {
  t.deepEqual(closed('{"error":{"message":"No `seed` in [PERS'), { error: { message: 'No `seed` in…' } });
  t.deepEqual(closed('{"detail":[{"msg":"Field required","loc":["body","x"],"inp'), {
    detail: [{ msg: 'Field required', loc: ['body', 'x'] }],
  });
  t.deepEqual(closed('{"detail":[{"msg":"Field required","input":'), { detail: [{ msg: 'Field required' }] });
  t.deepEqual(closed('{"a":"kkk'), { a: '…' });
  t.deepEqual(closed('{"a":1,"b":["x",12'), { a: 1, b: ['x'] });
  t.deepEqual(closed('{"a":tr'), {});
});

test('a whole text is left as it is', (t) => {
  const text = ' {"a":[1,{"b":"c, \\" ]"}],"d":null} ';
  t.deepEqual(closed(text), JSON.parse(text));
});

test('a text that is cut anywhere, within a character or an escape too, is completed to JSON', (t) => {
  const text = Buffer.from(
    '{"error":{"message":"€ \\ud83d\\ude00 \\\\ \\" 😀 , ] }","param":null,"list":["é",-1.5e3,true,{}],"x€":[[]]}}',
  );
  for (let end = 1; end <= text.length; end++) {
    const bytes = closedJsonText(text.subarray(0, end));
    t.notThrows(
      () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      `${end}: ${bytes.toString()}`,
    );
  }
});

test('a text that is no JSON is none after its completion', (t) => {
  for (const text of ['', '<html>{', 'Bad Request', '"x', ']']) t.throws(() => closed(text), undefined, text);
});
