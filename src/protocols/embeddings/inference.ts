import type { Reading } from '../face.ts';
import { readEmbeddingsAnswer } from './answer.ts';
import { embeddingsEntriesMax, readEmbeddingsRequest, writeEmbeddingsRequest } from './request.ts';
import { knownEmbeddingsMembers } from './known-members.ts';
import { renamedAnswer } from '../answers/renamed-answer.ts';
import type { InferenceRequest } from '../inference-request.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import { workMax } from '../requests/work-max.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import { assertChosenUpstreamPriced } from '../requests/uncounted-member.ts';
import { readUnknownMembers } from '../requests/unknown-members.ts';

/** Most marks that a model puts around an entry, tokens: those of its beginning and its end. */
const entryTokensMax = 2;

/** Reads a request for embeddings: priced by input tokens, never streamed. Raises `GatewayError` (400). */
export function readEmbeddingsInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const object = scanJsonBody(body, limits);
  const asked = readEmbeddingsRequest(object);
  if (asked.kind === 'request_fault') throw invalidValue(asked);
  const { model, entriesCount, inputTokens } = asked;
  const textTokensMax = object.normalBytesMax + entryTokensMax * entriesCount;
  return {
    asked: { model, effort: null, serviceTier: null, outputTokensMax: 0 },
    // Personal data cannot be found in token ids.
    input: { bytes: body.length, tokens: inputTokens, castable: inputTokens === null ? 'all' : 'part' },
    work: {
      ...readUnknownMembers(object, knownEmbeddingsMembers),
      // Token ids are counted exactly. No token is shorter than a byte of a text's normal form, and each entry has a
      // context window of its own.
      max: ({ contextTokensMax }) =>
        workMax(inputTokens ?? Math.min(textTokensMax, contextTokensMax * entriesCount), { readingsMax: entriesCount }),
      // An unknown member may hold another list of inputs.
      wholeMax: ({ contextTokensMax }) =>
        workMax(contextTokensMax * embeddingsEntriesMax, { readingsMax: embeddingsEntriesMax }),
      uncounted: () => null,
      assertTakenBy: (target) => assertChosenUpstreamPriced(object, target),
    },
    answers: { unstreamed: { form: 'json', read: readAnswer }, stream: null, ownAnswer: null },
    memory: null,
    write: (target) => writeEmbeddingsRequest(object, target),
  };
}

function readAnswer(body: Buffer, clientModel: string): WholeAnswer | null {
  const answer = readEmbeddingsAnswer(body);
  if (answer === null) return null;
  return {
    body: renamedAnswer(answer.object, clientModel),
    usage: answer.reading?.usage ?? null,
    reading: answer.reading,
    serviceTier: null,
    contentBytes: answer.dataBytes,
  };
}
