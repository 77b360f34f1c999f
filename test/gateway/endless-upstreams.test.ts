import test, { type ExecutionContext } from 'ava';
import { assertWalletIsSound } from '../_support/ledger-view.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { openAnswer, type OpenAnswer } from '../_support/streaming-surfaces.ts';

// Upstreams that never end by themselves, as fast as the connection takes it: their time is over after `total_timeout_ms`,
// whether somebody reads the answer or not.

const totalMs = 400;
const head =
  'data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n';

const floods = {
  'events without data, which are not passed on': 'event: ping\n\n',
  'blank lines': '\n\n',
  comments: ': x\n\n',
};

async function ask(t: ExecutionContext, answer: ScriptedAnswer, { isRead }: { readonly isRead: boolean }) {
  const scene = await setScriptedScene(t, {
    surfaces: ['chat_completions'],
    upstream: { total_timeout_ms: totalMs },
    top: { server: { write_stall_ms_max: 1_000 } },
  });
  scene.answer({ headers: { 'content-type': 'text/event-stream' }, ...answer });
  const { apiKey, walletId } = await scene.ledger.tenant({ creditEur: '10' });
  const call = {
    surface: 'chat_completions',
    path: '/chat/completions',
    contentType: 'application/json',
    headers: {},
    body: JSON.stringify({ model: 'light', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  };
  const open = await openAnswer(scene.baseUrl, call, { apiKey, isRead });
  return { scene, walletId, open };
}

async function assertEnds(
  t: ExecutionContext,
  { scene, walletId, open }: { readonly open: OpenAnswer } & Awaited<ReturnType<typeof ask>>,
) {
  // The hold ends with the exchange. The test's own time-out is the limit: the configured default for all is 50 minutes.
  const wallet = await scene.ledger.settledWallet(walletId);
  assertWalletIsSound(t, wallet);
  t.is(wallet.reservations.length, 1);
  open.response.resume();
  return open.seen;
}

for (const [name, flood] of Object.entries(floods)) {
  test.serial(`an upstream that floods a reader with ${name} is cut after its total time`, async (t) => {
    const { text, isBroken } = await assertEnds(t, await ask(t, { pieces: [head], flood }, { isRead: true }));
    t.true(isBroken);
    t.true(text.includes('"upstream_cut"'));
  });

  test.serial(`so is one that floods somebody who does not read, with ${name}`, async (t) => {
    const { bytes } = await assertEnds(t, await ask(t, { pieces: [head], flood }, { isRead: false }));
    t.true(bytes > 0);
  });
}
