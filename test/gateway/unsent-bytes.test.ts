import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, spawnGateway, testConfig } from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { chat } from '../_support/sandbox-post.ts';
import { spawnSandbox } from '../_support/sandbox.ts';
import { openAnswer, streamingConfig, streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { until } from '../_support/until.ts';

// Streams of 27 MB to readers who take nothing, over real sockets: more than all buffers on the way. Nobody here waits for a
// limit of time: the one of a stalled write is far away.

const frames = 100_000;

test.serial('readers that take nothing do not delay others, and hold at most the bound of unsent bytes', async (t) => {
  t.timeout(110_000);
  const count = roundsOf(t, { ordinary: 4, nightly: 12 });
  const sandbox = await spawnSandbox(t);
  const server = {
    write_stall_ms_max: 600_000,
    // Room for one of them.
    unsent_bytes_max: 150_000,
    disconnect_drain_bytes_max: 1_000_000,
  };
  const config = testConfig(sandbox, { server, top: streamingConfig(sandbox) });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const gateway = await spawnGateway(t, environment);
  const stalled = await ledger.tenant({ allowAllModels: true, creditEur: '100' });
  const other = await ledger.tenant({ allowAllModels: true, creditEur: '100' });
  const surface = streamingSurfaces['chat'];
  if (surface === undefined) throw new Error('no chat');
  const body = surface.body('chat_completions', `[[sandbox: frames=${frames}]]`);
  const ask = () => openAnswer(gateway.baseUrl, { ...surface, body }, { apiKey: stalled.apiKey, isRead: false });
  const answers = await Promise.all(Array.from({ length: count }, ask));
  t.true(answers.every(({ response }) => response.statusCode === 200));

  for (let call = 0; call < 20; call += 1) {
    const { status } = await callChat(gateway, other.apiKey, chat('Hello', { model: 'chat_completions' })).seen;
    t.is(status, 200);
  }

  // All but one are given up, and charged, while their limit of time is far away.
  await until('all but one are charged', async () => {
    const { reservations } = await ledger.wallet(stalled.walletId);
    return reservations.filter(({ settled, charged }) => settled !== null && charged > 0n).length === count - 1;
  });
  for (const { response } of answers) response.resume();
  const seen = await Promise.all(answers.map((answer) => answer.seen));
  t.is(seen.filter(({ isBroken }) => isBroken).length, count - 1);
  const wallet = await ledger.settledWallet(stalled.walletId, count);
  assertWalletIsSound(t, wallet);
});
