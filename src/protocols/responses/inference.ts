import type { Reading } from '../face.ts';
import { boundUses, clampUses } from '../requests/hosted-tools.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { readResponsesAnswer, writeResponsesAnswer } from './answer.ts';
import {
  itemTexts,
  jsonArray,
  readResponsesRequest,
  withContext,
  writeResponsesRequest,
  type ResponsesRequest,
} from './request.ts';
import { ResponsesStream } from './stream.ts';
import { readResponsesTurns } from './turns.ts';
import { knownResponsesMembers } from './known-members.ts';
import { toolPromptsOf } from '../requests/tool-prompts.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, RequestMemory } from '../inference-request.ts';
import { boundWithHostedTools, type ReadInput } from '../requests/hosted-tool-bound.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { promptTokensMax } from '../requests/work-max.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';

/** Reads a request for a response, which is stored unless it says otherwise. Raises `GatewayError` (400). */
export function readResponsesInference(body: Buffer, reading: Reading): InferenceRequest {
  const { jsonLimits, createResponseId } = reading;
  const object = scanJsonBody(body, jsonLimits);
  const request = readResponsesRequest(object);
  if (request.kind === 'request_fault') throw invalidValue(request);
  if (request.kind === 'responses_refusal') {
    throw new GatewayError(request.reason, { detail: request.message, param: request.param });
  }
  const inputBytes = object.bytes.length;
  const { hasUnboundedInput } = request;
  const read = { hasUnboundedInput, bodyTokensMax: promptTokensMax(object), toolPrompts: toolPromptsOf(object) };
  return {
    asked: {
      model: request.model,
      effort: request.effort,
      serviceTier: request.serviceTier,
      outputTokensMax: request.maxTokens,
    },
    input: { bytes: inputBytes, tokens: null, castable: hasUnboundedInput ? 'part' : 'all' },
    work: {
      ...boundWithHostedTools({ object, ...read, ...toolsOf(request), passes: request.mayCompact ? 2 : 1 }),
      ...readUnknownMembers(object, knownResponsesMembers),
    },
    answers: {
      unstreamed: {
        form: 'json',
        read: (answer, model, target) => readAnswer(answer, { ...echoOf(request, createResponseId()), model }, target),
      },
      stream: request.isStream
        ? {
            isOptional: false,
            open: ({ clientModel: model, recordBytesMax: itemsBytesMax, mayKeep, selection, target }) =>
              new ResponsesStream({
                ...echoOf(request, createResponseId()),
                model,
                itemsBytesMax,
                mayKeep,
                selection,
                areCachesBeside: target.areCachesBeside,
              }),
          }
        : null,
      ownAnswer: null,
    },
    memory: memoryOf(object, request, reading),
    turns: () => readResponsesTurns(object, request),
    write: (target) => writeResponsesRequest(object, target),
  };
}

/** One limit applies to the calls of all tools together. */
function toolsOf({
  hostedTools,
  toolCallsMax,
}: ResponsesRequest): Pick<ReadInput, 'hostedTools' | 'isLimitEachReading' | 'usesAt'> {
  return {
    hostedTools,
    isLimitEachReading: false,
    usesAt: ({ hostedToolUsesMax }) =>
      boundUses(hostedTools.slice(0, 1), () => clampUses(toolCallsMax, hostedToolUsesMax)),
  };
}

function memoryOf(object: JsonObjectText, request: ResponsesRequest, reading: Reading): RequestMemory {
  const { isStored, previousResponseId, referencedItemIds, itemIds } = request;
  return {
    isStored,
    previousResponseId,
    referencedItemIds,
    itemIds,
    input: () => jsonArray(itemTexts(object)),
    withContext: (history, referenced) => readResponsesInference(withContext(object, history, referenced), reading),
  };
}

function echoOf({ previousResponseId, isStored }: ResponsesRequest, responseId: string) {
  return { responseId, previousResponseId, isStored };
}

function readAnswer(
  body: Buffer,
  echo: Parameters<typeof writeResponsesAnswer>[1],
  target: Target,
): WholeAnswer | null {
  const answer = readResponsesAnswer(body, target);
  if (answer === null) return null;
  return {
    body: writeResponsesAnswer(answer, echo),
    usage: answer.reading?.usage ?? null,
    reading: answer.reading,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
    toolUses: answer.toolUses,
    storable: {
      responseId: echo.responseId,
      bodyWhenNotStored: () => writeResponsesAnswer(answer, { ...echo, isStored: false }),
    },
  };
}
