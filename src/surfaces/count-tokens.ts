import type { Middleware } from 'koa';
import { writeMessagesRequest } from '../domain/messages-request.ts';
import { scanJsonObject } from '../domain/json-text.ts';
import { noUsage } from '../domain/usage.ts';
import type { InferenceRequest, Surface, WholeAnswer } from '../pipeline/stages.ts';
import { assertToolsPriced } from './hosted-tool-bound.ts';
import { serveInference, type InferenceDeps } from './inference-handler.ts';
import { messagesDialect, readAnthropicRefusal, scanMessages } from './messages.ts';

/**
 * `POST /v1/messages/count_tokens`: how many tokens a message would read. It costs nothing; who may ask, of which model,
 * and what must be cast first, is as for the message itself.
 */
export function countTokens(deps: InferenceDeps): Middleware {
  return serveInference(createCountSurface(deps.jsonDepthMax), deps);
}

function createCountSurface(jsonDepthMax: number): Surface {
  return {
    ...messagesDialect,
    upstreamPath: '/messages/count_tokens',
    parse: (body) => parseCount(body, jsonDepthMax),
  };
}

function parseCount(body: Buffer, depthMax: number): InferenceRequest {
  const { object, request } = scanMessages(body, depthMax, { needsMaxTokens: false });
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
    write: (target) => writeMessagesRequest(object, target),
    readAnswer: readCount,
    readStream: () => {
      throw new Error('a count of tokens is not streamed');
    },
    readRefusal: readAnthropicRefusal,
    estimateAnswer: () => (request.hasUnboundedInput ? null : estimate(body)),
  };
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
