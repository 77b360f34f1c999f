// Streams that fail before anything of them was passed on: an error instead of their first record, or no record at all.
import test from 'ava';
import { assertBothBillingRecordsAgree, failedAttempts, setPoolScene } from '../../_support/failing-over-scene.ts';
import { until } from '../../_support/until.ts';
import { audioPrices } from '../../_support/sandbox-bill.ts';
import { streamingSurfaces } from '../../_support/streaming-surfaces.ts';
import { readText } from '../../_support/read-text.ts';

const worded = Object.entries(streamingSurfaces).filter(([, { errorRecord }]) => errorRecord !== undefined);
const errorFirst = 'error_mid_stream; after_frames=0';
const sound = { surfaces: ['audio_speech', 'audio_transcriptions'], prices: audioPrices, model: 'sandbox-medium' };

for (const [name, surface] of worded) {
  for (const [trouble, failure] of [
    [errorFirst, 'server_error'],
    [`${errorFirst}; comments; frame_delay_ms=100`, 'server_error'],
    [`${errorFirst}; uncharged`, 'server_error'],
    ['cut_mid_stream; after_frames=0', 'cut'],
    ['end_mid_stream; after_frames=0', 'cut'],
  ] as const) {
    test(`${name}: the second target answers after "${trouble}" of the first`, async (t) => {
      const isSound = surface.surface.startsWith('audio');
      const scene = await setPoolScene(t, isSound ? { first: sound, second: sound } : {});
      await scene.first.misbehave(trouble);
      const answer = await fetch(`${scene.baseUrl}${surface.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.tenant.apiKey}`,
          'content-type': surface.contentType,
          ...surface.headers,
        },
        body: surface.body('light', '[[sandbox: frames=3]]').replace('200000', '500'),
      });
      const text = await readText(answer);
      t.is(answer.headers.get('x-waybill-attempts'), '2', text);
      t.is(answer.status, 200);
      t.notRegex(text, /"error":\{|event: error|: hb/);
      t.is((await scene.second.requests()).length, 1);
      const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 2);
      const [failed] = failedAttempts(wallet);
      // The sandbox is overloaded in the words of Anthropic.
      const told = name === 'messages' && failure !== 'cut' ? 'overloaded' : failure;
      t.like(failed, { attempt: 1, failure: told, outcome: 'unknown' }, 'the upstream had taken it');
      if (!isSound) await assertBothBillingRecordsAgree(t, wallet, scene);
    });
  }
}

for (const [trouble, isFlagged] of [
  ['cut_mid_stream; after_frames=0', true],
  [errorFirst, false],
] as const) {
  test(`without billing records "${trouble}" of the first target ${isFlagged ? 'stays held and flagged' : 'counts as free'}`, async (t) => {
    const scene = await setPoolScene(t, { upstream: { billing_records_path: undefined } });
    await scene.first.misbehave(trouble);
    const answer = await scene.ask('hello', { stream: true });
    await readText(answer);
    t.is(answer.headers.get('x-waybill-attempts'), '2');
    const told = async () => {
      const wallet = await scene.ledger.wallet(scene.tenant.walletId);
      return {
        types: wallet.events.map(({ type }) => type),
        isHeld: wallet.state.reserved > 0n,
      };
    };
    await until('the served attempt is charged', async () => (await told()).types.includes('ReservationSettled'));
    if (isFlagged) await until('it is flagged', async () => (await told()).types.includes('ReservationFlagged'));
    const { types, isHeld } = await told();
    t.is(isHeld, isFlagged);
    t.is(types.includes('ReservationFlagged'), isFlagged);
  });
}

test('an error of the last target left is passed on unchanged, with its charge', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave(errorFirst);
  await scene.second.misbehave(errorFirst);
  const answer = await scene.ask('hello', { stream: true });
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-waybill-attempts'), '2');
  t.regex(await readText(answer), /^data: \{"error":/);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
});

test('no other target is tried after anything was passed on, even a comment of the gateway', async (t) => {
  const scene = await setPoolScene(t, { server: { heartbeat_ms: 100 } });
  await scene.first.misbehave(`${errorFirst}; frame_delay_ms=1500`);
  const answer = await scene.ask('hello', { stream: true });
  t.regex(await readText(answer), /^: hb\n\n(: hb\n\n)*data: \{"error":/);
  t.is(answer.headers.get('x-waybill-attempts'), '1');
  t.is((await scene.second.requests()).length, 0);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId), scene);
});
