import test from 'ava';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { openAnswer, streamingConfig, streamingSurfaces } from '../_support/streaming-surfaces.ts';
import { until } from '../_support/until.ts';

test('streams that a stopping gateway cuts end with the error record of their protocol, and are settled', async (t) => {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, { server: { drain_timeout_ms: 3_000 }, top: streamingConfig(sandbox) });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const gateway = await startTestGateway(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true, creditEur: '100' });
  const streams = Object.entries(streamingSurfaces).flatMap(([name, surface]) =>
    surface.errorRecord === undefined ? [] : [{ name, surface, errorRecord: surface.errorRecord }],
  );
  const answers = await Promise.all(
    streams.map(({ surface }) => {
      const body = surface.body(surface.surface, '[[sandbox: stall_mid_stream; frames=40]]');
      return openAnswer(gateway.baseUrl, { ...surface, body }, { apiKey });
    }),
  );
  await until('each has begun', () => answers.every((answer) => answer.text().includes('\n\n')));

  await gateway.stop();

  for (const [index, { name, errorRecord }] of streams.entries()) {
    const { text, isBroken } = (await answers[index]?.seen) ?? { text: '', isBroken: true };
    // Clients of chat and of sound may overlook the record.
    t.is(isBroken, !['messages', 'responses'].includes(name), name);
    t.regex(text.trimEnd().split('\n\n').at(-1) ?? '', errorRecord('shutdown_cut'), name);
  }
  await startTestGateway(t, environment);
  const wallet = await ledger.settledWallet(walletId, streams.length);
  t.is(wallet.reservations.length, streams.length);
  assertWalletIsSound(t, wallet);
  for (const { story } of wallet.reservations)
    t.deepEqual(story, ['ReservationFlagged stream_cut', 'ReservationSettled']);
});
