import test from 'ava';
import OpenAI from 'openai';
import { surfaceScene } from '../_support/surface-scene.ts';

// Reasoning as an opaque block: wherever a client may meet it, it has the bytes that the upstream gave it.

const scene = surfaceScene({
  surface: 'responses',
  path: '/responses',
  profiles: { thinker: { model: 'sandbox-medium', efforts: ['low', 'medium', 'high'] } },
});
test.after.always(scene.end);

const blocksIn = (text: string): readonly string[] =>
  [...text.matchAll(/"encrypted_content":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, block]) => block ?? '');

for (const isStream of [false, true]) {
  test(`an opaque block is the same when answered, shown, listed and sent back, requested or not, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const { ledger, baseUrl, post, received } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const look = async (path: string): Promise<string> => {
      const headers = { authorization: `Bearer ${caller.apiKey}` };
      return await (await fetch(`${baseUrl}/responses/${path}`, { headers })).text();
    };
    for (const include of [{}, { include: ['reasoning.encrypted_content'] }]) {
      const first = await post(caller, { model: 'thinker', input: 'Think', stream: isStream, ...include });
      // What an item begins with in a stream is a part of it.
      const [block = '', ...same] = blocksIn(first.text).slice(isStream ? 1 : 0);
      t.deepEqual(same, isStream ? [block] : []);
      t.regex(block, /[+/]/);
      const id = /"id":"(resp_[0-9a-f]{44})"/.exec(first.text)?.[1] ?? '';
      t.deepEqual(blocksIn(await look(id)), [block]);
      t.deepEqual(blocksIn(await look(`${id}?include[]=reasoning.encrypted_content`)), [block]);
      const body = { model: 'thinker', input: 'and on', previous_response_id: id, stream: isStream };
      const second = await post(caller, body);
      t.deepEqual(blocksIn((await received(second))?.body_text ?? ''), [block]);
      const next = /"id":"(resp_[0-9a-f]{44})"/.exec(second.text)?.[1] ?? '';
      t.deepEqual(blocksIn(await look(`${next}/input_items`)), [block]);
    }
  });
}

test('a client that sends the whole conversation itself gets opaque blocks for it, and nothing is stored', async (t) => {
  const { ledger, baseUrl } = await scene.start();
  const { apiKey } = await ledger.tenant({ allowAllModels: true });
  const { responses } = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
  const include = ['reasoning.encrypted_content' as const];
  const first = await responses.create({ model: 'thinker', input: 'one', store: false, include });
  const second = await responses.create({
    model: 'thinker',
    store: false,
    include,
    input: [{ role: 'user', content: 'one' }, ...first.output, { role: 'user', content: 'two' }] as never,
  });
  t.regex(second.output_text, /^You said: two/);
  const facts = await ledger.log.readAll({ streamPrefixes: [`response-${first.id}`, `response-${second.id}`] });
  t.deepEqual(facts, []);
});
