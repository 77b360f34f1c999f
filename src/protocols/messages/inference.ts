import type { Reading } from '../face.ts';
import { boundUses, clampUses } from '../requests/hosted-tools.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { JsonLimits } from '../../wire/json-scan.ts';
import { readMessagesAnswer, writeMessagesAnswer } from './answer.ts';
import { readMessagesRequest, writeMessagesRequest, type MessagesRequest, type MessagesRules } from './request.ts';
import { createMessagesStreamRewriter, messagesErrorRecord } from './stream.ts';
import { knownMessagesMembers } from './known-members.ts';
import { GatewayError } from '../../errors.ts';
import type { InferenceRequest, StreamReader, WholeAnswer } from '../inference-request.ts';
import { anthropicErrorBody } from './error.ts';
import { boundWithHostedTools, wholeWorkWithTools, type ReadInput } from '../requests/hosted-tool-bound.ts';
import { invalidValue, scanBody } from '../requests/json-body.ts';
import { streamReader } from '../answers/stream-reader.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/** Reads a body by the rules of the dialect. Raises `GatewayError` (400). */
export function scanMessages(
  body: Buffer,
  limits: JsonLimits,
  rules?: MessagesRules,
): { readonly object: JsonObjectText; readonly request: MessagesRequest } {
  const object = scanBody(body, limits);
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
  const { speed, hasUnboundedInput, toolPrompts } = request;
  const passes = request.mayCompact ? 2 : 1;
  const tools = toolsOf(request);
  return {
    model: request.model,
    isStream: request.isStream,
    effort: request.effort,
    serviceTier: request.serviceTier,
    inputBytes: body.length,
    hasUnboundedInput,
    ...boundWithHostedTools({ ...tools, hasUnboundedInput, inputBytes: body.length, toolPrompts, passes }),
    outputTokensMax: request.maxTokens,
    // A summary of the conversation is an answer like the other.
    choices: passes,
    // The limit is that of each reading: after the next one as much may be written again.
    answersMax: (target) => passes * (1 + tools.usesAt(target).readingsAgain),
    ...readUnknownMembers(object, knownMessagesMembers),
    wholeWork: (target) => wholeWorkWithTools(target, { isLimitEachReading: true }),
    write: (target) => writeMessagesRequest(object, target),
    readAnswer: (answer, clientModel) => readAnswer(answer, clientModel, speed),
    readStream: (clientModel, recordBytesMax) =>
      readStream({ clientModel, askedSpeed: speed, maxTokens: request.maxTokens ?? 0, recordBytesMax }),
    readRefusal: readUpstreamRefusal,
  };
}

/** Each tool has a limit of its own. */
function toolsOf({ hostedTools }: MessagesRequest): Pick<ReadInput, 'hostedTools' | 'usesAt'> {
  return {
    hostedTools,
    usesAt: ({ hostedToolUsesMax }) => boundUses(hostedTools, ({ usesMax }) => clampUses(usesMax, hostedToolUsesMax)),
  };
}

function readAnswer(body: Buffer, clientModel: string, askedSpeed: string | null): WholeAnswer | null {
  const answer = readMessagesAnswer(body, askedSpeed);
  if (answer === null) return null;
  return {
    body: writeMessagesAnswer(answer, { model: clientModel }),
    usage: answer.usage,
    serviceTier: answer.serviceTier,
    contentBytes: answer.contentBytes,
    toolUses: answer.toolUses,
  };
}

function readStream(options: Parameters<typeof createMessagesStreamRewriter>[0]): StreamReader {
  const stream = createMessagesStreamRewriter(options);
  return streamReader(stream, {
    push: (piece) => stream.push(piece),
    isComplete: () => stream.isFinished && !stream.isBroken && !stream.hasError,
    doneRecord: () => stream.lastRecord,
    errorRecord: (error) => messagesErrorRecord(anthropicErrorBody(error, null)),
  });
}
