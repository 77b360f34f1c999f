// Callers who use everything at once, as a seed has it: every surface with turns, whole and streamed, chosen candidates, tools,
// personal data, stored responses and what continues them, keys of idempotency, hanging up, and an upstream with faults.
import type { Checks } from './checks.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What an answer comes through whole: the caller reads what it said. */
const harmless = [
  '',
  '',
  '',
  'call the tool',
  'slow',
  'frames=0',
  'comments',
  'crlf',
  'cr',
  'one_byte_chunks',
  'odd_chunks; seed=7',
  'no_details',
  'usage_on_every_chunk',
  'missing_usage',
  'no_done',
  'double_done',
  'empty_data_record',
  'no_final_blank_line',
  'reasoning_tokens=5',
  'cached_tokens=3',
] as const;

const faults = [
  '400',
  '429',
  '500',
  '503',
  '529',
  'html',
  'html_502',
  'json_on_stream',
  'failed',
  'empty_output',
  'reset_before_first_byte',
  'reset_before_first_byte_uncharged',
  'reset_after_first_byte',
  'cut_mid_stream; after_frames=3',
  'end_mid_stream',
  'error_mid_stream',
] as const;

/** Words of a limit that leaves room for the whole echo. */
const roomyTokens = 200;
const placeholder = /\b(?:EMAIL|IBAN|PERSON|PHONE)-[2-9b-z]{5,}/;

interface Call {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body: object | null;
  readonly key: string | null;
  /** When the caller hangs up; `null`: never. */
  readonly hangUpMs: number | null;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** What became of a call, in words: its status, and the code of a refusal; `none`: it was not answered. */
export function outcomeOf(reply: Reply | null): string {
  if (reply === null) return 'none';
  const code = reply.status === 200 ? undefined : /"code":"([a-z0-9_]+)"/.exec(reply.text)?.[1];
  return code === undefined ? String(reply.status) : `${reply.status} ${code}`;
}

interface KeyedCall {
  readonly call: Call;
  readonly reply: Promise<Reply | null>;
}

const kinds = ['chat', 'messages', 'responses', 'responses', 'embeddings', 'delete', 'again'] as const;
type Surface = 'chat' | 'messages' | 'responses';

const texts: Readonly<Record<Surface, RegExp>> = {
  chat: textsOf('content|arguments'),
  messages: textsOf('text|partial_json|input'),
  responses: textsOf('delta|text|arguments'),
};

function textsOf(names: string): RegExp {
  return new RegExp(`"(?:${names})":(?:"((?:[^"\\\\]|\\\\.)*)"|\\{"input":"([^"]*)"\\})`, 'g');
}

export interface MixedTrafficOptions {
  readonly random: SeededRandom;
  readonly apiKey: string;
  /** Of the gateway that runs now. */
  readonly baseUrl: () => string;
}

/** One caller. What it is answered is held to what holds whatever the upstream does. */
export class MixedTraffic {
  readonly #t: Checks;
  readonly #options: MixedTrafficOptions;
  readonly #responses: string[] = [];
  readonly #keyed: KeyedCall[] = [];
  /** How often which status was answered, with the code of a refusal; `none`: none was. */
  readonly outcomes = new Map<string, number>();

  constructor(t: Checks, options: MixedTrafficOptions) {
    this.#t = t;
    this.#options = options;
  }

  /** One call. `person`: who is spoken of in it, a word that nothing else has. */
  async step(number: number, person: string): Promise<void> {
    const { random } = this.#options;
    const kind = random.oneOf(kinds);
    if (kind === 'delete') await this.#deleteSome();
    else if (kind === 'again') await this.#callAgain();
    else if (kind === 'embeddings')
      await this.#send(this.#callOf('/embeddings', { model: 'light', input: [mailOf(person)] }, number));
    else await this.#converse(kind, number, person);
  }

