import { z } from 'zod';
import { profileNameSchema } from './profile-name.ts';
import { reasoningEfforts } from './reasoning-effort.ts';

/** Of the interface, not of the package (specification §9). */
const interfaceVersion = '0.1.0';

const modelSchema = profileNameSchema
  .optional()
  .describe('A profile: the exact public name of a model, or a configured alias. Absent: the default of the caller.');
const messagesSchema = z
  .array(z.looseObject({ role: z.string(), content: z.unknown().optional() }))
  .min(1)
  .describe('The conversation, oldest message first.');
const maxTokensSchema = z
  .int()
  .min(1)
  .max(2 ** 31)
  .optional()
  .describe('The most tokens of the answer.');
const effortSchema = z
  .enum(reasoningEfforts)
  .default('medium')
  .describe('How much to think. A model without the level is given the nearest it has, the higher of two.');

/** Fields that a surface names itself are allowed beside these, and are passed on in its protocol. */
const streamedFields = {
  model: modelSchema,
  stream: z.boolean().default(false).describe('Whether the answer is a stream of server-sent events.'),
};
const unstreamedFields = {
  model: modelSchema,
  stream: z.literal(false).optional().describe('This surface has no streams.'),
};

/** An upload, as OpenAPI says it. */
const fileSchema = z.string().meta({ format: 'binary' });
const audioFields = {
  file: fileSchema.describe('The recording.'),
  model: modelSchema,
  prompt: z.string().optional().describe('Words that may be heard.'),
  response_format: z
    .string()
    .default('json')
    .describe('`json`, `text`, `srt`, `vtt`, `verbose_json`, `diarized_json`, as far as the model has it.'),
};

interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/v1`; parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** What may be asked behind the path; none of it has to be. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** Of a POST. */
  readonly body?: z.ZodType;
  /** The body is a multipart form instead of JSON. */
  readonly isForm?: boolean;
  /** Whether the answer can be a stream of server-sent events. */
  readonly streams?: boolean;
  /** Whether the answer is bytes, under a content type of their own. */
  readonly isBinary?: boolean;
  /** Answered to anybody; absent: to callers with a key. */
  readonly isPublic?: boolean;
  /** Of a POST: it costs nothing. */
  readonly isFree?: boolean;
}

const operations: readonly Operation[] = [
  { method: 'get', path: '/models', id: 'listModels', summary: 'The models that the caller may use.' },
  { method: 'get', path: '/models/{id}', id: 'showModel', summary: 'One of them.' },
  {
    method: 'post',
    path: '/chat/completions',
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
    id: 'createResponse',
    summary: 'A response, in the protocol of OpenAI. It is stored, unless the request says otherwise.',
    streams: true,
    body: z.looseObject({
      ...streamedFields,
      reasoning_effort: effortSchema,
      input: z
        .union([z.string(), z.array(z.looseObject({}))])
        .describe('A text, or items; an item may be a reference to one of a stored response.'),
      max_output_tokens: maxTokensSchema,
      store: z.boolean().default(true).describe('Whether the answer is kept, to be shown and continued.'),
      previous_response_id: z.string().nullable().optional().describe('The stored response that this one continues.'),
    }),
  },
  {
    method: 'get',
    path: '/responses/{id}',
    id: 'showResponse',
    summary: 'A stored response of the caller.',
  },
  {
    method: 'delete',
    path: '/responses/{id}',
    id: 'deleteResponse',
    summary: 'Removes a stored response of the caller, and its content.',
  },
  {
    method: 'get',
    path: '/responses/{id}/input_items',
    id: 'listResponseInputItems',
    summary: 'What the model was given for a stored response, earlier turns included.',
    query: {
      limit: z.int().min(1).max(100).default(20).describe('The most items of the page.'),
      order: z.enum(['asc', 'desc']).default('desc').describe('`desc`: the newest first.'),
      after: z.string().describe('The id of an item: those that follow it.'),
      before: z.string().describe('The id of an item: the last ones in front of it.'),
    },
  },
  {
    method: 'post',
    path: '/messages',
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
    id: 'countMessageTokens',
    summary: 'How many tokens a message would read. It costs nothing.',
    isFree: true,
    body: z.looseObject({ ...unstreamedFields, messages: messagesSchema }),
  },
  {
    method: 'post',
    path: '/embeddings',
    id: 'createEmbeddings',
    summary: 'Embeddings, in the protocol of OpenAI: as floats or in base64.',
    body: z.looseObject({
      ...unstreamedFields,
      input: z
        .union([z.string(), z.array(z.unknown()).min(1)])
        .describe('A text, or 1 to 2048 texts, or token ids, or 1 to 2048 lists of token ids.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/speech',
    id: 'createSpeech',
    summary: 'Text that is spoken, in the protocol of OpenAI: bytes of sound, or events.',
    streams: true,
    isBinary: true,
    body: z.looseObject({
      ...streamedFields,
      input: z.string().min(1).describe('The text. Its Unicode code points are what is priced.'),
      stream_format: z.enum(['audio', 'sse']).optional().describe('`sse`: events, as with `stream`.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/transcriptions',
    id: 'createTranscription',
    summary: 'What is said in a recording, in the protocol of OpenAI. Other fields are passed on in their order.',
    streams: true,
    isForm: true,
    body: z.looseObject({
      ...audioFields,
      stream: z.boolean().default(false).describe('Whether the answer is a stream of events.'),
    }),
  },
  {
    method: 'post',
    path: '/audio/translations',
    id: 'createTranslation',
    summary: 'What is said in a recording, in English.',
    isForm: true,
    body: z.looseObject(audioFields),
  },
  { method: 'get', path: '/files', id: 'listFiles', summary: 'The files of the caller, in the protocol of the call.' },
  {
    method: 'post',
    path: '/files',
    id: 'uploadFile',
    summary: 'Uploads a file, in the protocol of Anthropic where the call names its version, else of OpenAI.',
    isForm: true,
    body: z.looseObject({
      file: fileSchema.describe('The file.'),
      purpose: z.string().optional().describe('What it is for, in the protocol of OpenAI.'),
    }),
  },
  { method: 'get', path: '/files/{id}', id: 'showFile', summary: 'A file of the caller, without its content.' },
  { method: 'delete', path: '/files/{id}', id: 'deleteFile', summary: 'Removes a file of the caller, for good.' },
  {
    method: 'get',
    path: '/files/{id}/content',
    id: 'readFileContent',
    summary: 'The bytes of a file of the caller.',
    isBinary: true,
  },
  {
    method: 'post',
    path: '/systemone',
    id: 'answerQuestions',
    summary: 'Typed questions about a state, answered with probabilities, in the protocol of System One.',
    body: z.looseObject({
      ...unstreamedFields,
      state: z
        .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
        .describe('What the questions are about: a text, an object, an array or null.'),
      questions: z
        .record(z.string(), z.looseObject({ type: z.enum(['noul', 'choice', 'score']) }))
        .describe('At least one, by ids of the caller.'),
    }),
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'showOpenapi',
    summary: 'This description.',
    isPublic: true,
  },
];

const errorSchema = z.looseObject({
  error: z.looseObject({
    type: z.string().optional(),
    message: z.string().optional(),
    code: z.string().optional(),
  }),
});

/** The description of the `/v1` interface: the fields that the gateway itself reads; the rest is each protocol's own. */
export function openapiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      version: interfaceVersion,
      description:
        'Inference, each call paid from a wallet. A POST reserves its worst case before it is forwarded, and is charged by the counters of the upstream.',
    },
    servers: [{ url: '/v1' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: { Error: jsonSchema(errorSchema) },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([name, { meaning }]) => [
          name,
          { description: meaning, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  };
}

/** Specification §7; every other code is in `docs/errors.md`. */
const refusals = {
  InsufficientCredit: { status: 402, meaning: 'The credit to reserve exceeds what is available.' },
  NotAuthorised: { status: 403, meaning: 'The model or profile is not allowed for the caller.' },
  Unavailable: { status: 503, meaning: 'A service that is needed is down. The protection is never bypassed.' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Names the request: sent again with the same key it is answered the same, and charged once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function described(operation: Operation): object {
  const { id, summary, body, path, query = {}, isPublic = false, isForm = false, isFree = false } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [
    ...inPath,
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema: jsonSchema(schema) })),
    ...(body === undefined || isFree ? [] : [idempotencyKey]),
  ];
  return {
    operationId: id,
    summary,
    ...(isPublic ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [isForm ? 'multipart/form-data' : 'application/json']: { schema: jsonSchema(body) } },
          },
        }),
    responses: { 200: { description: 'The answer.', content: answerContent(operation) }, ...refusalsOf(operation) },
  };
}

function answerContent({ streams = false, isBinary = false }: Operation): object {
  return {
    ...(isBinary
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: { type: 'object', additionalProperties: true } } }),
    ...(streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
  };
}

function refusalsOf({ isPublic = false }: Operation): object {
  if (isPublic) return {};
  return Object.fromEntries(
    Object.entries(refusals).map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
