import type { Middleware } from 'koa';
import { readEmbeddingsAnswer } from '../protocols/embeddings/answer.ts';
import type { JsonLimits } from '../wire/json-scan.ts';
import {
  embeddingsEntriesMax,
  readEmbeddingsRequest,
  writeEmbeddingsRequest,
} from '../protocols/embeddings/request.ts';
import { knownEmbeddingsMembers } from '../protocols/embeddings/known-members.ts';
import { renamedAnswer } from '../protocols/answers/renamed-answer.ts';
import { embeddingsTexts } from '../protocols/embeddings/text-map.ts';
import type { InferenceRequest, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue, scanBody } from './json-body.ts';
import { neverStreamed } from './never-streamed.ts';
import { readUnknownMembers } from './unknown-members.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/** `POST /v1/embeddings`: OpenAI embeddings, as floats or in base64. Priced on input tokens; never streamed. */
export function embeddings(deps: InferenceDeps): Middleware {
  return serveInference(createEmbeddingsSurface(deps.jsonLimits), deps);
}

/** How its bodies are read and written. */
export function createEmbeddingsSurface(jsonLimits: JsonLimits): Surface {
  return {
    name: 'embeddings',
    upstreamPath: '/embeddings',
    forwardedHeaders: ['openai-beta'],
    texts: embeddingsTexts,
    parse: (body) => parseEmbeddingsRequest(body, jsonLimits),
  };
}

function parseEmbeddingsRequest(body: Buffer, limits: JsonLimits): InferenceRequest {
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
