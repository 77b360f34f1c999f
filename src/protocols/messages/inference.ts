import type { Reading } from '../face.ts';
import { boundUses, clampUses } from '../requests/hosted-tools.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { JsonLimits } from '../../wire/json-limits.ts';
import { readMessagesAnswer, writeMessagesAnswer } from './answer.ts';
import { readMessagesRequest, writeMessagesRequest, type MessagesRequest, type MessagesRules } from './request.ts';
import { MessagesStream } from './stream.ts';
import { readMessagesTurns } from './turns.ts';
import { knownMessagesMembers } from './known-members.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, StreamOptions } from '../inference-request.ts';
import { boundWithHostedTools, type ReadInput } from '../requests/hosted-tool-bound.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { promptTokensMax } from '../requests/work-max.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';

/** Scans a body by the rules of the dialect. Raises `GatewayError` (400). */
export function scanMessages(
  body: Buffer,
  limits: JsonLimits,
  rules?: MessagesRules,
): { readonly object: JsonObjectText; readonly request: MessagesRequest } {
  const object = scanJsonBody(body, limits);
  const request = readMessagesRequest(object, rules);
  if (request.kind === 'request_fault') throw invalidValue(request);
  if (request.kind === 'messages_refusal') {
    const { reason, message, param, clientCode } = request;
    throw new GatewayError(reason, {
      detail: message,
      param,
      ...(clientCode === undefined ? {} : { upstreamCode: clientCode }),
    });
  }
  return { object, request };
}

/** Reads a request for a message. Raises `GatewayError` (400). */
export function readMessagesInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const { object, request } = scanMessages(body, limits);
  const { hasUnboundedInput, toolPrompts } = request;
  const read = { hasUnboundedInput, bodyTokensMax: promptTokensMax(object), toolPrompts };
  return {
    asked: {
      model: request.model,
      effort: request.effort,
      serviceTier: request.serviceTier,
      outputTokensMax: request.maxTokens,
    },
    input: { bytes: body.length, tokens: null, castable: hasUnboundedInput ? 'part' : 'all' },
    work: {
      ...boundWithHostedTools({ object, ...read, ...toolsOf(request), passes: request.mayCompact ? 2 : 1 }),
      ...readUnknownMembers(object, knownMessagesMembers),
    },
    answers: {
      unstreamed: { form: 'json', read: (answer, clientModel) => readAnswer(answer, clientModel, request.speed) },
      stream: request.isStream ? { isOptional: false, open: (options) => streamOf(request, options) } : null,
      ownAnswer: null,
    },
    memory: null,
    turns: () => readMessagesTurns(object, request),
    write: (target) => writeMessagesRequest(object, target),
  };
}

/**
 * Each tool has a limit of its own. The output limit applies to each reading of the input: after the next reading as
 * much may be written again.
 */
function toolsOf({ hostedTools }: MessagesRequest): Pick<ReadInput, 'hostedTools' | 'isLimitEachReading' | 'usesAt'> {
  return {
    hostedTools,
    isLimitEachReading: true,
    usesAt: ({ hostedToolUsesMax }) => boundUses(hostedTools, ({ usesMax }) => clampUses(usesMax, hostedToolUsesMax)),
  };
}

function readAnswer(body: Buffer, clientModel: string, askedSpeed: string | null): WholeAnswer | null {
  const answer = readMessagesAnswer(body, askedSpeed);
  if (answer === null) return null;
  return {
    body: writeMessagesAnswer(answer, { model: clientModel }),
    usage: answer.reading?.usage ?? null,
    reading: answer.reading,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
    toolUses: answer.toolUses,
  };
}

function streamOf(
  { speed: askedSpeed, maxTokens }: MessagesRequest,
  { clientModel, requestId, selection }: StreamOptions,
): MessagesStream {
  return new MessagesStream({ clientModel, requestId, askedSpeed, maxTokens: maxTokens ?? 0, selection });
}
