import test from 'ava';
import type { HttpReply } from '../_support/http-call.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

// What the upstream gets of a request, byte for byte, alone and as part of a conversation.

const scene = surfaceScene({
  surface: 'responses',
  path: '/responses',
  profiles: { thinker: { model: 'sandbox-medium', efforts: ['low', 'medium', 'high'] } },
});
test.after.always(scene.end);

async function sentOf(reply: HttpReply): Promise<string> {
  const { received } = await scene.start();
  return (await received(reply))?.body_text ?? '';
}

const idOf = ({ text }: HttpReply): string => (JSON.parse(text) as { id: string }).id;

test('every byte but what the gateway answers for goes upstream as it was written', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const body = String.raw`{ "input" : [ {"role":"user","content":"caf\u00e9 \/ 👋🏽"} ],
    "metadata":{"z":"1","2":"b","1":"a"}, "temperature":1.0, "top_p" : 9e-1,"user":"\ud83d\ude00", "model":"light",
    "stream":false, "max_output_tokens" : 900, "store" : true, "truncation":"disabled"}`;
  const reply = await post(caller, body);
  t.is(reply.status, 200, reply.text);
  t.is(
    await sentOf(reply),
    body
      .replace('"model":"light"', '"model":"sandbox-small"')
      .replace('"store" : true', '"store" : false')
      .replace('"truncation":"disabled"}', '"truncation":"disabled","include":["reasoning.encrypted_content"]}'),
  );
});

test('what names things that are kept here, or the machine of the caller, stays here', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const reply = await post(caller, {
    model: 'light',
    input: 'x',
    reasoning_effort: 'low',
    client_metadata: { host: 'canary-host' },
    prompt_cache_options: { comparison_response_id: 'resp_canary' },
    previous_response_id: null,
  });
  t.is(reply.status, 200, reply.text);
  const sent = await sentOf(reply);
  for (const word of ['canary', 'client_metadata', 'reasoning_effort', 'previous_response_id']) {
    t.false(sent.includes(word), word);
  }
});

test('numbers above 2⁵³ and unknown fields pass, in the new turn and in the old ones', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const metadata = '{"n":"9007199254740993"}';
  const item = '{"role":"user","content":[{"type":"input_text","text":"\\u0041 9007199254740993"}]}';
  const first = await post(caller, `{"model":"light","metadata":${metadata},"input":[${item}]}`);
  t.is(first.status, 200, first.text);
  const second = await post(caller, `{"model":"light","input":"go on","previous_response_id":"${idOf(first)}"}`);
  t.is(second.status, 200, second.text);
  t.true((await sentOf(second)).includes(`"input":[${item},`), 'the old item as it was written');
});

test('nothing is inherited but the conversation', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const first = await post(caller, {
    model: 'light',
    input: 'first',
    instructions: 'Speak like a pirate.',
    tools: [{ type: 'function', name: 'clock', parameters: {}, strict: false }],
    metadata: { note: 'first' },
    temperature: 0.5,
    max_output_tokens: 77,
  });
  const second = await post(caller, { model: 'light', input: 'second', previous_response_id: idOf(first) });
  const sent = JSON.parse(await sentOf(second)) as Record<string, unknown>;
  t.deepEqual(Object.keys(sent).toSorted(), ['include', 'input', 'model', 'store']);
});

test('each turn begins with the turn before, byte for byte: upstream caches find it again', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  let previous: string | null = null;
  let before = '[';
  for (const turn of [1, 2, 3, 4]) {
    const reply = await post(caller, { input: `turn ${turn}`, model: 'thinker', previous_response_id: previous });
    t.is(reply.status, 200, reply.text);
    const input = /"input":(\[.*\]|"turn 1"),"model"/.exec(await sentOf(reply))?.[1] ?? '';
    if (turn > 2) t.true(input.startsWith(before), `turn ${turn}`);
    if (turn > 1) before = `${input.slice(0, -1)},`;
    previous = idOf(reply);
  }
});
