import type { Reading } from '../face.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { readChatAnswer, writeChatAnswer } from './answer.ts';
import { readChatRequest, writeChatRequest, type ChatRequest } from './request.ts';
import { ChatStream } from './stream.ts';
import { readChatTurns } from './turns.ts';
import { findUnknownMember } from '../requests/known-members.ts';
import { knownChatMembers } from './known-members.ts';
import { toolPromptsOf } from '../requests/tool-prompts.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, RequestWork } from '../inference-request.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { inputTokensMax, promptTokensMax, workMax } from '../requests/work-max.ts';
import { assertAnswers } from '../requests/unknown-members.ts';

/** Reads a request for chat completions. Raises `GatewayError` (400). */
export function readChatInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanJsonBody(body, limits);
  const chat = readChatRequest(object);
  if (chat.kind === 'request_fault') throw invalidValue(chat);
  if (chat.kind === 'chat_refusal') throw new GatewayError(chat.reason, { detail: chat.message, param: chat.param });
  return {
    asked: {
      model: chat.model,
      effort: chat.reasoningEffort,
      serviceTier: chat.serviceTier,
      outputTokensMax: chat.maxTokens,
    },
    input: { bytes: body.length, tokens: null, castable: chat.hasRemoteMedia ? 'part' : 'all' },
    work: workOf(object, chat),
    answers: {
      unstreamed: { form: 'json', read: readAnswer },
      stream: chat.isStream
        ? {
            isOptional: false,
            open: ({ clientModel, selection, target: { areCachesBeside } }) =>
              new ChatStream({ clientModel, includeUsage: chat.includeUsage, selection, areCachesBeside }),
          }
        : null,
      ownAnswer: null,
    },
    memory: null,
    turns: () => readChatTurns(object, chat),
    write: ({ model, outputTokensMax, effort }) =>
      writeChatRequest(object, {
        model,
        maxTokensClamp: outputTokensMax,
        reasoningEffort: effort,
        forceUsage: chat.isStream,
      }),
  };
}

function workOf(object: JsonObjectText, chat: ChatRequest): RequestWork {
  const unknownMember = findUnknownMember(object, knownChatMembers);
  const read = {
    bodyTokensMax: promptTokensMax(object),
    hasUnboundedInput: chat.hasRemoteMedia,
    toolPrompts: toolPromptsOf(object, ['tools', 'functions']),
  };
  const outputTokensBeside = ({ contextTokensMax }: Target): number => chat.predictionTokensMax ?? contextTokensMax;
  return {
    unknownMember,
    max: (target) =>
      workMax(inputTokensMax(read, target), { answersMax: chat.n, outputTokensBeside: outputTokensBeside(target) }),
    wholeMax: (target) =>
      workMax(target.contextTokensMax, {
        answersMax: target.answersMax,
        outputTokensBeside: outputTokensBeside(target),
      }),
    uncounted: () => null,
    assertTakenBy: ({ answersMax }) =>
      assertAnswers(object, knownChatMembers, { choices: chat.n, unknownMember, answersMax }),
  };
}

function readAnswer(body: Buffer, clientModel: string, target: Target): WholeAnswer | null {
  const answer = readChatAnswer(body, target);
  if (answer === null || answer.object.member('choices')?.kind !== 'array') return null;
  return {
    body: writeChatAnswer(answer, { model: clientModel }),
    usage: answer.reading?.usage ?? null,
    reading: answer.reading,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
  };
}
