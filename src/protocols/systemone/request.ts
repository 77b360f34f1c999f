import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers, stringChange } from '../../wire/json-edits.ts';
import type { JsonKind, JsonMember, JsonObjectText } from '../../wire/json-object-text.ts';
import { findAnswersAsked } from '../requests/answers-asked.ts';
import { findUnknownMember } from '../requests/known-members.ts';
import { knownQuestionMembers } from './known-members.ts';
import {
  faultAt,
  givenMember,
  isRequestFault,
  readBooleanField,
  readModelField,
  requestFault,
  shownName,
  type RequestFault,
} from '../requests/request-fields.ts';

/** What the gateway needs of a System One request: its structure. Its content is left to the upstream. */
export interface SystemOneRequest {
  readonly kind: 'systemone_request';
  /** `null` when it names none: then the caller's default. */
  readonly model: string | null;
  /** The questions, by the caller's ids, in the order of the text. */
  readonly questions: ReadonlyMap<string, SystemOneQuestion>;
  /** The input contains images or files: it is not only text, and its bytes do not bound its tokens. */
  readonly hasMedia: boolean;
  /** The path of the first unknown member of a question; `null`: all are known. */
  readonly unknownMember: string | null;
  /** The most bytes that the answers can have, in any normal form: they repeat ids, labels and levels. */
  readonly answersBytesMax: number;
}

export interface SystemOneQuestion {
  readonly type: SystemOneQuestionType;
  /** The keys of its probabilities: the labels of a choice, `0`, `1`, … of a score, none for a yes/no question. */
  readonly options: ReadonlySet<string>;
}

type SystemOneQuestionType = 'noul' | 'choice' | 'score';

/**
 * Checks the structure of a request: `model`, `state`, `questions` with their types and kinds of `criteria`, and
 * `stream`, which may only be false. The number of labels or levels is left to the upstream.
 */
export function readSystemOneRequest(object: JsonObjectText): SystemOneRequest | RequestFault {
  const model = readModelField(object);
  if (isRequestFault(model)) return model;
  const state = object.member('state');
  if (state === undefined || !stateKinds.has(state.kind)) {
    return requestFault('state', 'a text, an object, an array or null');
  }
  const questions = readQuestions(object);
  if (isRequestFault(questions)) return questions;
  const isStream = readBooleanField(object, 'stream');
  if (isRequestFault(isStream)) return isStream;
  if (isStream) return requestFault('stream', 'false: System One has no stream, its answers come in one object');
  const hasMedia = mediaFields.some((field) => object.member(field) !== undefined);
  return { kind: 'systemone_request', model, ...questions, hasMedia };
}

/**
 * The request as it goes upstream: the model renamed, and without `stream`, which the protocol does not have. Every
 * other byte stays, because the order of keys matters here. The object must have been read without a fault.
 */
export function writeSystemOneRequest(object: JsonObjectText, { model }: { readonly model: string }): Buffer {
  const changes = [...stringChange(object, 'model', model), { key: 'stream', json: null }];
  return applyEdits(object.bytes, editJsonMembers(object, changes));
}

const stateKinds: ReadonlySet<JsonKind> = new Set(['string', 'object', 'array', 'null']);
const instructionKinds: ReadonlySet<JsonKind> = new Set(['string', 'object', 'array']);
const mediaFields = ['assets', 'images', 'files'] as const;

/**
 * Bytes of one answer, or of one option in it, without the caller's texts: field names, and numbers with all their
 * digits.
 */
const answerBytes = 128;
const optionBytes = 32;

type Questions = Pick<SystemOneRequest, 'questions' | 'answersBytesMax' | 'unknownMember'>;

function readQuestions(object: JsonObjectText): Questions | RequestFault {
  const asked = object.nested('questions');
  if (asked === undefined || asked.members.length === 0) {
    return requestFault('questions', 'an object of at least one question');
  }
  const questions = new Map<string, SystemOneQuestion>();
  // In the answers an id and a level occur once, a label twice. A server may count their normal forms.
  let answersBytesMax = 2 * (asked.end - asked.start + asked.normalBytesMax - asked.bytes.length);
  let unknownMember: string | null = null;
  for (const member of asked.members) {
    const id = asked.key(member);
    const place = ['questions', shownName(id)];
    const question = readQuestion(asked, member, place);
    if (isRequestFault(question)) return question;
    questions.set(id, question);
    answersBytesMax += answerBytes + optionBytes * question.options.size;
    const unknown = findUnknownMember(asked.object(member), knownQuestionMembers);
    if (unknown === null) continue;
    unknownMember ??= [...place, unknown].join('.');
    const several = findAnswersAsked(asked.object(member), knownQuestionMembers);
    if (several !== null) return faultAt([...place, several.param], 'left out: a question has one answer');
  }
  return { questions, answersBytesMax, unknownMember };
}

function readQuestion(
  asked: JsonObjectText,
  member: JsonMember,
  place: readonly string[],
): SystemOneQuestion | RequestFault {
  if (member.kind !== 'object') return faultAt(place, 'an object');
  const question = asked.object(member);
  const instructions = givenMember(question, 'instructions');
  if (instructions !== undefined && !instructionKinds.has(instructions.kind)) {
    return faultAt([...place, 'instructions'], 'a text, an object, an array or null');
  }
  const type = question.string('type');
  const criteria = givenMember(question, 'criteria');
  switch (type) {
    case 'noul':
      if (criteria === undefined || criteria.kind === 'object') return { type, options: new Set() };
      return faultAt([...place, 'criteria'], 'an object or null');
    case 'choice':
      return readOptions([...place, 'criteria'], { type, labels: labelsOf(question, criteria) });
    case 'score':
      return readOptions([...place, 'criteria'], { type, labels: levelsOf(question, criteria) });
    case undefined:
    default:
      return faultAt([...place, 'type'], '`noul`, `choice` or `score`');
  }
}

interface Options {
  readonly type: 'choice' | 'score';
  readonly labels: readonly string[];
}

function readOptions(place: readonly string[], { type, labels }: Options): SystemOneQuestion | RequestFault {
  if (labels.length > 0) return { type, options: new Set(labels) };
  return faultAt(place, type === 'choice' ? 'an object of at least one label' : 'an array of at least one level');
}

function labelsOf(question: JsonObjectText, criteria: JsonMember | undefined): readonly string[] {
  if (criteria?.kind !== 'object') return [];
  const labels = question.object(criteria);
  return labels.members.map((label) => labels.key(label));
}

function levelsOf(question: JsonObjectText, criteria: JsonMember | undefined): readonly string[] {
  if (criteria?.kind !== 'array') return [];
  return question.elements(criteria).map((_, level) => String(level));
}
