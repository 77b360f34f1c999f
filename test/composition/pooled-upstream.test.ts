import test from 'ava';
import { pooledUpstream } from '../../src/composition/pooled-upstream.ts';
import { UpstreamFailure, type UpstreamAnswer, type UpstreamRequest } from '../../src/ports/upstream.ts';
import { PoolScene, type SceneWish } from '../_support/pool-scene.ts';

/** What the upstream gives one attempt: an answer, its failure, or nothing until the caller aborts. */
type Given =
  number | UpstreamFailure | { readonly status: number; readonly headers: Record<string, string> } | 'nothing';

const away = new UpstreamFailure('connect', 'not_sent');
const reset = new UpstreamFailure('reset', 'unknown');
const late = new UpstreamFailure('first_byte_timeout', 'unknown');

const nobody = { tenantId: '', keyId: '' };
const callOf = (sharer: typeof nobody) => ({
  sharer,
  caller: sharer.keyId,
  conversation: null,
  tokens: 0,
  isStreamed: false,
});

interface Call {
  readonly tenant?: string;
  readonly method?: 'GET' | 'DELETE';
  readonly abort?: AbortController;
}

/** An upstream without a profile that gives its attempts these things, then 200; two retries, out after three failures. */
function setScene(
  given: readonly Given[],
  { once = false, ...wish }: Partial<SceneWish> & { readonly once?: boolean } = {},
) {
  const scene = new PoolScene({ groups: [['first']], credential: { retriesMax: 2 }, ...wish });
  const sent: UpstreamRequest[] = [];
  let left = 0;
  const upstream = pooledUpstream(
    {
      send: async (request) => {
        const each = given[sent.length] ?? 200;
        sent.push(request);
        if (each instanceof UpstreamFailure) throw each;
        if (each === 'nothing') {
          await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
          throw new UpstreamFailure('aborted', 'unknown');
        }
        const { status, headers } = typeof each === 'number' ? { status: each, headers: {} } : each;
        return { status, headers, body: bodyOf(`answer ${sent.length}`, () => (left += 1)) };
      },
    },
    {
      open: ({ upstream: name, sharer = nobody }) => scene.pools.openAlone(name, callOf(sharer), { once }),
      isBounded: !once,
    },
  );
  const send = ({ tenant = 'tenant', method, abort = new AbortController() }: Call = {}): Promise<UpstreamAnswer> =>
    upstream.send({
      upstream: 'alone',
      path: '/files',
      headers: {},
      body: method === undefined ? Buffer.from('file') : null,
      ...(method !== undefined && { method }),
      reservationId: null,
      sharer: { tenantId: tenant, keyId: `key of ${tenant}` },
      signal: abort.signal,
    });
  /** Status and text, or the reason, when all waits are over. */
  const call = async (how: Call = {}): Promise<string> => {
    const calling = send(how).then(
      async (answer) => `${answer.status} ${await textOf(answer)}`,
      (error: unknown) => (error instanceof UpstreamFailure ? `${error.reason}, ${error.outcome}` : String(error)),
    );
    await scene.timer.pass(20_000);
    return calling;
  };
  return { scene, sent, send, call, left: () => left };
}

/** `onLeft` is called when its reader leaves it before the end. */
function bodyOf(text: string, onLeft: () => void): AsyncIterable<Buffer> {
  const pieces = [Buffer.from(text)];
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = pieces.shift();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: async () => {
        onLeft();
        return { done: true, value: undefined };
      },
    }),
  };
}

async function textOf({ body }: UpstreamAnswer): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const methods = [undefined, 'GET', 'DELETE'] as const;

for (const [what, first] of [
  ['an upstream that is away', away],
  ['429', 429],
  ['503', 503],
  ['529', 529],
] as const) {
  test(`${what} did no work: any method is sent again, and then answered`, async (t) => {
    for (const method of methods) {
      const { call, sent } = setScene([first, first]);
      t.is(await call(method === undefined ? {} : { method }), '200 answer 3');
      t.is(sent.length, 3);
    }
  });
}

