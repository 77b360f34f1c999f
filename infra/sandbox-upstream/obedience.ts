// Some servers obey members that are of no protocol. A model whose name sets `window_tokens` is such a one: it reads and
// writes what they say, up to its window, whatever the limits of the protocol say.
import { isFields } from './ask.ts';
import type { Fields } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions, Parameter } from './misbehaviour.ts';

/** How many tokens an answer has. llama.cpp, SGLang, Transformers and vLLM, Ollama. */
const OUTPUT = new Set('n_predict max_new_tokens min_tokens min_new_tokens num_predict max_length'.split(' '));

/** How many answers are written. vLLM, Transformers, Gemini. */
const ANSWERS = new Set('best_of num_return_sequences num_beams candidate_count'.split(' '));

/** What is read besides, by its address or made by a template. Ollama, vLLM, LLaVA. */
const INPUT = new Set('images videos chat_template document_urls'.split(' '));

const WINDOW = /window_tokens-(\d+)/;

interface Wishes {
  outputTokens: number | null;
  answers: number;
  readsAll: boolean;
}

export interface Obeyed {
  readonly body: Buffer;
  readonly queued: Directions;
}

/** The request as the surface reads it, without those members, and with the counters that they have. */
export function obey(body: Buffer, queued: Directions): Obeyed {
  if (!body.includes('window_tokens-')) return { body, queued };
  const fields = readFields(body);
  const window = Number(WINDOW.exec(String(fields?.['model']))?.[1] ?? 0);
  if (fields === null || window === 0) return { body, queued };
  const wishes: Wishes = { outputTokens: null, answers: 1, readsAll: false };
  const kept = withoutWishes(fields, wishes);
  const parameters = countersOf(wishes, ownLimit(fields), window);
  return {
    body: Buffer.from(JSON.stringify(kept)),
    queued: combineDirections({ behaviours: new Set(), parameters }, queued),
  };
}

function readFields(body: Buffer): Fields | null {
  try {
    const read: unknown = JSON.parse(body.toString());
    return isFields(read) ? read : null;
  } catch {
    return null;
  }
}

function countersOf(wishes: Wishes, own: number, window: number): Partial<Record<Parameter, number>> {
  const isAsked = wishes.outputTokens !== null || wishes.answers > 1;
  const tokens = Math.min(wishes.outputTokens ?? own, window);
  return {
    ...(isAsked ? { completion_tokens: tokens * wishes.answers } : {}),
    ...(wishes.readsAll ? { prompt_tokens: window } : {}),
  };
}

/** The limit of the protocol, for answers whose length nothing else says. */
function ownLimit(fields: Fields): number {
  const limits = ['max_completion_tokens', 'max_tokens', 'max_output_tokens'].map((name) => fields[name]);
  return limits.find((limit) => typeof limit === 'number') ?? 1_000;
}

/** A copy without the members that are obeyed, at whatever depth; what they say is put into `wishes`. */
function withoutWishes(value: unknown, wishes: Wishes): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutWishes(each, wishes));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (take(name, each, wishes)) return [];
      const kept = withoutWishes(each, wishes);
      // What held nothing else is of no protocol either.
      return isFields(kept) && isFields(each) && Object.keys(each).length > 0 && Object.keys(kept).length === 0
        ? []
        : [[name, kept]];
    }),
  );
}

function take(name: string, value: unknown, wishes: Wishes): boolean {
  if (value === null) return false;
  if (OUTPUT.has(name)) wishes.outputTokens = Math.max(wishes.outputTokens ?? 0, Number(value));
  else if (ANSWERS.has(name)) wishes.answers = Math.max(wishes.answers, Number(value));
  else if (INPUT.has(name)) wishes.readsAll = true;
  else return false;
  return true;
}
