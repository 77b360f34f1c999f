import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answers, requests, shortAnswer, streams } from './casting-shapes.ts';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** The longest stall of `/healthz` while one key does its worst in one way. */
export interface HostileFigure extends GatewayFigure {
  readonly name: string;
  /** Milliseconds. */
  readonly longestMs: number;
  /** Attacks that were answered or cut while it was measured. */
  readonly attacks: number;
  /** How they ended: statuses and `cut`, each once. Empty where nothing was sent. */
  readonly answered: readonly string[];
}

/** What a gateway tells of itself since it was asked last. */
export interface GatewayFigure {
  /** The longest turn of its event loop, milliseconds of the processor. */
  readonly longestTurnMs: number;
  /** The most that it held, MB. */
  readonly memoryMb: number;
}

interface Attacked {
  readonly figure: () => Promise<GatewayFigure>;
  readonly origin: string;
  readonly apiKey: string;
  /** Of a caller whose personal data is protected, and whose wallet is full. */
  readonly protectedKey: string;
  /** Has the upstream answer so, with the placeholders of the request. */
  readonly answerWith: (make: Answer) => void;
  /** How long each attack goes on. */
  readonly milliseconds: number;
}

/** An answer, or a stream, with some placeholders. */
export type Answer = (placeholders: readonly string[]) => Buffer;

const bodyBytes = 8_300_000;
const attackersAtOnce = 4;

const chat = (members: string, messages = '{"role":"user","content":"a"}'): string =>
  `{"model":"light","max_tokens":5,"messages":[${messages}]${members === '' ? '' : `,${members}`}}`;
const filled = (piece: string): string => piece.repeat(Math.floor(bodyBytes / Buffer.byteLength(piece)));
const listed = (piece: (n: number) => string, count: number): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join(',');

/** Bodies of JSON: as large as may be, and as many pieces as may be. */
const bodies: Readonly<Record<string, () => string>> = {
  'plain text of 8 MB': () => chat('', `{"role":"user","content":"${filled('Hello, this is text. ')}"}`),
  'text of escapes': () => chat('', `{"role":"user","content":"${filled(String.raw`\"\u0061`)}"}`),
  'names spelt with escapes, 8 MB': () => chat(listed((n) => String.raw`"\u0061${n}":1`, 550_000)),
  'names spelt with escapes, up to the limit': () => chat(listed((n) => String.raw`"\u0061${n}":1`, 49_000)),
  'one spelt name among short ones': () =>
    chat(String.raw`"\u0062":1,${listed((n) => `"x${n.toString(36)}":1`, 49_000)}`),
  'two names of 4 MB': () =>
    chat(`"${String.raw`\u0061`.repeat(690_000)}":1,"${String.raw`\u0061`.repeat(690_000)}b":1`),
  'empty messages': () => chat('', `${'{},'.repeat(49_000)}{}`),
  'messages up to the limit': () =>
    chat(
      '',
      listed(() => '{"role":"user","content":"a"}', 24_000),
    ),
  'parts up to the limit': () =>
    chat('', `{"role":"user","content":[${listed(() => '{"type":"text","text":"a"}', 24_000)}]}`),
  'files named in many objects': () => chat(`"x":[${listed((n) => `{"file_id":"f${n}"}`, 49_000)}]`),
  'lists within lists': () => chat(`"x":[${listed(() => `${'['.repeat(100)}${']'.repeat(100)}`, 490)}]`),
  'white space of 8 MB': () => chat(`"x":[${' '.repeat(bodyBytes)}]`),
};

const json = { 'content-type': 'application/json' };

/** One way to attack, until it was answered or cut. */
interface Attack {
  readonly name: string;
  /** Resolves to the status of its answer, to `cut`, or to nothing where nothing is sent. */
  readonly attack: () => Promise<string | void>;
  /** `one`: one attack alone, whatever it takes; otherwise four at once, again and again. */
  readonly load?: 'one' | 'four';
}

/** Measures each attack by itself, the idle gateway first, and those whose names hold `only`. */
export async function* hostileFigures(attacked: Attacked, only = ''): AsyncGenerator<HostileFigure, void> {
  yield await measured({ name: 'nobody', attack: () => delay(50) }, attacked);
  for (const each of attacksOf(attacked)) if (each.name.includes(only)) yield await measured(each, attacked);
  if ('256 uploads'.includes(only)) yield await withIdleUploads(attacked);
}

function* attacksOf(attacked: Attacked): Generator<Attack, void> {
  const path = '/v1/chat/completions';
  for (const [name, make] of Object.entries(bodies)) {
    const body = once(() => Buffer.from(make()));
    yield { name, attack: () => post(attacked, path, body(), json) };
  }
  yield* otherAttacks(attacked);
  yield* protectedAttacks({ ...attacked, apiKey: attacked.protectedKey }, path);
}

function* otherAttacks(attacked: Attacked): Generator<Attack, void> {
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const part = '--b\r\ncontent-disposition: form-data; name="a"';
  const header = Buffer.from(`${part}; filename="${'a'.repeat(8_000_000)}`);
  const spaces = Buffer.from(`${part}${' '.repeat(120_000)}x\r\n\r\n1\r\n--b--\r\n`);
  const parts = Buffer.from(`${`${part}\r\n\r\n1\r\n`.repeat(100_000)}--b--\r\n`);
  const addresses = Buffer.from(chat('', `{"role":"user","content":"${filled('Via Roma 1 ')}"}`));
  const plain = Buffer.from(chat(''));
  const path = '/v1/audio/transcriptions';
  yield { name: 'a part header that never ends', attack: () => post(attacked, path, header, form) };
  yield { name: 'spaces in a part header', attack: () => post(attacked, path, spaces, form) };
  yield { name: 'parts without number', attack: () => post(attacked, path, parts, form) };
  const noHttp = `GET / HTTP/1.1\r\na b: ${'x'.repeat(9_000)}`;
  yield { name: 'heads that are no HTTP', attack: () => raw(attacked, noHttp) };
  const headers = `GET /v1/models HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${'a: b\r\n'.repeat(2_000)}\r\n`;
  yield { name: 'heads of many headers', attack: () => raw(attacked, headers) };
  yield {
    name: 'addresses of 8 MB whose tokens are to be counted',
    attack: () => post(attacked, '/v1/messages/count_tokens', addresses, json),
  };
  yield {
    name: 'a new idempotency key each time',
    attack: () => post(attacked, '/v1/chat/completions', plain, { ...json, 'idempotency-key': randomUUID() }),
  };
}

