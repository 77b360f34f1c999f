// What an account has read lately: the beginnings of prompts, as providers keep them, told as cached tokens.
import { createHash } from 'node:crypto';
import { isFields } from './ask.ts';
import { combineDirections } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';

/** A token has four bytes here; beginnings are known in steps of so many tokens. */
const STEP_TOKENS = 128;
const STEP_BYTES = STEP_TOKENS * 4;
/** Shorter beginnings are not kept. */
const LEAST_STEPS = 8;
const STEPS_MAX = 100_000;
const KEPT_MS = 600_000;

/** Whose prompt it is, and of which surface. */
interface Asker {
  readonly surface: string;
  readonly apiKey: string;
  readonly body: Buffer;
}

/** Keeps the beginnings of prompts for ten minutes after their last use, 100,000 steps at most. */
export class PromptCache {
  /** Until when a beginning is known, milliseconds; those used longest ago come first. */
  readonly #known = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The directions with what is known of the beginning of this prompt, unless they say so themselves. Remembers all of it. */
  directed(asker: Asker, queued: Directions): Directions {
    const tokens = this.#take(asker);
    if (tokens === 0) return queued;
    return combineDirections({ behaviours: new Set(), parameters: { cached_tokens: tokens } }, queued);
  }

  #take({ surface, apiKey, body }: Asker): number {
    const prompt = promptOf(surface, body);
    if (prompt === null) return 0;
    let digest = `${apiKey} ${prompt.model}`;
    let steps = 0;
    let known = 0;
    for (let end = STEP_BYTES; end <= prompt.text.length; end += STEP_BYTES) {
      const step = prompt.text.subarray(end - STEP_BYTES, end);
      digest = createHash('sha256').update(digest).update(step).digest('base64');
      steps += 1;
      if (known === steps - 1 && (this.#known.get(digest) ?? 0) > this.#now()) known = steps;
      this.#known.delete(digest);
      this.#known.set(digest, this.#now() + KEPT_MS);
    }
    this.#forget();
    return known < LEAST_STEPS ? 0 : known * STEP_TOKENS;
  }

  #forget(): void {
    for (const digest of this.#known.keys()) {
      if (this.#known.size <= STEPS_MAX) return;
      this.#known.delete(digest);
    }
  }
}

const PARTS = ['tools', 'system', 'instructions', 'messages', 'input'];
const CACHING = new Set(['chat_completions', 'responses', 'messages']);

/** The text of a prompt, in the order in which it is read. Messages are kept where they ask for it (`cache_control`). */
function promptOf(surface: string, body: Buffer): { readonly model: string; readonly text: Buffer } | null {
  if (!CACHING.has(surface) || (surface === 'messages' && !body.includes('"cache_control"'))) return null;
  try {
    const fields: unknown = JSON.parse(body.toString());
    if (!isFields(fields)) return null;
    const texts = PARTS.flatMap((part) => [...textsIn(fields[part])]);
    return { model: String(fields['model']), text: Buffer.from(texts.join('\n')) };
  } catch {
    return null;
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  else if (isFields(value))
    for (const key of Object.keys(value)) if (key !== 'cache_control') yield* textsIn(value[key]);
}
