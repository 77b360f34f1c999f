// What is asked of each surface, and what its upstream says to it: every fixture, and what fixtures cannot tell.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpCall, HttpReply } from '../_support/http-call.ts';
import { placeholderOf } from '../_support/substituting-pii-engine.ts';
import { names, type Script } from './_golden-scene.ts';
import { chatTold, framed, messagesTold, responsesTold } from './_told-streams.ts';

/** One call, and what the upstream answers to it. */
export interface GoldenStep {
  readonly call: (earlier: readonly HttpReply[]) => HttpCall & { readonly path: string };
  readonly script: Script;
}

export interface GoldenQuestion {
  readonly name: string;
  readonly isProtected: boolean;
  readonly steps: readonly GoldenStep[];
  /** The answer is read in every chunking; otherwise whole. */
  readonly isCut: boolean;
}

interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (options: { readonly isStream: boolean; readonly model?: string; readonly answer?: string }) => object;
  /** Records that say these texts; absent where nothing is streamed so. */
  readonly told?: (pieces: readonly string[]) => readonly object[];
  /** What ends a stream beside its records. */
  readonly last?: string;
}

const user = { role: 'user', content: 'Hello, I am Ada.' };

/** The questions that a fixture answers. */
function questionsFor(answer: string): object {
  if (answer !== 'answer-every-type') return { 'Ada?': { type: 'noul' } };
  const parsed = (file: string) =>
    JSON.parse(readFileSync(join(folder, 'systemone', `${file}.json`), 'utf8')) as Readonly<Record<string, object>>;
  const { questions = {} } = parsed('request-every-question');
  const answered = new Set(Object.keys(parsed(answer)['answers'] ?? {}));
  return Object.fromEntries(Object.entries(questions).filter(([name]) => answered.has(name)));
}

const pathFor = ({ path }: Asked, fixture: string): string =>
  fixture.includes('count-tokens') ? `${path}/count_tokens` : path;

const folder = join(import.meta.dirname, '../fixtures');

/** How a fixture of each folder is asked for. */
export const jsonSurfaces: Readonly<Record<string, Asked>> = {
  'chat-completions': {
    path: '/chat/completions',
    body: ({ isStream, model = 'light' }) => ({ model, stream: isStream, messages: [user] }),
    told: chatTold,
    last: '[DONE]',
  },
  messages: {
    path: '/messages',
    headers: { 'anthropic-beta': 'golden-2026-01-01' },
    body: ({ isStream, model = 'light' }) => ({ model, stream: isStream, max_tokens: 500, messages: [user] }),
    told: messagesTold,
  },
  responses: {
    path: '/responses',
    body: ({ isStream, model = 'light' }) => ({ model, stream: isStream, input: user.content, store: false }),
    told: responsesTold,
  },
  embeddings: { path: '/embeddings', body: ({ model = 'light' }) => ({ model, input: ['I am Ada', 'Ada'] }) },
  systemone: {
    path: '/systemone',
    body: ({ model = 'light', answer = '' }) => ({ model, state: 'Ada writes.', questions: questionsFor(answer) }),
  },
  'audio-speech': {
    path: '/audio/speech',
    body: ({ isStream, model = 'light' }) => ({
      model,
      voice: 'alloy',
      input: 'Good morning, Ada.',
      ...(isStream ? { stream_format: 'sse' } : {}),
    }),
  },
};

export const fixturesOf = (surface: string, what: string): readonly (readonly [name: string, text: string])[] =>
  readdirSync(join(folder, surface))
    .filter((file) => file.startsWith(`${what}-`))
    .map((file) => [file.replace('.json', ''), readFileSync(join(folder, surface, file), 'utf8')]);

/** As an upstream says it that knows nobody's name. */
const unnamed = (text: string): string =>
  names
    .toSorted((a, b) => b.length - a.length)
    .reduce((told, name) => told.replaceAll(name, placeholderOf(name)), text);

export const eventStream = { 'content-type': 'text/event-stream' };

export function post(
  path: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): GoldenStep['call'] {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return () => ({ path, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent });
}

/** Members of the fixtures that are refused, at any depth. */
const refused = new Set(
  'assets audio background billing_policy container context_management conversation diagnostics fallback_credit_token fallbacks images inference_geo mcp_servers moderation previous_response_id prompt session_id thread user web_search_options'.split(
    ' ',
  ),
);

/** The request without what is refused: what is left is forwarded. */
function taken(text: string): string {
  const { tools, ...body } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const own = Array.isArray(tools) ? tools.filter((tool) => isOwn(tool as object)) : tools;
  return JSON.stringify({ ...(pruned(body) as object), tools: own }, null, 2);
}

function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A part that names a file names one that nobody has.
  if (Array.isArray(value))
    return value.map(pruned).filter((part) => !/"file_ids?"|"item_reference"/.test(JSON.stringify(part)));
  const kept = Object.entries(value).filter(([name]) => !refused.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, pruned(inner)]));
}

