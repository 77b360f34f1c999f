// A System One request as the sandbox reads it: keys in the order in which they were written.
import { isFields, readAskJson, readAskModel, RefusedAsk } from './ask.ts';

export interface SystemOneQuestion {
  readonly id: string;
  readonly type: 'noul' | 'choice' | 'score';
  /** Of a choice its labels; of a score its levels, lowest first. */
  readonly options: readonly string[];
}

export interface SystemOneAsk {
  readonly model: string;
  /** State and questions as they were written. */
  readonly text: string;
  readonly questions: readonly SystemOneQuestion[];
}

const KEY_MARK = 'key:';
const FIELDS = new Set(['model', 'state', 'questions', 'assets']);

/** Objects keep integer-like keys apart from the others; with a mark before it, no key is like an integer. */
const markKeys = (json: string): string =>
  json.replaceAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (string, inside: string, colon: string | undefined) =>
    colon === undefined ? string : `"${KEY_MARK}${inside}"${colon}`,
  );

const refused = (param: string, message: string, model: string): RefusedAsk =>
  new RefusedAsk({ status: 422, message, code: 'value_error', param }, model);

const keysOf = (value: object): readonly string[] => Object.keys(value).map((key) => key.slice(KEY_MARK.length));

function readOptions(id: string, { type, criteria }: Record<string, unknown>, model: string): readonly string[] {
  if (type === 'noul') return [];
  if (type === 'choice' && isFields(criteria)) return keysOf(criteria);
  if (type === 'score' && Array.isArray(criteria)) return criteria.map((level) => JSON.stringify(level));
  throw refused(`questions.${id}.criteria`, 'Input should be labels for a choice, levels for a score', model);
}

function readQuestion(id: string, value: unknown, model: string): SystemOneQuestion {
  if (!isFields(value)) throw refused(`questions.${id}`, 'Input should be an object', model);
  const type = value[`${KEY_MARK}type`];
  if (type !== 'noul' && type !== 'choice' && type !== 'score') {
    throw refused(`questions.${id}.type`, "Input should be 'noul', 'choice' or 'score'", model);
  }
  return { id, type, options: readOptions(id, { type, criteria: value[`${KEY_MARK}criteria`] }, model) };
}

/** Raises {@link RefusedAsk}. */
export function readSystemOneAsk(body: Buffer): SystemOneAsk {
  const fields = readAskJson(body);
  const model = readAskModel(fields);
  const stray = Object.keys(fields).find((key) => !FIELDS.has(key));
  if (stray !== undefined) throw refused(stray, 'Extra inputs are not permitted', model);
  if (fields['state'] === undefined) throw refused('state', 'Field required', model);
  const marked: unknown = JSON.parse(markKeys(body.toString()));
  const questions: unknown = isFields(marked) ? marked[`${KEY_MARK}questions`] : undefined;
  if (!isFields(questions) || Object.keys(questions).length === 0) {
    throw refused('questions', 'Field required', model);
  }
  return {
    model,
    text: JSON.stringify([fields['state'], fields['questions']]),
    questions: Object.entries(questions).map(([key, value]) => readQuestion(key.slice(KEY_MARK.length), value, model)),
  };
}
