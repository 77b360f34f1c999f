import type { Reading } from '../face.ts';
import { readChatAnswer, writeChatAnswer } from './answer.ts';
import { readChatRequest, writeChatRequest } from './request.ts';
import { createChatStreamRewriter, doneRecord, streamErrorRecord } from './stream.ts';
import { findUnknownMember } from '../requests/known-members.ts';
import { knownChatMembers } from './known-members.ts';
import { toolPromptsOf } from '../requests/tool-prompts.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, StreamReader, WholeAnswer } from '../inference-request.ts';
import { invalidValue, scanBody } from '../requests/json-body.ts';
import { openaiErrorBody } from '../answers/openai-error.ts';
import { streamReader } from '../answers/stream-reader.ts';
import { assertAnswers } from '../requests/unknown-members.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/** Reads a request for chat completions. Raises `GatewayError` (400). */
export function readChatInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
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
