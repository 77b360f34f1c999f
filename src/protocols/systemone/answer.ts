import type { JsonMember, JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import type { SystemOneQuestion, SystemOneRequest } from './request.ts';
import { readAnswerCounters, type CounterReading } from '../answers/answer-counters.ts';

/** A System One answer that answers every question. */
export interface SystemOneAnswer {
  /** The body as it came. */
  readonly bytes: Buffer;
  /** The upstream's counters; `null` when there are none that can be read. */
  readonly reading: CounterReading | null;
  /** Bytes of the answers, for an estimate. */
  readonly answersBytes: number;
}

/**
 * Reads an answer body. `null` when it is not one JSON object with exactly one answer to each question: of its type,
 * with finite probabilities from 0 to 1, and for the labels that were given. The protocol has no partial answers.
 */
export function readSystemOneAnswer(
  bytes: Buffer,
  { questions }: Pick<SystemOneRequest, 'questions'>,
): SystemOneAnswer | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') return null;
  const answers = object.nested('answers');
  if (answers === undefined || !answersAll(answers, questions)) return null;
  return {
    bytes,
    reading: readAnswerCounters(object, 'systemone'),
    answersBytes: answers.end - answers.start,
  };
}

/** Scanned text has no repeated keys: as many answers as questions, each to a question, are all of them. */
function answersAll(answers: JsonObjectText, questions: ReadonlyMap<string, SystemOneQuestion>): boolean {
  if (answers.members.length !== questions.size) return false;
  return answers.members.every((member) => {
    const question = questions.get(answers.key(member));
    return question !== undefined && member.kind === 'object' && answersOne(answers.object(member), question);
  });
}

function answersOne(answer: JsonObjectText, { type, options }: SystemOneQuestion): boolean {
  if (answer.string('type') !== type) return false;
  switch (type) {
    case 'noul':
      return isProbability(answer, answer.member('noul'));
    case 'choice':
      return options.has(answer.string('choice') ?? '') && isSpread(answer, options);
    case 'score':
      return Number.isFinite(numberOf(answer, answer.member('score'))) && isSpread(answer, options);
  }
}

/** Whether the probabilities are for exactly the options, and the confidence, if any, is a probability too. */
function isSpread(answer: JsonObjectText, options: ReadonlySet<string>): boolean {
  const spread = answer.nested('probabilities');
  if (spread === undefined || spread.members.length !== options.size) return false;
  const confidence = answer.member('confidence');
  return (
    (confidence === undefined || confidence.kind === 'null' || isProbability(answer, confidence)) &&
    spread.members.every((member) => options.has(spread.key(member)) && isProbability(spread, member))
  );
}

function isProbability(object: JsonObjectText, member: JsonMember | undefined): boolean {
  const value = numberOf(object, member);
  return value >= 0 && value <= 1;
}

function numberOf(object: JsonObjectText, member: JsonMember | undefined): number {
  return member?.kind === 'number' ? Number(object.text(member)) : Number.NaN;
}
