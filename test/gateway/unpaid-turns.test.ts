// A request that its caller cannot pay for, or that costs nothing, takes nothing from the limits of a credential.
import test from 'ava';
import { SANDBOX_UPSTREAM_KEY } from '../../infra/sandbox-upstream/server.ts';
import { setPoolScene, type PoolScene, type PoolSetting } from '../_support/failing-over-scene.ts';
import type { TestTenant } from '../_support/gateway.ts';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { until } from '../_support/until.ts';

/** The wallet is not empty, and still cannot hold what any request may cost. */
const tooLittle = { creditEur: '0.000000001' };

/**
 * One target behind one credential, for which requests wait ten seconds at most: less than a turn takes once a limit is used
 * up. The same time bounds the whole call, so that less of it would fail on a busy machine.
 */
function limitedTo(limits: object): PoolSetting {
  return {
    profiles: { light: { targets: ['small'] } },
    top: { pools: { deadline_ms: 10_000 } },
    firstUpstream: {
      api_key: undefined,
      credentials: [{ name: 'only', api_key: SANDBOX_UPSTREAM_KEY, ...limits }],
    },
  };
}

function postAs({ apiKey }: TestTenant, { baseUrl }: PoolScene, path: string, body: object): Promise<HttpReply> {
  return httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const question = (content: string) => ({ model: 'light', max_tokens: 100, messages: [{ role: 'user', content }] });

const rates = { requests: { requests_per_minute: 3 }, tokens: { tokens_per_minute: 3_000 } };

for (const [what, limits] of Object.entries(rates)) {
  test(`requests refused for lack of credit use up no ${what} of a credential`, async (t) => {
    const scene = await setPoolScene(t, limitedTo(limits));
    const poor = await scene.ledger.tenant(tooLittle);
    for (let nth = 0; nth < 10; nth += 1) {
      const refused = await postAs(poor, scene, '/chat/completions', question('x'.repeat(2_000)));
      t.is(refused.status, 402, refused.text);
    }
    t.is((await scene.ask('hello')).status, 200);
  });

  test(`requests whose wallet is emptied by others at once give their ${what} back`, async (t) => {
    const scene = await setPoolScene(t, { ...limitedTo(limits), top: { pools: { deadline_ms: 20_000 } } });
    // At 1 and 2 euro per million, enough to hold one request of 2,100 bytes and 100 tokens, and for none after it.
    const poor = await scene.ledger.tenant({ creditEur: '0.0025' });
    const asking = Array.from({ length: 10 }, () =>
      postAs(poor, scene, '/chat/completions', question('x'.repeat(2_000))),
    );
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    t.deepEqual(
      [...new Set(statuses)].toSorted((a, b) => a - b),
      [200, 402],
    );
    t.is((await scene.ask('hello')).status, 200);
  });
}

test('a request that cannot be paid is refused before the one that a credential is busy with has ended', async (t) => {
  const scene = await setPoolScene(t, {
    ...limitedTo({ requests_at_once: 1 }),
    top: { pools: { deadline_ms: 5_000 } },
  });
  const poor = await scene.ledger.tenant(tooLittle);
  const running = scene.ask('slow [[sandbox: hang]]').then(() => 'the other has ended');
  await until('the upstream is asked', async () => (await scene.first.requests()).length > 0);
  const refused = postAs(poor, scene, '/chat/completions', question('hello')).then(({ status }) => status);
  t.is(await Promise.race([refused, running]), 402);
  await running;
});

test('counting tokens uses up no tokens of a credential', async (t) => {
  const scene = await setPoolScene(t, limitedTo({ tokens_per_minute: 3_000 }));
  const poor = await scene.ledger.tenant(tooLittle);
  await scene.first.misbehave('400', 5);
  for (let nth = 0; nth < 5; nth += 1) {
    const { status } = await postAs(poor, scene, '/messages/count_tokens', question('x'.repeat(8_000)));
    t.is(status, 400);
  }
  t.is((await scene.ask('hello')).status, 200);
});

test('requests that the upstream refuses use up no tokens of a credential', async (t) => {
  const scene = await setPoolScene(t, limitedTo({ tokens_per_minute: 3_000 }));
  await scene.first.misbehave('400', 10);
  for (let nth = 0; nth < 10; nth += 1) t.is((await scene.ask('x'.repeat(4_000))).status, 400);
  t.is((await scene.ask('hello')).status, 200);
});
