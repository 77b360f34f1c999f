// What a request can ask the sandbox to do wrong, how it is written, and the queue that tests fill.

/** Every switch by name. README.md says what each one does. */
const BEHAVIOURS = [
  'slow',
  'hang',
  'reset_before_first_byte',
  'reset_before_first_byte_uncharged',
  'reset_after_first_byte',
  'cut_mid_stream',
  'end_mid_stream',
  'stall_mid_stream',
  'error_mid_stream',
  '400',
  '429',
  '500',
  '503',
  '529',
  'html',
  'html_502',
  'json_on_stream',
  'missing_usage',
  'no_details',
  'usage_on_every_chunk',
  'huge_usage',
  'overrun',
  'no_done',
  'double_done',
  'empty_data_record',
  'no_final_blank_line',
  'comments',
  'crlf',
  'cr',
  'one_byte_chunks',
  'odd_chunks',
  'redacted_thinking',
  'poor_ids',
  'empty_output',
  'reasoning_parts',
  'failed',
  'lost_answer',
  'strange_label',
  'probability_above_one',
  'uncharged',
] as const;

/** Every parameter with its largest value. All are whole numbers, the unit is in the name. */
const PARAMETERS_MAX = {
  delay_ms: 600_000,
  frame_delay_ms: 60_000,
  frames: 100_000,
  after_frames: 100_000,
  retry_after_s: 86_400,
  seed: 2 ** 32 - 1,
  prompt_tokens: Number.MAX_SAFE_INTEGER,
  completion_tokens: Number.MAX_SAFE_INTEGER,
  cached_tokens: Number.MAX_SAFE_INTEGER,
  cache_write_tokens: Number.MAX_SAFE_INTEGER,
  cache_write_1h_tokens: Number.MAX_SAFE_INTEGER,
  reasoning_tokens: Number.MAX_SAFE_INTEGER,
  web_searches: 1_000,
  web_fetches: 1_000,
  window_tokens: 10_000_000,
  tool_prompt_tokens: 1_000_000,
} as const;

const QUEUE_ENTRIES_MAX = 1000;
const TIMES_MAX = 1_000_000;
const DIRECTIVE = /\[\[sandbox:([^\]]*)\]\]/g;

export type Behaviour = (typeof BEHAVIOURS)[number];
export type Parameter = keyof typeof PARAMETERS_MAX;

/** How one request is to be answered. */
export interface Directions {
  readonly behaviours: ReadonlySet<Behaviour>;
  readonly parameters: Readonly<Partial<Record<Parameter, number>>>;
}

/** Answered as a good upstream answers. */
const PLAIN: Directions = { behaviours: new Set(), parameters: {} };

/** A switch or a parameter that the sandbox does not know: a misspelt test must fail, not pass. */
export class UnknownDirective extends Error {
  override readonly name = 'UnknownDirective';
}

const isBehaviour = (word: string): word is Behaviour => BEHAVIOURS.some((name) => name === word);
const isParameter = (word: string): word is Parameter => Object.hasOwn(PARAMETERS_MAX, word);

function readParameter(name: string, value: string): [Parameter, number] {
  if (!isParameter(name)) throw new UnknownDirective(`The sandbox knows no parameter "${name}".`);
  const max = PARAMETERS_MAX[name];
  if (!/^\d{1,16}$/.test(value) || Number(value) > max) {
    throw new UnknownDirective(`The sandbox parameter "${name}" is a whole number up to ${max}, not "${value}".`);
  }
  return [name, Number(value)];
}

/** Reads `cut_mid_stream; after_frames=3`. Raises {@link UnknownDirective}. */
export function readDirections(text: string): Directions {
  const behaviours = new Set<Behaviour>();
  const parameters: Partial<Record<Parameter, number>> = {};
  for (const part of text.split(';')) {
    const word = part.trim();
    if (word === '') continue;
    const equals = word.indexOf('=');
    if (equals > 0) {
      const [name, value] = readParameter(word.slice(0, equals).trim(), word.slice(equals + 1).trim());
      parameters[name] = value;
    } else if (isBehaviour(word)) behaviours.add(word);
    else throw new UnknownDirective(`The sandbox knows no behaviour "${word}".`);
  }
  return { behaviours, parameters };
}

/** Both sets of switches; where both name a parameter the second wins. */
export function combineDirections(first: Directions, second: Directions): Directions {
  if (second === PLAIN) return first;
  if (first === PLAIN) return second;
  return {
    behaviours: first.behaviours.union(second.behaviours),
    parameters: { ...first.parameters, ...second.parameters },
  };
}

/**
 * The `[[sandbox: …]]` directives of a text and the text without them.
 * Raises {@link UnknownDirective}.
 */
export function takeDirectives(text: string): { readonly text: string; readonly directions: Directions } {
  if (!text.includes('[[sandbox:')) return { text, directions: PLAIN };
  let directions = PLAIN;
  for (const [, inside = ''] of text.matchAll(DIRECTIVE)) {
    directions = combineDirections(directions, readDirections(inside));
  }
  return { text: text.replaceAll(DIRECTIVE, '').trim(), directions };
}

/**
 * The parameters in a model name: `sandbox-large:cached_tokens-64:frames-20`.
 * Raises {@link UnknownDirective}.
 */
export function directionsOfModel(model: string): Directions {
  const colon = model.indexOf(':');
  if (colon < 0) return PLAIN;
  return readDirections(
    model
      .slice(colon + 1)
      .replaceAll(':', ';')
      .replaceAll('-', '='),
  );
}

/** Directions for the requests to come, first in, first out. */
export class MisbehaviourQueue {
  readonly #entries: { readonly directions: Directions; times: number }[] = [];

  /** Raises {@link UnknownDirective}, also when the queue is full or `times` is out of range. */
  add(behaviour: string, times: number): void {
    if (!Number.isInteger(times) || times < 1 || times > TIMES_MAX) {
      throw new UnknownDirective(`"times" is a whole number from 1 to ${TIMES_MAX}.`);
    }
    if (this.#entries.length >= QUEUE_ENTRIES_MAX) {
      throw new UnknownDirective(`The queue holds ${QUEUE_ENTRIES_MAX} entries at most.`);
    }
    this.#entries.push({ directions: readDirections(behaviour), times });
  }

  /** The directions of the next request, {@link PLAIN} when none are queued. */
  take(): Directions {
    const first = this.#entries[0];
    if (first === undefined) return PLAIN;
    first.times -= 1;
    if (first.times === 0) this.#entries.shift();
    return first.directions;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** How many requests to come have directions waiting. */
  get waiting(): number {
    return this.#entries.reduce((sum, entry) => sum + entry.times, 0);
  }
}