/** A tool that the caller runs. */
function isOwn(tool: object): boolean {
  return !('type' in tool) || tool.type === 'function' || tool.type === 'custom' || 'input_schema' in tool;
}

type Kind = Pick<GoldenQuestion, 'isProtected'> & { readonly of: string };
const kinds: readonly Kind[] = [
  { of: '', isProtected: false },
  { of: ', protected', isProtected: true },
];

/** Everything that is asked of a surface with JSON bodies. */
export function questionsOf(surface: string): readonly GoldenQuestion[] {
  const asked = jsonSurfaces[surface];
  if (asked === undefined) throw new RangeError(surface);
  return kinds.flatMap((kind) => [
    ...answersTo(asked, surface, kind),
    ...streamsTo(asked, surface, kind),
    ...requestsOf(asked, surface, kind),
  ]);
}

function answersTo(asked: Asked, surface: string, { of, isProtected }: Kind): readonly GoldenQuestion[] {
  const told = isProtected ? unnamed : (text: string) => text;
  const callFor = (answer: string): GoldenStep['call'] =>
    post(pathFor(asked, answer), asked.body({ isStream: false, answer }), asked.headers);
  const answers = fixturesOf(surface, 'answer').map(([name, text]) => ({
    name,
    call: callFor(name),
    script: { body: Buffer.from(told(text)) },
  }));
  const refusals = fixturesOf(surface, 'refusal').map(([name, text]) => ({
    name,
    call: callFor(name),
    script: { status: 400, body: Buffer.from(told(text)) },
  }));
  return [...answers, ...refusals].map(({ name, call, script }) => ({
    name: name + of,
    isProtected,
    isCut: true,
    steps: [{ call, script }],
  }));
}

function streamsTo(asked: Asked, surface: string, { of, isProtected }: Kind): readonly GoldenQuestion[] {
  const told = isProtected ? unnamed : (text: string) => text;
  const call = post(asked.path, asked.body({ isStream: true }), asked.headers);
  const placeholder = placeholderOf('Ada');
  const pieces = isProtected
    ? ['Dear ', placeholder.slice(0, 5), `${placeholder.slice(5)}! It`, ' is [NAME']
    : ['Dear ', 'Ada'];
  const spelt = asked.told === undefined ? [] : ([['stream-spelt', JSON.stringify(asked.told(pieces))]] as const);
  return [...fixturesOf(surface, 'stream'), ...spelt].flatMap(([name, text]) => {
    const records = JSON.parse(told(text)) as readonly object[];
    const [plain, marked] = (['lf', 'crlf'] as const).map((framing) => framed(records, framing, asked.last ?? null));
    if (plain === undefined || marked === undefined) throw new Error('a stream without a framing');
    const question = (kind: string, script: Script): GoldenQuestion => ({
      name: `${name}${kind}${of}`,
      isProtected,
      isCut: true,
      steps: [{ call, script: { headers: eventStream, ...script } }],
    });
    return [
      question('', { body: plain }),
      question(' with comments', { body: marked }),
      question(' without its end', { body: plain.subarray(0, plain.lastIndexOf('data: ')) }),
      question(' broken off', { body: plain.subarray(0, Math.floor(plain.length / 2)), isBroken: true }),
    ];
  });
}

function requestsOf(asked: Asked, surface: string, { of, isProtected }: Kind): readonly GoldenQuestion[] {
  const told = isProtected ? unnamed : (text: string) => text;
  const answers = new Map(fixturesOf(surface, 'answer'));
  const [first] = answers.values();
  const [spoken] = fixturesOf(surface, 'stream').map(([, text]) => JSON.parse(text) as readonly object[]);
  const records = asked.told?.(['Yes.']) ?? spoken;
  const stream = records === undefined ? null : framed(records, 'lf', asked.last ?? null);
  const all = fixturesOf(surface, 'request').flatMap(([name, text]) => [
    [name, text] as const,
    [`${name}, taken`, taken(text)] as const,
  ]);
  return all.flatMap(([name, text]) =>
    ['light', 'thinker'].map((model) => {
      const body = text.replace(/"model": "[^"]*"/, `"model": "${model}"`);
      const answer = answers.get(name.replace('request-', 'answer-').replace(', taken', '')) ?? first;
      const isStream = /^ {2}"stream(": true|_format": "sse")/m.test(text) && stream !== null;
      const script: Script = isStream
        ? { headers: eventStream, body: stream }
        : { body: Buffer.from(told(answer ?? '{}')) };
      const path = pathFor(asked, name);
      const call = post(path, body, asked.headers);
      const chunked: GoldenStep['call'] = (earlier) => ({ ...call(earlier), isChunked: true });
      return {
        name: `${name}, ${model}${of}`,
        isProtected,
        isCut: false,
        steps: [
          { call, script },
          { call: chunked, script },
        ],
      };
    }),
  );
}
