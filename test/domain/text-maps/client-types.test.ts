import test from 'ava';
import { leavesOf } from '../../../src/domain/text-leaves.ts';
import type { TextShape } from '../../../src/domain/text-map.ts';
import { audioSpeechTexts } from '../../../src/domain/text-maps/audio-speech.ts';
import { audioTranscriptionsTexts } from '../../../src/domain/text-maps/audio-transcriptions.ts';
import { chatCompletionsTexts } from '../../../src/domain/text-maps/chat-completions.ts';
import { embeddingsTexts } from '../../../src/domain/text-maps/embeddings.ts';
import { messagesTexts } from '../../../src/domain/text-maps/messages.ts';
import { responsesTexts } from '../../../src/domain/text-maps/responses.ts';
import { systemOneTexts } from '../../../src/domain/text-maps/systemone.ts';
import { samplesOfTypes } from '../../_support/client-type-samples.ts';

// What the official clients can send and read, by their own types: more than any recording shows.

const openai = "import('openai').OpenAI";
const anthropic = "import('@anthropic-ai/sdk').Anthropic";
const beta = `${anthropic}.Beta.Messages`;
const systemOne = "import('@typesafe-ai/sdk')";

const none: TextShape = {};

const types: Readonly<Record<string, readonly [type: string, shape: TextShape]>> = {
  ChatRequest: [`${openai}.Chat.ChatCompletionCreateParams`, chatCompletionsTexts.request],
  ChatAnswer: [`${openai}.Chat.ChatCompletion`, chatCompletionsTexts.answer],
  ChatRecord: [`${openai}.Chat.ChatCompletionChunk`, chatCompletionsTexts.record ?? none],
  ResponsesRequest: [`${openai}.Responses.ResponseCreateParams`, responsesTexts.request],
  ResponsesAnswer: [`${openai}.Responses.Response`, responsesTexts.answer],
  ResponsesRecord: [
    // Records that hold a whole response are those of `ResponsesAnswer`.
    `Exclude<${openai}.Responses.ResponseStreamEvent, { response: unknown }>`,
    responsesTexts.record ?? none,
  ],
  MessagesRequest: [`${anthropic}.MessageCreateParams`, messagesTexts.request],
  CountTokensRequest: [`${anthropic}.MessageCountTokensParams`, messagesTexts.request],
  MessagesAnswer: [`${anthropic}.Message`, messagesTexts.answer],
  MessagesRecord: [`${anthropic}.RawMessageStreamEvent`, messagesTexts.record ?? none],
  BetaRequest: [`${beta}.MessageCreateParams`, messagesTexts.request],
  BetaAnswer: [`${beta}.BetaMessage`, messagesTexts.answer],
  BetaRecord: [`${beta}.BetaRawMessageStreamEvent`, messagesTexts.record ?? none],
  EmbeddingsRequest: [`${openai}.EmbeddingCreateParams`, embeddingsTexts.request],
  EmbeddingsAnswer: [`${openai}.CreateEmbeddingResponse`, embeddingsTexts.answer],
  SystemOneRequest: [`${systemOne}.SystemOneRequestPayload`, systemOneTexts.request],
  SystemOneAnswer: [`${systemOne}.SystemOneResult<${systemOne}.Questions>`, systemOneTexts.answer],
  SpeechRequest: [`${openai}.Audio.SpeechCreateParams`, audioSpeechTexts.request],
  TranscriptionRequest: [`Omit<${openai}.Audio.TranscriptionCreateParams, 'file'>`, audioTranscriptionsTexts.request],
  TranscriptionAnswer: [
    `${openai}.Audio.Transcription | ${openai}.Audio.TranscriptionVerbose | ${openai}.Audio.TranscriptionDiarized`,
    audioTranscriptionsTexts.answer,
  ],
  TranscriptionRecord: [`${openai}.Audio.TranscriptionStreamEvent`, audioTranscriptionsTexts.record ?? none],
};

/** Members of which the types say nothing: schemas, filters within filters, and what a fallback may override. */
const untyped = /(parameters|schema|schema\.properties|filters\[\d+\]|fallbacks\[\d+\])(\.free_member.*)?$/;

test('every string that the types of the official clients allow is declared', (t) => {
  const samples = samplesOfTypes(Object.fromEntries(Object.entries(types).map(([name, [type]]) => [name, type])));
  let count = 0;
  const missed = new Set<string>();
  for (const [name, [, shape]] of Object.entries(types)) {
    for (const sample of samples.get(name) ?? []) {
      for (const { kind, path } of leavesOf(shape, sample)) {
        count += 1;
        if (kind === 'undeclared' && !untyped.test(path)) missed.add(`${name}: ${path.replaceAll(/\d+/g, '')}`);
      }
    }
  }
  t.log(`${count} strings`);
  t.true(count > 100_000);
  t.deepEqual([...missed], []);
});