for (const [what, given, told] of [
  ['500', 500, '500 answer 1'],
  ['502', 502, '502 answer 1'],
  ['504', 504, '504 answer 1'],
  ['409', 409, '409 answer 1'],
  ['a connection that broke', reset, 'reset, unknown'],
  ['an upstream that was too slow', late, 'first_byte_timeout, unknown'],
] as const) {
  test(`${what} may have done the work: nothing is sent twice, not even what only reads`, async (t) => {
    for (const method of methods) {
      const { call, sent } = setScene([given]);
      t.is(await call(method === undefined ? {} : { method }), told);
      t.is(sent.length, 1);
    }
  });
}

test('what the last attempt gave is told when the retries are spent', async (t) => {
  t.is(await setScene([503, 503, 429]).call(), '429 answer 3');
  t.is(await setScene([503, away, away]).call(), 'connect, not_sent');
  t.is(await setScene([away, reset]).call(), 'reset, unknown', 'the second may have been an upload');
});

test('a wait that the upstream asks for is kept, and one beyond the limit ends the retries', async (t) => {
  const asking = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } });
  const { scene, send, sent } = setScene([asking('4')]);
  const answer = send();
  await scene.timer.pass(3_999);
  t.is(sent.length, 1);
  await scene.timer.pass(2_000);
  t.is((await answer).status, 200);
  t.is(await setScene([asking('6')]).call(), '429 answer 1');
});

test('the body of a refusal that a retry follows is left, and so is one that its reader leaves', async (t) => {
  const { call, send, left } = setScene([503, 429]);
  t.is(await call(), '200 answer 3');
  t.is(left(), 2);
  for await (const _ of (await send()).body) break;
  t.is(left(), 3);
});

test('failures in a row take it out: nothing is sent, until one trial is answered', async (t) => {
  const { scene, send, sent } = setScene([500, 500, 500]);
  for (let nth = 0; nth < 3; nth += 1) await textOf(await send());
  t.is(scene.pools.aloneOut, 1);
  await t.throwsAsync(send(), { instanceOf: UpstreamFailure, message: /circuit_open, outcome not_sent/ });
  t.is(sent.length, 3);
  await scene.timer.pass(1_000);
  t.is((await send()).status, 200);
  t.is(scene.pools.aloneOut, 0);
  t.deepEqual(
    scene.changes.map(({ target, upstream, isHealthy }) => [target, upstream, isHealthy]),
    [
      ['files and judges', 'alone', false],
      ['files and judges', 'alone', true],
    ],
  );
  t.is(scene.pools.status().length, 1, 'targets alone are listed');
});

test('failures of files say nothing about the targets of the upstream, whatever is asked there', async (t) => {
  const { scene, send } = setScene([500, 500, 500]);
  for (let nth = 0; nth < 3; nth += 1) await textOf(await send());
  t.true(scene.pools.isAnyAvailable(scene.targets));
});

test('faults of requests and callers that hang up leave it in', async (t) => {
  for (const status of [400, 401, 403, 404, 413, 422, 501]) {
    const { scene, send } = setScene([status, status, status, status]);
    for (let nth = 0; nth < 4; nth += 1) t.is((await send()).status, status);
    t.is(scene.pools.aloneOut, 0, String(status));
  }
  const { scene, send } = setScene(['nothing', 'nothing', 'nothing', 'nothing']);
  for (let nth = 0; nth < 4; nth += 1) {
    const abort = new AbortController();
    const calling = send({ abort });
    await scene.timer.pass(1);
    abort.abort();
    await t.throwsAsync(calling, { message: /aborted/ });
  }
  t.is(scene.pools.aloneOut, 0);
});

test('one tenant whose requests fail takes it from no other', async (t) => {
  const { scene, send } = setScene([200, 500, 500, 500, 500, 500]);
  await textOf(await send({ tenant: 'bob' }));
  for (let nth = 0; nth < 5; nth += 1) t.is((await send({ tenant: 'mallory' })).status, 500);
  t.is(scene.pools.aloneOut, 0);
  t.is((await send({ tenant: 'bob' })).status, 200);
});

