import type { Reading } from '../face.ts';
import { readEmbeddingsAnswer } from './answer.ts';
import { embeddingsEntriesMax, readEmbeddingsRequest, writeEmbeddingsRequest } from './request.ts';
import { knownEmbeddingsMembers } from './known-members.ts';
import { renamedAnswer } from '../answers/renamed-answer.ts';
import type { InferenceRequest, WholeAnswer } from '../inference-request.ts';
import { invalidValue, scanBody } from '../requests/json-body.ts';
import { neverStreamed } from '../answers/never-streamed.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/** Reads a request for embeddings: priced on input tokens, never streamed. Raises `GatewayError` (400). */
export function readEmbeddingsInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanBody(body, limits);
  const asked = readEmbeddingsRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  const { model, entriesCount, inputTokens } = asked;
  return {
    model,
    isStream: false,
    effort: null,
    serviceTier: null,
    inputBytes: body.length,
    hasUnboundedInput: false,
    ...(inputTokens === null ? {} : { inputTokens }),
    // Token ids are counted; of text no token is shorter than a byte, and each entry has a window of its own.
    inputTokensMax: ({ contextTokensMax }) => inputTokens ?? Math.min(body.length, contextTokensMax * entriesCount),
    ...readUnknownMembers(object, knownEmbeddingsMembers),
    // Another list may stand beside the input.
    wholeWork: ({ contextTokensMax }) => ({ inputTokensMax: contextTokensMax * embeddingsEntriesMax, answersMax: 1 }),
    outputTokensMax: 0,
    choices: 1,
    write: (target) => writeEmbeddingsRequest(object, target),
    readAnswer,
    readStream: neverStreamed,
    readRefusal: readUpstreamRefusal,
  };
}

function readAnswer(body: Buffer, clientModel: string): WholeAnswer | null {
  const answer = readEmbeddingsAnswer(body);
  if (answer === null) return null;
  return {
    body: renamedAnswer(answer.object, clientModel),
    usage: answer.usage,
    serviceTier: null,
    contentBytes: answer.dataBytes,
  };
}
