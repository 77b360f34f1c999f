import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findAnswersAsked } from '../../../src/protocols/requests/answers-asked.ts';
import { findUnknownMember, type KnownObject } from '../../../src/protocols/requests/known-members.ts';
import { knownSpeechMembers } from '../../../src/protocols/audio/known-speech-members.ts';
import { knownChatMembers } from '../../../src/protocols/chat/known-members.ts';
import { knownEmbeddingsMembers } from '../../../src/protocols/embeddings/known-members.ts';
import { knownMessagesMembers } from '../../../src/protocols/messages/known-members.ts';
import { knownResponsesMembers } from '../../../src/protocols/responses/known-members.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { samplesOfTypes } from '../../_support/client-type-samples.ts';

function scanned(body: unknown) {
  const object = scanJsonObject(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return object;
}

const unknownIn = (body: unknown, known: KnownObject): string | null => findUnknownMember(scanned(body), known);

const openai = "import('openai').OpenAI";

const types: Readonly<Record<string, readonly [type: string, known: KnownObject]>> = {
  Chat: [`${openai}.Chat.ChatCompletionCreateParams`, knownChatMembers],
  Responses: [`${openai}.Responses.ResponseCreateParams`, knownResponsesMembers],
  Embeddings: [`${openai}.EmbeddingCreateParams`, knownEmbeddingsMembers],
  Speech: [`${openai}.Audio.SpeechCreateParams`, knownSpeechMembers],
  // `betas` become a header.
  Messages: ["Omit<import('@anthropic-ai/sdk').Anthropic.Beta.MessageCreateParams, 'betas'>", knownMessagesMembers],
  EarlierMessages: [
    "Omit<import('anthropic-sdk-0').Anthropic.Beta.MessageCreateParams, 'betas'>",
    knownMessagesMembers,
  ],
};

const samples = samplesOfTypes(Object.fromEntries(Object.entries(types).map(([name, [type]]) => [name, type])));

for (const [name, [, known]] of Object.entries(types)) {
  test(`every member in the types of the official client is known, ${name}`, (t) => {
    const all = samples.get(name) ?? [];
    t.true(all.length > 0);
    const unknown = new Set(all.map((sample) => unknownIn(sample, known)));
    t.deepEqual([...unknown], [null]);
  });
}

const recorded: Readonly<Record<string, KnownObject>> = {
  'chat-completions': knownChatMembers,
  responses: knownResponsesMembers,
  messages: knownMessagesMembers,
  embeddings: knownEmbeddingsMembers,
  'audio-speech': knownSpeechMembers,
};

for (const [folder, known] of Object.entries(recorded)) {
  const path = join(import.meta.dirname, '../../fixtures', folder);
  for (const file of readdirSync(path).filter((name) => name.startsWith('request-'))) {
    test(`every member of ${folder}/${file} is known`, (t) => {
      t.is(unknownIn(readFileSync(join(path, file), 'utf8'), known), null);
    });
  }
}

const hello = { role: 'user', content: 'x' };

for (const [body, path] of [
  [{ n_predict: 9 }, 'n_predict'],
  [{ temperature: 1, max_new_tokens: 9 }, 'max_new_tokens'],
  [{ options: { num_predict: 9 } }, 'options'],
  [{ stream_options: { n_predict: 9 } }, 'stream_options.n_predict'],
  [{ response_format: { type: 'text', best_of: 9 } }, 'response_format.best_of'],
  [{ messages: [hello, { ...hello, images: ['x'] }] }, 'messages[1].images'],
  [{ messages: [{ ...hello, content: [{ type: 'text', text: 'x', image: 'x' }] }] }, 'messages[0].content[0].image'],
  [{ messages: [{ ...hello, content: [{ type: 'video_url', video_url: 'x' }] }] }, 'messages[0].content[0]'],
  [{ messages: [{ ...hello, content: [{ text: 'x' }] }] }, 'messages[0].content[0]'],
  [{ messages: [[hello]] }, 'messages[0]'],
  [{ tools: [{ type: 'function', function: { name: 'f' }, google_search: {} }] }, 'tools[0].google_search'],
  [{ chat_template: '{% for i in range(9) %}x{% endfor %}' }, 'chat_template'],
  [{ chat_template_kwargs: { chat_template: '{{ x * 9 }}' } }, 'chat_template_kwargs.chat_template'],
  [{ chat_template_kwargs: { enable_thinking: true, max_length: 9 } }, 'chat_template_kwargs.max_length'],
  [{ enable_thinking: true }, 'enable_thinking'],
  [{ enable_thinking: 'false' }, 'enable_thinking'],
  [{ thinking: { type: 'enabled', budget_tokens: 9 } }, 'thinking'],
  [{ thinking: { type: 'disabled', budget_tokens: 9 } }, 'thinking.budget_tokens'],
  [{ thinking: { enabled: false } }, 'thinking'],
  ['{"n\\u005fpredict":9}', 'n_predict'],
  ['{"été":9}', 'été'],
] as const) {
  test(`${JSON.stringify(body)} has ${path}, which is not known`, (t) => {
    t.is(unknownIn(body, knownChatMembers), path);
  });
}

test('null members, escaped names, schemas and inputs of the caller do not count as unknown', (t) => {
  const parameters = { type: 'object', properties: { n_predict: { type: 'number' } } };
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"n_predict":9}' } };
  for (const body of [
    { enable_thinking: false, thinking: false, continue_final_message: true, bad_words: ['x'] },
    { enable_thinking: null, thinking: { type: 'disabled' } },
    { n_predict: null, metadata: { n_predict: '9' } },
    { chat_template_kwargs: { enable_thinking: false, thinking: true, reasoning_effort: 'high' } },
    { tools: [{ type: 'function', function: { name: 'f', parameters } }] },
    { messages: [{ role: 'assistant', content: null, tool_calls: [call] }] },
    '{"m\\u0061x_tokens":9}',
  ]) {
    t.is(unknownIn(body, knownChatMembers), null);
  }
});

test('members nested deeper than any protocol nests are unknown, and are not searched to the end', (t) => {
  let block: object = { type: 'text', text: 'x' };
  for (let depth = 0; depth < 60; depth++) block = { type: 'tool_result', tool_use_id: 'u', content: [block] };
  t.regex(unknownIn({ messages: [{ role: 'user', content: [block] }] }, knownMessagesMembers) ?? '', /^messages\[0\]/);
});

for (const [body, asked] of [
  [{ n: 500 }, null],
  [{ best_of: 20 }, { param: 'best_of', count: 20 }],
  [
    { best_of: '20', num_beams: 3 },
    { param: 'best_of', count: 20 },
  ],
  [{ options: { sampling: [{ num_return_sequences: 30 }, { n: 2 }] } }, { param: 'num_return_sequences', count: 30 }],
  [{ best_of: 1, use_beam_search: true }, null],
  [{ thinking: { type: 'enabled', best_of: 20 } }, { param: 'best_of', count: 20 }],
  [{ thinking: { type: 'disabled', n: 20 } }, { param: 'n', count: 20 }],
  [{ metadata: { best_of: '20' } }, null],
  [{ messages: [{ ...hello, content: [{ type: 'text', text: 'x', best_of: 40 }] }] }, { param: 'best_of', count: 40 }],
  [{ tools: [{ type: 'function', candidate_count: 7 }] }, { param: 'candidate_count', count: 7 }],
] as const) {
  test(`${JSON.stringify(body)} asks for ${JSON.stringify(asked)} beside known members`, (t) => {
    t.deepEqual(findAnswersAsked(scanned(body), knownChatMembers), asked);
  });
}
