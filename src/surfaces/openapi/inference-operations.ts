import { z } from 'zod';
import { profileNameSchema } from '../../domain/profile-name.ts';
import { reasoningEfforts } from '../../catalogue/reasoning-effort.ts';
import { transcriptionFields } from '../../protocols/audio/transcription-fields.ts';
import type { Operation } from './operation.ts';

export const modelSchema = profileNameSchema
  .nullable()
  .optional()
  .describe('A profile: the exact public name of a model, or a configured alias. Absent: the default of the caller.');
const messagesSchema = z
  .array(z.looseObject({ role: z.string(), content: z.unknown().optional() }))
  .min(1)
  .describe('The conversation, oldest message first.');
const betaQuery = {
  beta: z.string().describe('`true` selects the beta of the protocol and is passed on; other values are not.'),
};
const maxTokensSchema = z
  .int()
  .min(1)
  .max(2 ** 31)
  .nullable()
  .optional()
  .describe('The most tokens of the answer.');
const effortSchema = z
  .enum(reasoningEfforts)
  .nullable()
  .default('medium')
  .describe(
    'Reasoning effort. If the model does not support it, the nearest supported one is used, the higher of two.',
  );

/** Fields of every surface. Further fields of its protocol are allowed and passed on. */
const streamedFields = {
  model: modelSchema,
  stream: z.boolean().nullable().default(false).describe('Whether the answer is a stream of server-sent events.'),
};
const unstreamedFields = {
  model: modelSchema,
  stream: z.literal(false).nullable().optional().describe('This surface has no streams.'),
};

/** A conversation on the surface of responses. */
const conversationFields = {
  input: z
    .union([z.string(), z.array(z.looseObject({}))])
    .nullable()
    .optional()
    .describe('A text or items. An item may reference an item of a stored response.'),
  previous_response_id: z.string().nullable().optional().describe('The stored response that comes before the input.'),
};

const texts = z.array(z.string()).min(1).max(2_048);
const tokenIds = z.array(z.int().min(0));

/** A file part in OpenAPI. */
export const fileSchema = z.string().meta({ format: 'binary' });
const audioFields = {
  file: fileSchema.describe('The recording.'),
  model: modelSchema,
  language: z.string().optional().describe('The language of the recording, as ISO 639-1.'),
  temperature: z.number().min(0).optional().describe('How freely the model chooses.'),
  prompt: z.string().optional().describe('A text that guides the transcription, e.g. expected words.'),
  response_format: z
    .string()
    .default('json')
    .describe('`json`, `text`, `srt`, `vtt`, `verbose_json`, `diarized_json`, if the model supports it.'),
};

/** The operations that call a model. */
export const inferenceOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/chat/completions',
    tag: 'conversations',
    id: 'createChatCompletion',
    summary: 'A chat completion, in the protocol of OpenAI.',
    streams: true,
    body: z.looseObject({
      ...streamedFields,
      reasoning_effort: effortSchema,
      messages: messagesSchema,
      max_tokens: maxTokensSchema,
    }),
  },
  {
    method: 'post',
    path: '/responses',
    tag: 'conversations',
    id: 'createResponse',
    summary: 'A response, in the protocol of OpenAI. It is stored unless `store` is `false`.',
    streams: true,
    body: z.looseObject({
      ...streamedFields,
      reasoning_effort: effortSchema,
      input: z
        .union([z.string(), z.array(z.looseObject({}))])
        .describe(
          'A text or items. An item may reference an item of a stored response. May be left out with `previous_response_id`.',
        ),
      max_output_tokens: maxTokensSchema,
      store: z
        .boolean()
        .nullable()
        .default(true)
        .describe('Whether the answer is stored, so that it can be read and continued.'),
      previous_response_id: z.string().nullable().optional().describe('The stored response that this one continues.'),
    }),
  },
  {
    method: 'post',
    path: '/responses/compact',
    tag: 'conversations',
    id: 'compactConversation',
    summary: 'A shorter conversation in place of a long one, in the protocol of OpenAI. It is not stored.',
    body: z.looseObject({ ...unstreamedFields, ...conversationFields }),
  },
  {
    method: 'post',
    path: '/responses/input_tokens',
    tag: 'conversations',
    id: 'countResponseTokens',
    summary: 'The number of input tokens of a response. Free of charge.',
    isFree: true,
    body: z.looseObject({ ...unstreamedFields, ...conversationFields }),
  },
  {
    method: 'post',
    path: '/messages',
    tag: 'conversations',
    speaksAnthropic: true,
    query: betaQuery,
    id: 'createMessage',
    summary: 'A message, in the protocol of Anthropic.',
    streams: true,
    body: z.looseObject({
      ...streamedFields,
      reasoning_effort: effortSchema,
      messages: messagesSchema,
      max_tokens: z
        .int()
        .min(0)
        .max(2 ** 31)
        .describe('The most tokens of the answer; 0 only fills a cache.'),
    }),
  },
  {
    method: 'post',
    path: '/messages/count_tokens',
    tag: 'conversations',
    speaksAnthropic: true,
    query: betaQuery,
    id: 'countMessageTokens',
    summary: 'The number of input tokens of a message. Free of charge.',
    isFree: true,
    body: z.looseObject({ ...unstreamedFields, messages: messagesSchema }),
  },
  {
    method: 'post',
    path: '/embeddings',
    tag: 'embeddings',
    id: 'createEmbeddings',
    summary: 'Embeddings, in the protocol of OpenAI: as floats or in base64.',
    body: z.looseObject({
      ...unstreamedFields,
      input: z
        .union([z.string(), texts, tokenIds, z.array(tokenIds).min(1).max(2_048)])
        .describe('A text, or 1 to 2048 texts, or token ids, or 1 to 2048 lists of token ids.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/speech',
    tag: 'audio',
    id: 'createSpeech',
    summary: 'Speech from text, in the protocol of OpenAI: audio bytes or events.',
    streams: true,
    isBinary: true,
    body: z.looseObject({
      ...streamedFields,
      input: z.string().min(1).describe('The text. The price depends on its number of Unicode code points.'),
      stream_format: z.string().nullable().optional().describe('`sse`: events, as with `stream`.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/transcriptions',
    tag: 'audio',
    isText: true,
    id: 'createTranscription',
    summary: 'A transcription of a recording, in the protocol of OpenAI. Its fields are passed on in their order.',
    streams: true,
    form: transcriptionFields,
    body: z.object({
      ...audioFields,
      stream: z.boolean().default(false).describe('Whether the answer is a stream of events.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/translations',
    tag: 'audio',
    isText: true,
    id: 'createTranslation',
    summary: 'A transcription of a recording, translated to English, in the protocol of OpenAI.',
    form: transcriptionFields,
    body: z.object(audioFields),
  },
  {
    method: 'post',
    path: '/systemone',
    tag: 'questions',
    id: 'answerQuestions',
    summary: 'Typed questions about a state, answered with probabilities, in the protocol of System One.',
    body: z.looseObject({
      ...unstreamedFields,
      state: z
        .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
        .describe('The subject of the questions: a text, an object, an array or null.'),
      questions: z
        .record(z.string(), z.looseObject({ type: z.enum(['noul', 'choice', 'score']) }))
        .meta({ minProperties: 1 })
        .describe('At least one question, by ids that the caller chooses.'),
    }),
  },
];
