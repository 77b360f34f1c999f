import { outcomeOf, type Outcome } from '../../domain/outcome.ts';
import { GatewayError } from '../../errors.ts';
import { readAnswerCounters } from '../../protocols/answers/answer-counters.ts';
import { recordFailure, recordStatus } from '../../protocols/answers/record-failure.ts';
import { hasError } from '../../wire/error-field.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { InferenceFailure, type Restored } from '../records.ts';
import { possibleTokensOf } from './cut-answer.ts';
import { answerLabels } from './answer-labels.ts';
import { readRefusal, relayRefusal } from './relay-refusal.ts';
import { UnopenedAnswer } from './unopened-answer.ts';

/**
 * Why something that came with status 200 is no answer, to be raised. An error in the place of an answer is a refusal
 * with the status that its kind would have had: `UnopenedAnswer`. Of anything else the outcome is in doubt:
 * `InferenceFailure` with these words. `body` absent: it was not read yet.
 */
export async function notAnAnswer(
  restored: Restored,
  { detail, body: read }: { readonly detail: string; readonly body?: Buffer },
): Promise<UnopenedAnswer | InferenceFailure> {
  const { answer, exchange } = restored;
  const isJson = answerLabels.json.test(answer.headers['content-type'] ?? '');
  const body = read ?? (isJson ? await readRefusal(answer.body) : null);
  if (read === undefined && !isJson) exchange.cut('gateway');
  const said = body === null ? null : scanJsonObject(body);
  if (body === null || said?.kind !== 'json_object' || !hasError(said)) {
    const error = new GatewayError('upstream_outcome_unknown', {
      detail: `${detail} Whether it charged for that is being checked.`,
    });
    return new InferenceFailure(error, { kind: 'flag', reason: 'answer_not_understood' });
  }
  const status = recordStatus(body);
  const outcome = outcomeOfError(restored, said, status);
  return new UnopenedAnswer(recordFailure(body), async () => ({
    ...(await relayRefusal({ ...restored, answer: { ...answer, status } }, body)),
    outcome,
  }));
}

/** What an error has counted is charged. The upstream had accepted the request, so one without counters is in doubt. */
function outcomeOfError(restored: Restored, said: JsonObjectText, status: number): Outcome {
  const { surface, target, request, bound, route } = restored;
  const { areCachesBeside } = target;
  const reading = readAnswerCounters(said, surface.name, { areCachesBeside });
  return outcomeOf({
    usage: reading?.usage ?? null,
    isUsageFinal: true,
    untold: reading?.untold,
    serviceTier: null,
    input: request.input,
    estimate: null,
    contentBytes: 0,
    unseenTokensMax: 0,
    covered: bound,
    possible: possibleTokensOf(restored),
    hasBillingRecords: route.hasBillingRecords,
    doubt: `upstream_status_${status}`,
  });
}