/** What is cast and restored: requests, whole answers and streams. Each takes seconds, so that one is enough. */
function* protectedAttacks(attacked: Attacked, path: string): Generator<Attack, void> {
  for (const [name, make] of Object.entries(requests)) {
    const body = once(make);
    const attack = (): Promise<string> => post(attacked, path, body(), json);
    attacked.answerWith(shortAnswer);
    yield { name: `protected: ${name}`, attack, load: 'one' };
    if (name.startsWith('prose')) yield { name: `protected: ${name}, four at once`, attack, load: 'four' };
  }
  for (const [isStreamed, made] of [[false, answers] as const, [true, streams] as const]) {
    const body = Buffer.from(chat(`"stream":${isStreamed}`, '{"role":"user","content":"write to ada@love.example"}'));
    for (const [name, make] of Object.entries(made)) {
      attacked.answerWith(make);
      yield { name: `protected: ${name}`, attack: () => post(attacked, path, body, json), load: 'one' };
    }
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

async function measured({ name, attack, load = 'four' }: Attack, attacked: Attacked): Promise<HostileFigure> {
  const poller = new Worker(import.meta.filename, { workerData: attacked.origin });
  await new Promise((resolve) => poller.once('message', resolve));
  await attacked.figure();
  const until = performance.now() + (load === 'one' ? 0 : attacked.milliseconds);
  const answered = new Set<string>();
  let attacks = 0;
  const attacker = async (): Promise<void> => {
    do {
      const answer = await attack();
      if (answer !== undefined) answered.add(answer);
      attacks += 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: load === 'one' ? 1 : attackersAtOnce }, attacker));
  const longest = new Promise<number>((resolve) => poller.once('message', resolve));
  tell(poller, 'enough');
  const longestMs = await longest;
  await poller.terminate();
  return { name, longestMs, attacks, answered: [...answered].toSorted(), ...(await attacked.figure()) };
}

/** More uploads than there are places, each of them begun and left. */
async function withIdleUploads(attacked: Attacked): Promise<HostileFigure> {
  const head = [
    'POST /v1/audio/transcriptions HTTP/1.1',
    'host: a',
    `authorization: Bearer ${attacked.apiKey}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 1000000',
  ];
  const { hostname, port } = new URL(attacked.origin);
  const sockets = Array.from({ length: 256 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).write(`${head.join('\r\n')}\r\n\r\n--b\r\n`);
    return socket;
  });
  const figure = await measured({ name: '256 uploads that are left idle', attack: () => delay(50) }, attacked);
  for (const socket of sockets) socket.destroy();
  return figure;
}

/** Resolves when it was answered, to the status, or cut. */
function post(
  { origin, apiKey }: Attacked,
  path: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve) => {
    const request = httpRequest(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${apiKey}`, 'content-length': body.length },
    });
    request
      .once('error', () => resolve('cut'))
      .once('response', (response) => {
        response.resume().once('close', () => resolve(response.complete ? String(response.statusCode) : 'cut'));
      });
    request.end(body);
  });
}

function raw({ origin }: Attacked, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let status = 'cut';
    socket.on('error', () => undefined).once('close', () => resolve(status));
    socket.once('data', (piece) => (status = /^HTTP\/1\.1 (\d+)/.exec(piece.toString('latin1'))?.[1] ?? status));
    socket.resume().write(text, 'latin1');
  });
}

function tell(port: { postMessage(message: unknown): void } | null, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port?.postMessage(message);
}

/** In a thread of its own, so that what attacks does not delay what measures. */
async function poll(origin: string): Promise<void> {
  const told = { isEnough: false };
  let longestMs = 0;
  parentPort?.once('message', () => (told.isEnough = true));
  // The first connection is not counted, and nothing attacks before it is there.
  await fetch(`${origin}/healthz`).then((answer) => answer.text());
  tell(parentPort, 'ready');
  do {
    const askedAt = performance.now();
    await fetch(`${origin}/healthz`).then((answer) => answer.text());
    longestMs = Math.max(longestMs, performance.now() - askedAt);
    await delay(2);
  } while (!told.isEnough);
  tell(parentPort, longestMs);
}

if (!isMainThread && typeof workerData === 'string') await poll(workerData);
