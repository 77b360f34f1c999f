import { editJsonMembers, stringChange } from '../../wire/json-edits.ts';
import { editedJsonText } from '../../wire/json-text.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import type { Reading } from '../face.ts';
import type { InferenceRequest } from '../inference-request.ts';
import { itemIdEdits, readResponsesAnswer } from './answer.ts';
import { readUnstoredInference } from './unstored.ts';

/**
 * Reads a request to compact a conversation: the answer is a list of items that replaces it, among them an opaque one.
 * Priced like a response. Raises `GatewayError` (400).
 */
export function readCompactionInference(body: Buffer, reading: Reading): InferenceRequest {
  return {
    ...readUnstoredInference(body, reading, readCompactionInference),
    answers: {
      unstreamed: {
        form: 'json',
        read: (answer, model, target) => readCompaction(answer, { model, id: reading.createResponseId() }, target),
      },
      stream: null,
      ownAnswer: null,
    },
  };
}

/** The compacted conversation. Members that the upstream did not send are not added: some send the items alone. */
function readCompaction(
  body: Buffer,
  shown: { readonly id: string; readonly model: string },
  target: Target,
): WholeAnswer | null {
  const answer = readResponsesAnswer(body, target);
  if (answer === null) return null;
  const { object, reading, serviceTier, contentBytes, toolUses } = answer;
  const changes = (['id', 'model'] as const).flatMap((key) =>
    object.member(key) === undefined ? [] : stringChange(object, key, shown[key]),
  );
  const edits = [...editJsonMembers(object, changes), ...itemIdEdits(object, shown.id)];
  return {
    body: editedJsonText(object, edits),
    usage: reading?.usage ?? null,
    reading,
    serviceTier,
    contentBytes,
    toolUses,
  };
}
