import test from 'ava';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { itemTexts } from '../../src/protocols/responses/request.ts';
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

test('every byte goes upstream as it was written, except members that the gateway handles itself', async (t) => {
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

test('a limit above that of the model is lowered to it, and the hold is for the lowered one', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const reply = await post(caller, '{"model":"light","input":"x","store":false,"max_output_tokens" : 5000}');
  t.is(reply.status, 200, reply.text);
  t.regex(await sentOf(reply), /"max_output_tokens" : 1000\b/);
  const [reservation] = (await ledger.settledWallet(caller.walletId)).reservations;
  t.is(reservation?.reserved.output_tokens_max, 1_000);
});

test('members that name stored responses or the caller’s machine are not sent upstream', async (t) => {
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

test('numbers above 2⁵³ and unknown fields are forwarded unchanged, in the new turn and in old ones', async (t) => {
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

test('a continuation inherits only the conversation', async (t) => {
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

/** What may differ between turns is the input alone; of that, the later one begins with the earlier. */
interface SentTurn {
  readonly items: readonly string[];
  readonly rest: string;
}

function turnOf(body: string): SentTurn {
  const object = scanJsonObject(Buffer.from(body));
  if (object.kind === 'json_fault') throw new Error(body);
  const input = object.member('input');
  const rest = object.members.filter((member) => member !== input).map((member) => object.text(member));
  return { items: itemTexts(object).map(String), rest: rest.join() };
}

for (const kind of ['JSON', 'SSE', 'one after the other'] as const) {
  test(`with instructions, reasoning and tools too each turn begins with the one before, from the first (${kind})`, async (t) => {
    const { ledger, post } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const tools = [{ type: 'function', name: 'clock', parameters: { type: 'object', properties: {} }, strict: false }];
    const common = { model: 'thinker', instructions: 'Speak “clearly” \\u00e9', tools };
    const output = { type: 'function_call_output', output: 'noon' };
    const inputs = [
      'first',
      'call the tool',
      [output],
      [{ role: 'user', content: 'and 🎈' }],
      'call the tool',
      [output],
    ];
    let previous: string | null = null;
    let callId = '';
    let before: SentTurn | null = null;
    for (const [index, input] of inputs.entries()) {
      const stream = kind === 'one after the other' ? index % 2 === 1 : kind === 'SSE';
      const own = Array.isArray(input)
        ? input.map((item) => (item === output ? { ...output, call_id: callId } : item))
        : input;
      const reply = await post(caller, {
        ...common,
        input: own,
        ...(previous === null ? {} : { previous_response_id: previous }),
        stream,
      });
      t.is(reply.status, 200, reply.text);
      previous = /"id":"(resp_[0-9a-f]{44})"/.exec(reply.text)?.[1] ?? '';
      callId = /"call_id":"([^"]+)"/.exec(reply.text)?.[1] ?? '';
      const sent = turnOf((await sentOf(reply)).replace(/"stream":(true|false),?/, ''));
      if (before !== null) {
        t.is(sent.rest, before.rest);
        t.deepEqual(sent.items.slice(0, before.items.length), before.items);
        t.true(sent.items.length > before.items.length + 1);
      }
      before = sent;
    }
  });
}

test('each turn begins with the turn before, byte for byte, so that upstream caches match', async (t) => {
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
