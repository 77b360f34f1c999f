import test from 'ava';
import type { PoolSetting } from '../_support/failing-over-scene.ts';
import {
  answerOf,
  assertUnsent,
  opaqueSetting,
  opaqueSurfaces,
  setOpaqueScene,
  turnAtSecond,
} from '../_support/opaque-blocks-scene.ts';

// The account that made a block is out, taken out, or another's: nobody else gets the block, and its caller is told what to do.

const advice = /[Ll]eave out the blocks with signatures or encrypted contents/;

for (const [name, surface] of Object.entries(opaqueSurfaces)) {
  const { path, next } = surface;

  test(`${name}: while the account fails, a turn with its blocks gets 503 at once, and other turns are served`, async (t) => {
    const scene = await setOpaqueScene(t, {
      upstream: { circuit_failures: 2, circuit_open_ms: 60_000 },
      firstUpstream: { circuit_failures: 1_000 },
      top: { pools: { trial_pause_ms: 50_000 } },
    });
    const answer = await turnAtSecond(scene, surface);
    await scene.second.misbehave('503', 10);
    for (let failing = 0; failing < 2; failing++) t.is((await scene.post(path, next(answer))).status, 503);
    const told = await assertUnsent(t, scene, () => scene.post(path, next(answer)));
    t.is(told.status, 503);
    t.regex(told.message, /Only one upstream account can answer this request/);
    t.regex(told.message, /leave out the blocks/);
    const before = (await scene.first.requests()).length;
    await answerOf(scene, path, surface.first);
    t.is((await scene.first.requests()).length, before + 1);
  });
}

const changes: Readonly<Record<string, { readonly to: PoolSetting; readonly status: number }>> = {
  'has no weight in its profile any more': {
    to: { profiles: { light: { targets: ['small', [{ target: 'spare', weight: 0 }]] } } },
    status: 503,
  },
  'has no weight there, though another profile has it': {
    to: {
      profiles: { light: { targets: ['small', [{ target: 'spare', weight: 0 }]] }, heavy: { targets: ['spare'] } },
    },
    status: 503,
  },
  'is in no profile any more': { to: { profiles: { light: { targets: ['small'] } } }, status: 503 },
  'is not configured any more: another credential is configured in its place': {
    to: { upstream: { account: 'changed' } },
    status: 503,
  },
  'is reached by other profiles alone': {
    to: { profiles: { light: { targets: ['small'] }, heavy: { targets: ['spare'] } } },
    status: 400,
  },
};

for (const [what, { to, status }] of Object.entries(changes)) {
  test(`a block whose account ${what} gets ${status}, and is accepted again once the account is back`, async (t) => {
    const scene = await setOpaqueScene(t);
    const { messages } = opaqueSurfaces;
    if (messages === undefined) throw new RangeError('no such surface');
    const { path, next } = messages;
    const answer = await turnAtSecond(scene, messages);
    t.is((await scene.reconfigure(opaqueSetting(to))).kind, 'taken');
    const told = await assertUnsent(t, scene, () => scene.post(path, next(answer)));
    t.is(told.status, status);
    t.is(told.param, 'messages[1].content[0].signature');
    t.regex(told.message, advice);
    if (status === 503) t.is(told.retry, 'false', 'a client that tries again by itself gains nothing');
    await scene.reconfigure(opaqueSetting());
    await answerOf(scene, path, next(answer));
    t.is((await scene.second.requests()).length, 2);
  });
}

test('a continuation of a stored response is refused with a block of another account', async (t) => {
  const scene = await setOpaqueScene(t);
  const { responses } = opaqueSurfaces;
  if (responses === undefined) throw new RangeError('no such surface');
  const stored = (await answerOf(scene, '/responses', { model: 'light', input: 'hello' })) as { readonly id: string };
  const answer = await turnAtSecond(scene, responses);
  const both = { ...responses.next(answer), previous_response_id: stored.id };
  const told = await assertUnsent(t, scene, () => scene.post('/responses', both));
  t.is(told.status, 400);
  t.regex(told.message, /made by another account than the response that this request continues/);
});
