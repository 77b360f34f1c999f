import type { Reading } from '../face.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { writeMessagesRequest } from './request.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers } from '../../wire/json-edits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { requestFault } from '../requests/request-fields.ts';
import { estimatedTokens } from '../../domain/usage.ts';
import type { InferenceRequest } from '../inference-request.ts';
import { readTokenCount } from '../answers/token-count.ts';
import { inputTokensMax, promptTokensMax, workMax } from '../requests/work-max.ts';
import { assertToolsPriced } from '../requests/hosted-tool-bound.ts';
import { assertChosenUpstreamPriced } from '../requests/uncounted-member.ts';
import { invalidValue } from '../requests/json-body.ts';
import { scanMessages } from './inference.ts';

/**
 * Reads a request to count the input tokens of a message. It is free of charge. Permissions, models and casting are as
 * for the message itself. Raises `GatewayError` (400).
 */
export function readCountInference(body: Buffer, { jsonLimits: limits }: Reading): InferenceRequest {
  const { object, request } = scanMessages(body, limits, { needsMaxTokens: false });
  if (request.isStream) throw invalidValue(requestFault('stream', 'false: a count is one number, and has no stream'));
  const { hasUnboundedInput, hostedTools } = request;
  const read = { bodyTokensMax: promptTokensMax(object), hasUnboundedInput, toolPrompts: 0 };
  return {
    asked: { model: request.model, effort: request.effort, serviceTier: null, outputTokensMax: null },
    input: { bytes: body.length, tokens: null, castable: hasUnboundedInput ? 'part' : 'all' },
    work: {
      unknownMember: null,
      max: (target) => workMax(inputTokensMax(read, target)),
      wholeMax: ({ contextTokensMax }) => workMax(contextTokensMax),
      uncounted: () => null,
      assertTakenBy: (target) => {
        assertChosenUpstreamPriced(object, target);
        assertToolsPriced(hostedTools, target);
      },
    },
    answers: {
      unstreamed: { form: 'json', read: readTokenCount },
      stream: null,
      ownAnswer: () => (hasUnboundedInput ? null : estimate(body)),
    },
    memory: null,
    write: (target) => withoutStream(writeMessagesRequest(object, target)),
  };
}

/** Callers may send the field on every path; upstreams accept it only where an answer can be streamed. */
function withoutStream(body: Buffer): Buffer {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault' || object.member('stream') === undefined) return body;
  return applyEdits(body, editJsonMembers(object, [{ key: 'stream', json: null }]));
}

function estimate(body: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ input_tokens: estimatedTokens(body.length) }));
}
