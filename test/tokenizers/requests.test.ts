import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { chatFace } from '../../src/protocols/chat/face.ts';
import { countFace, messagesFace } from '../../src/protocols/messages/face.ts';
import { responsesFace } from '../../src/protocols/responses/face.ts';
import { systemOneFace } from '../../src/protocols/systemone/face.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { heldFor } from './_holds.ts';
import { list, rows } from './_rows.ts';
import {
  chatConversation,
  messagesConversation,
  promptOf,
  responsesConversation,
  styles,
  systemOnePrompt,
} from './_prompts.ts';
import type { Style } from './_written-anew.ts';
import { families, openCounter, shippedTemplate, type Counter, type Family } from './_tokenizers.ts';

const counters = new Map(families.map((family) => [family.name, openCounter(family)]));

function counterOf(name: string): Counter {
  const counter = counters.get(name);
  if (counter === undefined) throw new RangeError(`no family ${name}`);
  return counter;
}

/** The words about tools in a template: a target's `tool_prompt_tokens_max` covers them. */
const toolPrompt = { toolPromptTokensMax: 200 };

// --- the smallest requests that were seen to cost more than their bytes ------------------------------------------

for (const { what, family, face, body, count } of rows) {
  test(`${face.name}: ${what} (${family}) has more tokens than bytes, and the hold covers them`, async (t) => {
    const counted = await count(counterOf(family), body);
    const held = heldFor(face, body, {
      ...toolPrompt,
      systemOne: { prompt_per_question: false, questions_max: 10 },
    });
    t.log(`${body.length} characters, ${Buffer.byteLength(body)} bytes, ${counted} tokens, held ${held}`);
    t.true(counted > Buffer.byteLength(body), 'the row shows nothing: its bytes cover it');
    t.true(counted <= held);
  });
}

// --- templates that packages ship ---------------------------------------------------------------------------------

const greeting = { messages: [{ role: 'user', content: 'hi' }] };

for (const name of ['qwen3', 'llama3_1', 'deepseek_v3']) {
  test(`what the template of ${name} adds to a request without tools is at most the constant`, async (t) => {
    const counted = await counterOf(name).promptTokens(shippedTemplate(name)(greeting));
    t.log(`${counted} tokens`);
    t.true(counted <= 70);
  });
}

test('no request is above its hold in a shipped template with tools and calls', async (t) => {
  const render = shippedTemplate('qwen3');
  const counter = counterOf('qwen3');
  await search(t, chatBody, async (body) => {
    const { messages, tools } = JSON.parse(body) as Record<string, readonly Record<string, unknown>[]>;
    const counted = await counter.promptTokens(render({ messages: messages?.map(withParsedCalls), tools }));
    return { counted, held: heldFor(chatFace, body, toolPrompt) };
  });
});

interface Called {
  readonly function: { readonly name: string; readonly arguments: string };
}

/** As servers hand a message to a template. */
function withParsedCalls(message: Record<string, unknown>): Record<string, unknown> {
  const calls = message['tool_calls'] as readonly Called[] | undefined;
  const parsed = calls?.map(({ function: { name, arguments: given } }) => ({
    function: { name, arguments: JSON.parse(given) as unknown },
  }));
  return { ...message, content: message['content'] ?? '', ...(parsed !== undefined && { tool_calls: parsed }) };
}

// --- requests of all surfaces -------------------------------------------------------------------------------------

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc
    .array(
      fc.constantFrom('\ufdfa', '\u0f76', '\ufb2c', '\u{1d160}', '\u3316', 'a', ' ', '"', '\\', '\n', '1e15', '{', ','),
    )
    .map((pieces) => pieces.join('')),
);
const string = fc.tuple(text, fc.boolean()).map(([value, isEscaped]) => {
  const json = JSON.stringify(value);
  return isEscaped
    ? json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
});
const number = fc.oneof(
  fc.integer({ min: -9, max: 99 }).map(String),
  fc.constantFrom('1e15', '1E20', '-2e15', '1.5e-6', '1e+2', '0.1', '1e308', '-0', '12345678901234567890'),
);
const scalar = fc.oneof(number, string, fc.constantFrom('true', 'false', 'null'));

