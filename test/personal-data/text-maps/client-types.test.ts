import test from 'ava';
import type { TextShape } from '../../../src/personal-data/text-map.ts';
import { audioSpeechTextMap } from '../../../src/protocols/audio/speech-text-map.ts';
import { audioTranscriptionsTextMap } from '../../../src/protocols/audio/transcriptions-text-map.ts';
import { chatCompletionsTextMap } from '../../../src/protocols/chat/text-map.ts';
import { embeddingsTextMap } from '../../../src/protocols/embeddings/text-map.ts';
import { messagesTextMap } from '../../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../../src/protocols/responses/text-map.ts';
import { systemOneTextMap } from '../../../src/protocols/systemone/text-map.ts';
import { samplesOfTypes } from '../../_support/client-type-samples.ts';
import { leavesOf } from '../../_support/parsed-texts.ts';

// What the official clients can send and read, by their own types: more than any recording shows.

const openai = "import('openai').OpenAI";
const anthropic = "import('@anthropic-ai/sdk').Anthropic";
const beta = `${anthropic}.Beta.Messages`;
const systemOne = "import('@typesafe-ai/sdk')";

const none: TextShape = {};

const types: Readonly<Record<string, readonly [type: string, shape: TextShape]>> = {
  ChatRequest: [`${openai}.Chat.ChatCompletionCreateParams`, chatCompletionsTextMap.request],
  ChatAnswer: [`${openai}.Chat.ChatCompletion`, chatCompletionsTextMap.answer],
  ChatRecord: [`${openai}.Chat.ChatCompletionChunk`, chatCompletionsTextMap.record ?? none],
  ResponsesRequest: [`${openai}.Responses.ResponseCreateParams`, responsesTextMap.request],
  ResponsesAnswer: [`${openai}.Responses.Response`, responsesTextMap.answer],
  ResponsesRecord: [
    // Records that hold a whole response are those of `ResponsesAnswer`.
    `Exclude<${openai}.Responses.ResponseStreamEvent, { response: unknown }>`,
    responsesTextMap.record ?? none,
  ],
  MessagesRequest: [`${anthropic}.MessageCreateParams`, messagesTextMap.request],
  CountTokensRequest: [`${anthropic}.MessageCountTokensParams`, messagesTextMap.request],
  MessagesAnswer: [`${anthropic}.Message`, messagesTextMap.answer],
  MessagesRecord: [`${anthropic}.RawMessageStreamEvent`, messagesTextMap.record ?? none],
  BetaRequest: [`${beta}.MessageCreateParams`, messagesTextMap.request],
  BetaAnswer: [`${beta}.BetaMessage`, messagesTextMap.answer],
  BetaRecord: [`${beta}.BetaRawMessageStreamEvent`, messagesTextMap.record ?? none],
  EmbeddingsRequest: [`${openai}.EmbeddingCreateParams`, embeddingsTextMap.request],
  EmbeddingsAnswer: [`${openai}.CreateEmbeddingResponse`, embeddingsTextMap.answer],
  SystemOneRequest: [`${systemOne}.SystemOneRequestPayload`, systemOneTextMap.request],
  SystemOneAnswer: [`${systemOne}.SystemOneResult<${systemOne}.Questions>`, systemOneTextMap.answer],
  SpeechRequest: [`${openai}.Audio.SpeechCreateParams`, audioSpeechTextMap.request],
  TranscriptionRequest: [`Omit<${openai}.Audio.TranscriptionCreateParams, 'file'>`, audioTranscriptionsTextMap.request],
  TranscriptionAnswer: [
    `${openai}.Audio.Transcription | ${openai}.Audio.TranscriptionVerbose | ${openai}.Audio.TranscriptionDiarized`,
    audioTranscriptionsTextMap.answer,
  ],
  TranscriptionRecord: [`${openai}.Audio.TranscriptionStreamEvent`, audioTranscriptionsTextMap.record ?? none],
};

/** Members of which the types say nothing: schemas, filters within filters, and what a fallback may override. */
const untyped = /(parameters|schema|schema\.properties|filters\[\]|fallbacks\[\])(\.free_member.*)?$/;

const samples = samplesOfTypes(Object.fromEntries(Object.entries(types).map(([name, [type]]) => [name, type])));

/** Paths without numbers, each with its kind; a string counts once. */
const declared = new Map<string, string>();
let count = 0;
for (const [name, [, shape]] of Object.entries(types)) {
  for (const sample of samples.get(name) ?? []) {
    for (const { kind, path } of leavesOf(shape, sample)) {
      count += 1;
      declared.set(`${name}: ${path.replaceAll(/\d+/g, '')}`, kind);
    }
  }
}
const pathsOf = (isMeant: (path: string, kind: string) => boolean): readonly string[] =>
  [...declared].filter(([path, kind]) => isMeant(path, kind)).map(([path]) => path);

test('every string that the types of the official clients allow is declared', (t) => {
  t.log(`${count} strings at ${declared.size} places`);
  t.true(count > 100_000);
  t.deepEqual(
    pathsOf((path, kind) => kind === 'undeclared' && !untyped.test(path)),
    [],
  );
});

/** A person of the caller's, and a word of a closed list. */
const noBlocks = /(metadata\.user|connector)_id$/;

test('a member named as an id, a signature or encrypted is byte-exact', (t) => {
  const blocks = /[._](id|ids\[\]|signature|b64|base64|file_data|fingerprint)$|encrypted_\w+$/;
  t.deepEqual(
    pathsOf((path, kind) => blocks.test(path) && kind !== 'opaque' && kind !== 'bound' && !noBlocks.test(path)),
    [],
  );
  t.true(pathsOf((path) => blocks.test(path)).length > 100);
});

test('a member named as encrypted or signed is bound to the account that made it', (t) => {
  const blocks = /[._](encrypted_\w+|signature)$/;
  t.deepEqual(
    pathsOf((path, kind) => blocks.test(path) && kind !== 'bound'),
    [],
  );
  t.true(pathsOf((path) => blocks.test(path)).length > 10);
});

test('exactly the members named as secrets are declared as secrets', (t) => {
  const secrets = /(authorization|authorization_token|domain_secrets\[\]\.value|headers\.free_member)$/;
  t.deepEqual(
    pathsOf((path, kind) => secrets.test(path) !== (kind === 'secret')),
    [],
  );
});

test('a member named as an address is declared as one', (t) => {
  const addresses = /[._]url$/;
  t.deepEqual(
    pathsOf((path, kind) => addresses.test(path) && kind !== 'url'),
    [],
  );
  t.true(pathsOf((path) => addresses.test(path)).length > 50);
});
