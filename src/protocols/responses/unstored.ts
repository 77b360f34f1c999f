import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import type { Reading } from '../face.ts';
import type { InferenceRequest } from '../inference-request.ts';
import { invalidValue, scanJsonBody } from '../requests/json-body.ts';
import { givenMember, requestFault } from '../requests/request-fields.ts';
import { readResponsesInference } from './inference.ts';
import { withContext, writeResponsesRequest } from './request.ts';

/**
 * A request about a conversation whose answer is no response: it is not streamed and not stored, and continues stored
 * responses as one for a response does. Its input may be absent. Raises `GatewayError` (400).
 */
export function readUnstoredInference(
  body: Buffer,
  reading: Reading,
  readAgain: (body: Buffer, reading: Reading) => InferenceRequest,
): InferenceRequest {
  const given = scanJsonBody(body, reading.jsonLimits);
  const hasInput = givenMember(given, 'input') !== undefined;
  const whole = hasInput ? body : applyEdits(body, editJsonMembers(given, [{ key: 'input', json: '[]' }]));
  const object = scanJsonBody(whole, reading.jsonLimits);
  const request = readResponsesInference(whole, reading);
  if (request.answers.stream !== null)
    throw invalidValue(requestFault('stream', 'false: this answer comes whole, and has no stream'));
  const { memory } = request;
  return {
    ...request,
    // The protocol has no limit here, so none may lower what is held.
    asked: { ...request.asked, outputTokensMax: null },
    memory: memory && {
      ...memory,
      isStored: false,
      withContext: (history, referenced) => readAgain(withContext(object, history, referenced), reading),
    },
    write: (target) => withoutAdditions(object, writeResponsesRequest(object, target)),
  };
}

/** Members that a request for a response may have, and that these paths of an upstream refuse. */
const ofResponses = ['store', 'stream'];
/** Members that the gateway adds to a request for a response. */
const additions = ['reasoning', 'include', 'max_tool_calls'];

function withoutAdditions(asked: JsonObjectText, written: Buffer): Buffer {
  const object = scanJsonObject(written, alreadyRead);
  if (object.kind === 'json_fault') return written;
  const removed = [...ofResponses, ...additions.filter((key) => asked.member(key) === undefined)];
  return applyEdits(
    written,
    editJsonMembers(
      object,
      removed.map((key) => ({ key, json: null })),
    ),
  );
}
