import type { Middleware } from 'koa';
import { readChatAnswer, writeChatAnswer } from '../protocols/chat/answer.ts';
import { readChatRequest, writeChatRequest } from '../protocols/chat/request.ts';
import { createChatStreamRewriter, doneRecord, streamErrorRecord } from '../protocols/chat/stream.ts';
import type { JsonLimits } from '../wire/json-scan.ts';
import { findUnknownMember } from '../protocols/requests/known-members.ts';
import { knownChatMembers } from '../protocols/chat/known-members.ts';
import { chatCompletionsTexts } from '../protocols/chat/text-map.ts';
import { toolPromptsOf } from '../protocols/requests/tool-prompts.ts';
import { GatewayError } from '../errors.ts';
import type { InferenceRequest, StreamReader, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue, scanBody } from './json-body.ts';
import { openaiErrorBody } from '../protocols/answers/openai-error.ts';
import { streamReader } from './stream-reader.ts';
import { assertAnswers } from './unknown-members.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/** `POST /v1/chat/completions`: OpenAI chat completions, JSON and event stream. */
export function chatCompletions(deps: InferenceDeps): Middleware {
  return serveInference(createChatSurface(deps.jsonLimits), deps);
}

/** How its bodies are read and written. */
export function createChatSurface(jsonLimits: JsonLimits): Surface {
  return {
    name: 'chat_completions',
    upstreamPath: '/chat/completions',
    forwardedHeaders: ['openai-beta'],
    texts: chatCompletionsTexts,
    parse: (body) => parseChatRequest(body, jsonLimits),
  };
}

function parseChatRequest(body: Buffer, limits: JsonLimits): InferenceRequest {
  const object = scanBody(body, limits);
  const chat = readChatRequest(object);
  if (chat.kind === 'request_fault') throw invalidValue(chat);
  if (chat.kind === 'chat_refusal') throw new GatewayError(chat.reason, { detail: chat.message, param: chat.param });
  const unknownMember = findUnknownMember(object, knownChatMembers);
  return {
    model: chat.model,
    isStream: chat.isStream,
    effort: chat.reasoningEffort,
    serviceTier: chat.serviceTier,
    inputBytes: body.length,
    hasUnboundedInput: chat.hasRemoteMedia,
    toolPrompts: toolPromptsOf(object, ['tools', 'functions']),
    outputTokensMax: chat.maxTokens,
    choices: chat.n,
    outputTokensBeside: chat.predictionBytes,
    unknownMember,
    assertTakenBy: ({ answersMax }) =>
      assertAnswers(object, knownChatMembers, { choices: chat.n, unknownMember, answersMax }),
    wholeWork: ({ contextTokensMax, answersMax }) => ({ inputTokensMax: contextTokensMax, answersMax }),
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
    readRefusal: readUpstreamRefusal,
  };
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
  return streamReader(stream, {
    push: (piece) => stream.pushChunk(piece),
    isComplete: () => stream.isFinished && !stream.isBroken,
    doneRecord: () => doneRecord,
    errorRecord: (error) => streamErrorRecord(openaiErrorBody(error).error),
  });
}