/** The JSON text of a value. */
const value: fc.Arbitrary<string> = fc.letrec<{ value: string; many: string; object: string; nested: string }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, tie('many'), tie('object'), tie('nested')),
    many: fc.oneof(
      fc.array(tie('value'), { maxLength: 4 }).map((each) => `[${each.join(',')}]`),
      fc.tuple(scalar, fc.integer({ min: 0, max: 60 })).map(([each, count]) => list(each, count)),
    ),
    object: objectOf(tie('value')),
    nested: fc
      .tuple(tie('value'), fc.integer({ min: 1, max: 15 }))
      .map(([inner, levels]) => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`),
  }),
).value;

function objectOf(member: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(fc.string({ maxLength: 4 }), member), { selector: ([name]) => name, maxLength: 5 })
    .map((members) => `{${members.map(([name, each]) => `${JSON.stringify(name)}:${each}`).join(',')}}`);
}

const object = objectOf(value);

const chatBody = fc
  .tuple(string, object, object, string, fc.array(object, { maxLength: 3 }))
  .map(
    ([said, given, format, result, parameters]) =>
      `{"model":"m","messages":[{"role":"user","content":${said}},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(given)}}}]},{"role":"tool","tool_call_id":"c","content":${result}}],"tools":[${parameters.map((each) => `{"type":"function","function":{"name":"f","description":${said},"parameters":${each}}}`).join(',')}],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":${format}}}}`,
  );
const responsesBody = fc
  .tuple(string, object, object, string)
  .map(
    ([said, given, parameters, result]) =>
      `{"model":"m","input":[{"role":"user","content":${said}},{"type":"function_call","call_id":"c","name":"f","arguments":${JSON.stringify(given)}},{"type":"function_call_output","call_id":"c","output":${result}}],"tools":[{"type":"function","name":"f","parameters":${parameters}}],"text":{"format":{"type":"json_schema","name":"n","schema":${parameters}}}}`,
  );
const messagesBody = fc
  .tuple(string, object, object, string)
  .map(
    ([said, given, parameters, result]) =>
      `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":${said}},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":${given}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":${result}}]}],"tools":[{"name":"f","input_schema":${parameters}}]}`,
  );
const countBody = messagesBody.map((body) => body.replace('"max_tokens":1,', ''));
const systemOneBody = object.map(
  (state) => `{"model":"m","state":${state},"questions":{"q":{"type":"noul","instructions":"?"}}}`,
);

interface Judged {
  readonly counted: number;
  readonly held: number;
}

async function search(
  t: ExecutionContext,
  bodies: fc.Arbitrary<string>,
  judge: (body: string) => Promise<Judged>,
): Promise<void> {
  let nearest = 0;
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { counted, held } = await judge(body);
      nearest = Math.max(nearest, counted / held);
      if (counted > held) throw new Error(`${counted} tokens, held ${held}: ${body}`);
    }),
    { numRuns: propertyRuns(20) },
  );
  t.log(`at most ${(100 * nearest).toFixed(0)} % of the hold`);
  t.pass();
}

const surfaces = [
  { name: 'chat completions', face: chatFace, bodies: chatBody, conversation: chatConversation },
  { name: 'responses', face: responsesFace, bodies: responsesBody, conversation: responsesConversation },
  { name: 'messages', face: messagesFace, bodies: messagesBody, conversation: messagesConversation },
  { name: 'counts of tokens', face: countFace, bodies: countBody, conversation: messagesConversation },
] as const;

for (const family of families) {
  const counter = counterOf(family.name);
  for (const { name, face, bodies, conversation } of surfaces) {
    test(`no request for ${name} is above its hold (${family.name})`, async (t) => {
      await search(t, bodies, async (body) => ({
        counted: await mostTokens(counter, family, (style) => conversation(body, style)),
        held: heldFor(face, body),
      }));
    });
  }
  test(`no request for System One is above its hold (${family.name})`, async (t) => {
    await search(t, systemOneBody, async (body) => {
      const counts = await Promise.all(styles.map((style) => counter.promptTokens(systemOnePrompt(body, style))));
      return {
        counted: Math.max(...counts),
        held: heldFor(systemOneFace, body, {
          systemOne: { prompt_per_question: false, questions_max: 10 },
        }),
      };
    });
  });
}

/** The most tokens of the ways in which a template may write JSON. */
async function mostTokens(
  counter: Counter,
  family: Family,
  conversation: (style: Style) => ReturnType<typeof chatConversation>,
): Promise<number> {
  const counts = await Promise.all(
    styles.map((style) => counter.promptTokens(promptOf(family, conversation(style), style))),
  );
  return Math.max(...counts);
}
