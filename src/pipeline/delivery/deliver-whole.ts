import { foreignWordEdits, mayPretend } from '../../protocols/answers/found-counters.ts';
import type { WholeAnswer } from '../../protocols/answers/whole-answer.ts';
import type { WholeReading } from '../../protocols/inference-request.ts';
import { withoutByteOrderMark } from '../../wire/byte-order-mark.ts';
import { answerLimits } from '../../wire/json-limits.ts';
import { isTooLargeFault } from '../../wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { shownCounts } from '../../personal-data/placeholders/shown-counts.ts';
import { GatewayError } from '../../errors.ts';
import { outcomeOf } from '../../domain/outcome.ts';
import { possibleTokensOf } from './cut-answer.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import { scanInTurns } from '../../ports/done-in-turns.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { ByteAllocation, ByteBudget } from '../../limits/byte-budget.ts';
import { boundedAnswer } from '../../ports/bounded-body.ts';
import { answerLabels } from './answer-labels.ts';
import { notAnAnswer } from './not-an-answer.ts';
import { restoredOrError } from './restored-or-error.ts';
import type { Answered, Conclusion, AnswerToStore, Noted, Restored } from '../records.ts';

export interface DeliverWholeDeps {
  /** Largest unstreamed answer, bytes. */
  readonly answerBytesMax: number;
  /** The memory of all large answers. */
  readonly answerBudget: ByteBudget;
}

/**
 * Reads an unstreamed answer completely. It is handed over after the settlement, so that the charge is in the ledger
 * before the caller has the answer; until then it keeps its memory. Raises `InferenceFailure` for an answer that is not
 * in the protocol, `UnopenedAnswer` for an error in its place, `UpstreamFailure` for one that breaks off, is too large,
 * or finds no memory in time.
 */
export async function deliverWhole(
  noted: Noted,
  reading: WholeReading,
  { answerBytesMax, answerBudget }: DeliverWholeDeps,
): Promise<Answered> {
  const held = await readWhole(noted, answerBytesMax, answerBudget);
  try {
    const answered = await readAnswer(noted, reading, held);
    noted.permit.add(held.memory);
    return answered;
  } catch (error) {
    held.memory.release();
    throw error;
  }
}

const notInProtocol = 'The upstream returned an answer that is not in its protocol.';

async function readAnswer(noted: Noted, reading: WholeReading, held: HeldAnswer): Promise<Answered> {
  const { answer, request, profile } = noted;
  const { bytes: received } = held;
  const body = reading.form === 'text' ? received : withoutByteOrderMark(received);
  const label = reading.form === 'text' ? answerLabels.mayBeText : answerLabels.mayBeJson;
  await scanInTurns(body, answerLimits, sharerOf(noted.caller.key));
  const own = reading.form === 'json' ? withoutForeignWords(body) : body;
  const whole = label.test(answer.headers['content-type'] ?? '') ? reading.read(own, profile, noted.target) : null;
  if (whole === null) throw await notAnAnswer(noted, { body: own, detail: notInProtocol });
  noted.note?.(whole.body);
  const conclusion = await conclusionOf(noted, reading, whole.body);
  return {
    ...noted,
    outcome: outcomeOf({
      usage: whole.usage,
      isUsageFinal: true,
      untold: whole.reading?.untold,
      serviceTier: whole.serviceTier,
      input: request.input,
      estimate: whole.estimate ?? request.work.uncounted(noted.target),
      contentBytes: whole.contentBytes,
      toolUses: whole.toolUses,
      unseenTokensMax: 0,
      covered: noted.bound,
      possible: possibleTokensOf(noted),
      hasBillingRecords: noted.route.hasBillingRecords,
      doubt: 'usage_missing',
    }),
    conclusion,
    toStore: conclusion.kind === 'whole' ? answerToStore(noted, reading, { whole, conclusion, held }) : null,
  };
}

/** An answer without what only this gateway says. Raises `UpstreamFailure` for one that is too large to be read. */
function withoutForeignWords(scanned: Buffer): Buffer {
  const object = scanJsonObject(scanned, answerLimits);
  if (object.kind !== 'json_fault') {
    return mayPretend(scanned) ? editedJsonText(object, foreignWordEdits(object)) : scanned;
  }
  // It may repeat so much of its request, or tell so much of each token, that its counters cannot be read.
  if (isTooLargeFault(object)) throw new UpstreamFailure('too_large', 'unknown');
  return scanned;
}

type WholeConclusion = Extract<Conclusion, { readonly kind: 'whole' }>;
type Answer = Extract<Conclusion, { readonly kind: 'whole' | 'error' }>;

/** With the caller's copy; an error where it cannot be made. Tells the caller of placeholders that stayed in links. */
async function conclusionOf(noted: Restored, { form }: WholeReading, body: Buffer): Promise<Answer> {
  const { answer, restore, conversation, client } = noted;
  const contentType = form === 'text' ? answer.headers['content-type'] : undefined;
  const own = restore === null ? body : await restoredOrError(restore, body);
  if (own instanceof GatewayError) return { kind: 'error', error: own };
  if (conversation !== null && conversation.kept.size > 0) client.announce('x-waybill-pii', shownCounts(conversation));
  return { kind: 'whole', status: 200, headers: { 'content-type': contentType ?? 'application/json' }, body: own };
}

interface Concluded {
  readonly whole: WholeAnswer;
  readonly conclusion: WholeConclusion;
  readonly held: HeldAnswer;
}

function answerToStore(
  noted: Restored,
  reading: WholeReading,
  { whole: { body: sent, storable }, conclusion: { body: shown }, held }: Concluded,
): AnswerToStore | null {
  if (storable === undefined || noted.request.memory?.isStored !== true) return null;
  return {
    responseId: storable.responseId,
    sent,
    shown,
    whenNotStored: () => conclusionOf(noted, reading, storable.bodyWhenNotStored()),
    hold: () => held.memory.hold(),
  };
}

/** An answer in memory. */
export interface HeldAnswer {
  readonly bytes: Buffer;
  readonly memory: ByteAllocation;
}

/** What is read, and for whom. */
export type AnswerToRead = Pick<Noted, 'answer' | 'caller'> & {
  readonly exchange: Pick<Noted['exchange'], 'signal' | 'held'>;
};

/**
 * Reads a whole answer. The caller must release its memory. Raises `UpstreamFailure`: `too_large` above `bytesMax`,
 * `total_timeout` when there was no memory in time, and what reading the body raises.
 */
export async function readWhole(
  { answer, caller, exchange }: AnswerToRead,
  bytesMax: number,
  answers: ByteBudget,
): Promise<HeldAnswer> {
  const memory = answers.open(sharerOf(caller.key));
  const wait = async (): Promise<void> => {
    const refusal = await exchange.held.while(Promise.resolve(memory.cover(bytesMax, exchange)));
    if (refusal !== null) throw new UpstreamFailure('total_timeout', 'unknown');
  };
  try {
    const bytes = await boundedAnswer(answer.body, bytesMax, (length) => (memory.covers(length) ? null : wait()));
    return { bytes, memory };
  } catch (error) {
    memory.release();
    throw error;
  }
}