test('a body that breaks off counts as a failure', async (t) => {
  const { scene } = setScene([]);
  const broken = pooledUpstream(
    {
      send: async () => ({
        status: 200,
        headers: {},
        body: (async function* pieces() {
          yield Buffer.from('half');
          throw reset;
        })(),
      }),
    },
    { open: ({ upstream }) => scene.pools.openAlone(upstream, callOf(nobody), { once: false }), isBounded: true },
  );
  for (let nth = 0; nth < 3; nth += 1) {
    const { signal } = new AbortController();
    const answer = await broken.send({
      upstream: 'alone',
      path: '/',
      headers: {},
      body: null,
      reservationId: null,
      signal,
    });
    await t.throwsAsync(textOf(answer), { is: reset });
  }
  t.is(scene.pools.aloneOut, 1);
});

test('an abort between two attempts ends the wait, with nothing under way', async (t) => {
  const { scene, send, sent } = setScene([503]);
  const abort = new AbortController();
  const calling = send({ abort });
  await scene.timer.pass(1);
  abort.abort();
  await t.throwsAsync(calling, { message: /aborted, outcome not_sent/ });
  await scene.timer.pass(20_000);
  t.is(sent.length, 1);
});

test('a call that is made once is not repeated, waits for nothing, and is judged all the same', async (t) => {
  const { scene, send, call, sent } = setScene([503, away, 500, 500], { once: true });
  t.is(await call(), '503 answer 1');
  t.is(await call(), 'connect, not_sent');
  t.is((await send()).status, 500);
  t.is(scene.pools.aloneOut, 1);
  t.is(await send().catch((error: UpstreamFailure) => error.reason), 'circuit_open');
  t.is(sent.length, 3);
});

test('an outage does not multiply calls: retries are a share of those that run', async (t) => {
  const { scene, send, sent } = setScene(
    Array.from({ length: 100 }, () => 503),
    {
      credential: {
        retriesMax: 2,
        health: {
          failuresInARow: 1_000,
          failurePercentMax: 100,
          attemptsMin: 1_000,
          windowMs: 1_000,
          pauseMsMin: 1_000,
          pauseMsMax: 5_000,
        },
      },
      pool: { retryBudget: { sharePercent: 10, attemptsMin: 1 } },
    },
  );
  const calls = Array.from({ length: 20 }, () => send());
  await scene.timer.pass(20_000);
  for (const each of await Promise.all(calls)) t.is(each.status, 503);
  t.true(sent.length <= 20 + 4, `${sent.length} attempts`);
});

test('a new configuration keeps what is known of an upstream, unless its credential has changed', async (t) => {
  const { scene, send } = setScene([500, 500, 500]);
  for (let nth = 0; nth < 3; nth += 1) await textOf(await send());
  const same = new PoolScene({
    groups: [['first']],
    credential: { retriesMax: 2 },
    predecessor: scene.pools,
    timer: scene.timer,
  });
  t.is(same.pools.aloneOut, 1);
  const changed = { retriesMax: 2, identity: 'another key' };
  t.is(
    new PoolScene({ groups: [['first']], credential: changed, predecessor: scene.pools, timer: scene.timer }).pools
      .aloneOut,
    0,
  );
});

test('an upstream that is not configured is a mistake of ours', async (t) => {
  const { scene } = setScene([]);
  t.throws(() => scene.pools.openAlone('nowhere', callOf(nobody), { once: false }), { instanceOf: TypeError });
});

test('all attempts together take no longer than one may: the last has what the others have left', async (t) => {
  const { scene, send, sent } = setScene([{ status: 503, headers: { 'retry-after': '4' } }]);
  const calling = send();
  await scene.timer.pass(20_000);
  t.is((await calling).status, 200);
  const [first = 0, second = 0] = sent.map(({ totalTimeoutMs }) => totalTimeoutMs);
  t.is(first, 60_000);
  t.true(second <= 56_000 && second >= 40_000, `${second}`);
});
