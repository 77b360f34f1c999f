import type { Middleware } from 'koa';
import { alreadyRead, type JsonLimits } from '../wire/json-scan.ts';
import { writeMessagesRequest } from '../protocols/messages/request.ts';
import { applyEdits, editMembers } from '../wire/json-edits.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { requestFault } from '../protocols/requests/request-fields.ts';
import { noUsage } from '../domain/usage.ts';
import type { InferenceRequest, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { assertToolsPriced } from './hosted-tool-bound.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { invalidValue } from './json-body.ts';
import { messagesDialect, scanMessages } from './messages.ts';
import { neverStreamed } from './never-streamed.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/**
 * `POST /v1/messages/count_tokens`: how many tokens a message would read. It costs nothing; who may ask, of which model,
 * and what must be cast first, is as for the message itself.
 */
export function countTokens(deps: InferenceDeps): Middleware {
  return serveInference(createCountSurface(deps.jsonLimits), deps);
}

function createCountSurface(jsonLimits: JsonLimits): Surface {
  return {
    ...messagesDialect,
    upstreamPath: '/messages/count_tokens',
    isFree: true,
    parse: (body) => parseCount(body, jsonLimits),
  };
}

function parseCount(body: Buffer, limits: JsonLimits): InferenceRequest {
  const { object, request } = scanMessages(body, limits, { needsMaxTokens: false });
  if (request.isStream) throw invalidValue(requestFault('stream', 'false: a count is not streamed'));
  return {
    model: request.model,
    isStream: false,
    isFree: true,
    effort: request.effort,
    serviceTier: null,
    inputBytes: body.length,
    hasUnboundedInput: request.hasUnboundedInput,
    outputTokensMax: null,
    choices: 1,
    assertTakenBy: (target) => assertToolsPriced(request.hostedTools, target),
    write: (target) => withoutStream(writeMessagesRequest(object, target)),
    readAnswer: readCount,
    readStream: neverStreamed,
    readRefusal: readUpstreamRefusal,
    estimateAnswer: () => (request.hasUnboundedInput ? null : estimate(body)),
  };
}

/** The specification has the field on every path; upstreams have it where something can be streamed. */
function withoutStream(body: Buffer): Buffer {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault' || object.member('stream') === undefined) return body;
  return applyEdits(body, editMembers(object, [{ key: 'stream', json: null }]));
}

/** The count as it is; it names no model. */
function readCount(body: Buffer): WholeAnswer | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault' || object.member('input_tokens')?.kind !== 'number') return null;
  return { body, usage: noUsage, serviceTier: null, contentBytes: 0 };
}

/** Mean length of a token in running text. An estimate, not a bound. */
const bytesPerToken = 4;

function estimate(body: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ input_tokens: Math.ceil(body.length / bytesPerToken) }));
}
