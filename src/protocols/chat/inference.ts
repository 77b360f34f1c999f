import type { Reading } from '../face.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { readChatAnswer } from './answer.ts';
import { renamedAnswer } from '../answers/renamed-answer.ts';
import { readChatRequest, writeChatRequest, type ChatRequest } from './request.ts';
import { ChatStream } from './stream.ts';
import { readChatTurns } from './turns.ts';
import { findUnknownMember } from '../requests/known-members.ts';
import { knownChatMembers } from './known-members.ts';
import { toolPromptsOf } from '../requests/tool-prompts.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, RequestWork, WorkMax } from '../inference-request.ts';
import { boundUses } from '../requests/hosted-tools.ts';
import { assertToolsPriced } from '../requests/hosted-tool-bound.ts';
import type { CounterOptions } from '../../domain/counters/read-counters.ts';
import { noToolUses, type ToolUses } from '../../domain/usage.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { inputTokensMax, promptTokensMax, workMax } from '../requests/work-max.ts';
import { assertChosenUpstreamPriced } from '../requests/uncounted-member.ts';
import { assertAnswers } from '../requests/unknown-members.ts';

/** Reads a request for chat completions. Raises `GatewayError` (400). */
export function readChatInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanJsonBody(body, limits);
  const chat = readChatRequest(object);
  if (chat.kind === 'request_fault') throw invalidValue(chat);
  if (chat.kind === 'chat_refusal') throw new GatewayError(chat.reason, { detail: chat.message, param: chat.param });
  const uses = { seen: searchesOf(chat), areUsesAssumed: true };
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
      unstreamed: {
        form: 'json',
        read: (answer, clientModel, { areCachesBeside }) =>
          readAnswer(answer, clientModel, { areCachesBeside, ...uses }),
      },
      stream: chat.isStream
        ? {
            isOptional: false,
            open: ({ clientModel, selection, target: { areCachesBeside } }) =>
              new ChatStream({ clientModel, includeUsage: chat.includeUsage, selection, areCachesBeside, ...uses }),
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
  return {
    unknownMember,
    max: (target) => withSearches(chat, target, { inputTokensMax: inputTokensMax(read, target), answersMax: chat.n }),
    wholeMax: (target) =>
      withSearches(chat, target, { inputTokensMax: target.contextTokensMax, answersMax: target.answersMax }),
    uncounted: () => null,
    assertTakenBy: (target) => {
      assertChosenUpstreamPriced(object, target);
      if (chat.hostedTools.length > 0) assertToolsPriced(chat.hostedTools, target);
      assertAnswers(object, knownChatMembers, { choices: chat.n, unknownMember, answersMax: target.answersMax });
    },
  };
}

/** Each answer may be searched for, as often as the target allows; after each search the input is read again. */
function withSearches(
  { hostedTools, predictionTokensMax }: ChatRequest,
  { contextTokensMax, hostedToolUsesMax }: Target,
  { inputTokensMax: first, answersMax }: Pick<WorkMax, 'inputTokensMax' | 'answersMax'>,
): WorkMax {
  const searches = hostedTools.length === 0 ? null : boundUses(hostedTools, () => answersMax * hostedToolUsesMax);
  const { readingsAgain, webSearchesMax } = searches ?? { readingsAgain: 0 };
  return workMax(first + readingsAgain * contextTokensMax, {
    readingsMax: 1 + readingsAgain,
    answersMax,
    outputTokensBeside: predictionTokensMax ?? contextTokensMax,
    countedOtherwise: webSearchesMax === undefined ? {} : { webSearchesMax },
  });
}

/**
 * The searches of an answer whose counters tell none: one for each answer, because models of this protocol search before
 * they write (protocol: `web_search_options`). Citations would not do: a prompt can ask for none.
 */
function searchesOf({ hostedTools, n }: ChatRequest): ToolUses {
  return hostedTools.length === 0 ? noToolUses : { ...noToolUses, web_searches: n };
}

function readAnswer(
  body: Buffer,
  clientModel: string,
  options: CounterOptions & { readonly seen: ToolUses },
): WholeAnswer | null {
  const answer = readChatAnswer(body, options);
  if (answer === null || answer.object.member('choices')?.kind !== 'array') return null;
  return {
    body: renamedAnswer(answer.object, clientModel),
    usage: answer.reading?.usage ?? null,
    reading: answer.reading,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
    toolUses: options.seen,
  };
}
