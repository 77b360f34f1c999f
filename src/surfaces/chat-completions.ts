import type { Context } from 'koa';
import { readChatAnswer, writeChatAnswer } from '../domain/chat-answer.ts';
import { readChatRequest, writeChatRequest } from '../domain/chat-request.ts';
import { createChatStreamRewriter, doneRecord, streamErrorRecord } from '../domain/chat-stream.ts';
import type { JsonObjectText } from '../domain/json-object-text.ts';
import { scanJsonObject, type JsonFault } from '../domain/json-text.ts';
import { GatewayError, type ErrorCode } from '../errors.ts';
import { runInference, type PipelineDeps } from '../pipeline/pipeline.ts';
import type { InferenceRequest, StreamReader, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { createHttpClient, credentialsOf, readJsonBody } from './http-exchange.ts';
import { openaiErrorBody } from './openai-error.ts';

export interface ChatCompletionsDeps {
  readonly pipeline: PipelineDeps;
  readonly bodyBytesMax: number;
  readonly jsonDepthMax: number;
}

/** `POST /v1/chat/completions`: OpenAI chat completions, JSON and event stream. */
export function chatCompletions({ pipeline, bodyBytesMax, jsonDepthMax }: ChatCompletionsDeps) {
  const surface = createChatSurface(jsonDepthMax);
  return async (ctx: Context): Promise<void> => {
    ctx.respond = false;
    await runInference(
      {
        requestId: requestIdOf(ctx),
        surface,
        credentials: credentialsOf(ctx.req),
        protocolHeaders: protocolHeaders(ctx),
        readBody: () => readJsonBody(ctx.req, ctx.res, bodyBytesMax),
        client: createHttpClient(ctx.res),
      },
      pipeline,
    );
  };
}

/** What may go upstream of the caller's headers: nothing that names or identifies the caller. */
function protocolHeaders({ req: { headers } }: Context): Record<string, string> {
  const beta = headers['openai-beta'];
  return { 'content-type': 'application/json', ...(typeof beta === 'string' ? { 'openai-beta': beta } : {}) };
}

function createChatSurface(jsonDepthMax: number): Surface {
  return {
    name: 'chat_completions',
    upstreamPath: '/chat/completions',
    parse: (body) => parseChatRequest(body, jsonDepthMax),
  };
}

const codeOfFault: Record<JsonFault['fault'], ErrorCode> = {
  malformed: 'malformed_json',
  empty: 'malformed_json',
  not_an_object: 'malformed_json',
  duplicate_key: 'duplicate_key',
  too_deep: 'json_too_deep',
  invalid_utf8: 'invalid_utf8',
};

function parseChatRequest(body: Buffer, depthMax: number): InferenceRequest {
  const object = scanJsonObject(body, { depthMax });
  if (object.kind === 'json_fault') throw faultError(object, depthMax);
  const chat = readChatRequest(object);
  if (chat.kind === 'chat_request_fault') {
    throw new GatewayError('invalid_value', { detail: chat.message, param: chat.param });
  }
  return {
    model: chat.model,
    isStream: chat.isStream,
    effort: chat.reasoningEffort,
    serviceTier: chat.serviceTier,
    inputBytes: body.length,
    hasUnboundedInput: chat.hasRemoteMedia,
    outputTokensMax: chat.maxTokens,
    choices: chat.n,
    write: ({ model, outputTokensMax, effort }) =>
      writeChatRequest(object, {
        model,
        maxTokensClamp: outputTokensMax,
        reasoningEffort: effort,
        forceUsage: chat.isStream,
      }),
    readAnswer,
    readStream: (clientModel, recordBytesMax) =>
      readStream({ clientModel, includeUsage: chat.includeUsage, recordBytesMax }),
    readRefusal,
  };
}

function faultError({ fault, at, key }: JsonFault, depthMax: number): GatewayError {
  const code = codeOfFault[fault];
  switch (fault) {
    case 'duplicate_key':
      return new GatewayError(code, {
        detail: `The key ${JSON.stringify(key ?? '')} stands twice in one object (byte ${at}).`,
        ...(key === undefined ? {} : { param: key }),
      });
    case 'too_deep':
      return new GatewayError(code, { detail: `The body is nested deeper than ${depthMax} levels (byte ${at}).` });
    case 'malformed':
    case 'invalid_utf8':
      return new GatewayError(code, { detail: `The body cannot be read at byte ${at}.` });
    case 'empty':
    case 'not_an_object':
      return new GatewayError(code);
  }
}

function readAnswer(body: Buffer, clientModel: string): WholeAnswer | null {
  const answer = readChatAnswer(body);
  if (answer === null || answer.object.member('choices')?.kind !== 'array') return null;
  return {
    body: writeChatAnswer(answer, { model: clientModel }),
    usage: answer.usage,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
  };
}

function readStream(options: Parameters<typeof createChatStreamRewriter>[0]): StreamReader {
  const stream = createChatStreamRewriter(options);
  return {
    push: (piece) => stream.pushChunk(piece),
    finish: () => stream.end(),
    get isDone() {
      return stream.isDone;
    },
    get isComplete() {
      return stream.isFinished && !stream.isBroken;
    },
    get hasError() {
      return stream.hasError;
    },
    get usage() {
      return stream.usage;
    },
    get serviceTier() {
      return stream.serviceTier;
    },
    get contentBytes() {
      return stream.contentBytes;
    },
    doneRecord,
    errorRecord: (error) => streamErrorRecord(openaiErrorBody(error).error),
  };
}

/** The words of an OpenAI-shaped refusal; they are the caller's own business only. */
function readRefusal(body: Buffer): { readonly message: string; readonly param: string | null } | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault') return null;
  const error: JsonObjectText | undefined = object.nested('error');
  const message = error?.string('message');
  return message === undefined ? null : { message, param: error?.string('param') ?? null };
}
