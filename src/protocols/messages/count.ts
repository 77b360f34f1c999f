import type { Reading } from '../face.ts';
import { alreadyRead } from '../../wire/json-scan.ts';
import { writeMessagesRequest } from './request.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import { editMembers } from '../../wire/json-edits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { requestFault } from '../requests/request-fields.ts';
import { noUsage } from '../../domain/usage.ts';
import type { InferenceRequest, WholeAnswer } from '../inference-request.ts';
import { assertToolsPriced } from '../requests/hosted-tool-bound.ts';
import { invalidValue } from '../requests/json-body.ts';
import { scanMessages } from './inference.ts';
import { neverStreamed } from '../answers/never-streamed.ts';
import { readUpstreamRefusal } from '../answers/upstream-refusal.ts';

/**
 * Reads a request to count how many tokens a message would read. It costs nothing; who may ask, of which model, and what
 * must be cast first, is as for the message itself. Raises `GatewayError` (400).
 */
export function readCountInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
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