  async #converse(surface: Surface, number: number, person: string): Promise<void> {
    const { random } = this.#options;
    const isHarmless = random.whole(0, 1) === 1;
    const behaviour = isHarmless ? random.oneOf(harmless) : random.oneOf(faults);
    const tokens = random.oneOf([16, roomyTokens, roomyTokens]);
    const call = this.#conversation(surface, saidOf(person, behaviour), tokens, number);
    const reply = await this.#send(call);
    if (reply === null) return;
    this.#t.notRegex(reply.text, placeholder, `${surface} ${behaviour}`);
    if (reply.status !== 200) return;
    if (isHarmless && behaviour !== 'frames=0' && tokens === roomyTokens) {
      const said = [...reply.text.matchAll(texts[surface])].map(([, text, input]) => text ?? input).join('');
      this.#t.true(said.includes(mailOf(person)), `${surface} ${behaviour}: ${reply.text}`);
    }
    const id = /"(resp_[\w-]+)"/.exec(reply.text)?.[1];
    if (surface === 'responses' && id !== undefined) this.#responses.push(id);
  }

  #conversation(surface: Surface, content: string, tokens: number, number: number): Call {
    const { random } = this.#options;
    const asked = {
      model: random.oneOf(['light', 'light', 'advanced', 'switchyard']),
      stream: random.whole(0, 1) === 1,
    };
    const messages = [{ role: 'user', content }];
    const parameters = { type: 'object' };
    if (surface === 'chat') {
      const tools = [{ type: 'function', function: { name: 'find', parameters } }];
      return this.#callOf('/chat/completions', { ...asked, max_tokens: tokens, messages, tools }, number);
    }
    if (surface === 'messages') {
      const tools = [{ name: 'find', input_schema: parameters }];
      return this.#callOf('/messages', { ...asked, max_tokens: tokens, messages, tools }, number);
    }
    const tools = [{ type: 'function', name: 'find', parameters, strict: false }];
    const previous = random.whole(0, 2) === 0 ? this.#some(this.#responses) : undefined;
    const continued = previous === undefined ? {} : { previous_response_id: previous };
    const store = random.whole(0, 2) > 0;
    const body = { ...asked, max_output_tokens: tokens, input: content, tools, store, ...continued };
    return this.#callOf('/responses', body, number);
  }

  #callOf(path: string, body: object, number: number): Call {
    const { random } = this.#options;
    const key = random.whole(0, 2) === 0 ? `key-${number}` : null;
    const hangUpMs = random.whole(0, 5) === 0 ? random.whole(0, 60) : null;
    return { method: 'POST', path, body, key, hangUpMs };
  }

  async #deleteSome(): Promise<void> {
    const id = this.#some(this.#responses);
    if (id === undefined) return;
    await this.#send({ method: 'DELETE', path: `/responses/${id}`, body: null, key: null, hangUpMs: null });
  }

  /** A call with a key is made once: who calls again reads the same answer, or none. */
  async #callAgain(): Promise<void> {
    const before = this.#some(this.#keyed);
    if (before === undefined) return;
    const [again, first] = await Promise.all([this.#send({ ...before.call, hangUpMs: null }), before.reply]);
    if (again?.status === 200 && first?.status === 200) this.#t.is(again.text, first.text);
  }

  #some<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#options.random.whole(0, Math.max(0, items.length - 1))];
  }

  async #send(call: Call): Promise<Reply | null> {
    const reply = this.#reply(call);
    if (call.key !== null) this.#keyed.push({ call, reply });
    const outcome = outcomeOf(await reply);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    return reply;
  }

  async #reply({ method, path, body, key, hangUpMs }: Call): Promise<Reply | null> {
    const { apiKey, baseUrl } = this.#options;
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(key !== null && { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(`${baseUrl()}${path}`, {
        method,
        headers,
        ...(hangUpMs !== null && { signal: AbortSignal.timeout(hangUpMs) }),
        ...(body !== null && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }
}

/** Who is spoken of must not be read upstream. */
export function mailOf(person: string): string {
  return `${person}@posta.example`;
}

function saidOf(person: string, behaviour: string): string {
  if (behaviour === '' || behaviour === 'call the tool') return `I am ${mailOf(person)}. ${behaviour}`;
  return `I am ${mailOf(person)}. [[sandbox: ${behaviour}]]`;
}
