import test from 'ava';
import { spawnDoomedGateway } from '../../_support/doomed-gateway.ts';
import { startTestGateway } from '../../_support/gateway.ts';
import { codeOf, keyedPost, startKeyedPlace } from '../../_support/keyed-post.ts';
import { assertWalletIsSound } from '../../_support/ledger-view.ts';
import { roundsOf } from '../../_support/nightly.ts';
import { assertBillingRecordsAgree } from '../../_support/sandbox-bill.ts';
import { chat, streamed } from '../../_support/sandbox-post.ts';
import { until } from '../../_support/until.ts';

// Gateways that die: what the same key gets from the next one.

/** Where a process dies, and what the same request gets from the next one. */
const deaths = [
  { point: 'begin', when: 'before anything is held', next: 'answered' },
  { point: 'reserve', when: 'when credit is held, before anything is forwarded', next: 'answered' },
  { point: 'forwarded', when: 'when the request was sent', next: 'idempotency_answer_lost' },
  { point: 'mid_stream', when: 'in the middle of the answer', next: 'idempotency_answer_lost' },
  {
    point: 'settle',
    when: 'when the charge is durable, before the end of the answer',
    next: 'idempotency_answer_lost',
  },
  { point: 'keep', when: 'between the answer and its recording', next: 'idempotency_answer_lost' },
  { point: 'kept', when: 'when the answer is recorded, before its end', next: 'replayed' },
] as const;

for (const [index, { point, when, next }] of deaths.entries()) {
  test.serial(`kill -9 ${when}: no key is charged twice, and the next process answers ${next}`, async (t) => {
    const { sandbox, environment, ledger } = await startKeyedPlace(t);
    const { apiKey, walletId } = await ledger.tenant();
    const survivor = await startTestGateway(t, environment);
    // The nightly run plays both.
    const both = index % 2 === 0 ? (['JSON', 'SSE'] as const) : (['SSE', 'JSON'] as const);
    const kinds = both.slice(0, roundsOf(t, { ordinary: 1, nightly: 2 }));
    for (const kind of kinds) {
      const switches = ['frames=20', 'frame_delay_ms=5', ...(point === 'forwarded' ? ['delay_ms=30000'] : [])];
      const body = (kind === 'JSON' ? chat : streamed)(`die here [[sandbox: ${switches.join('; ')}]]`, {
        model: 'light',
        max_tokens: 100,
      });
      const call = { apiKey, key: kind, body };
      const fatal = {
        ...environment,
        CRASH_POINT: point,
        CRASH_BOOKS_URL: sandbox.baseUrl,
        CRASH_AFTER_PIECES: kind === 'JSON' ? '1' : '5',
      };
      const doomed = await spawnDoomedGateway(t, fatal);
      const isBroken = await keyedPost(doomed, call).then(
        ({ isCut }) => isCut,
        () => true,
      );
      t.true(isBroken, 'the connection broke');
      await doomed.assertKilled();
      const reply = await until('it is known what became of it', async () => {
        const seen = await keyedPost(survivor, call);
        if (seen.status !== 409 || codeOf(seen) !== 'idempotency_outcome_unknown') return seen;
        t.is(seen.headers['retry-after'], '10');
        return null;
      });
      if (next === 'answered' || next === 'replayed') {
        t.is(reply.status, 200, reply.text);
        t.is(reply.headers['idempotent-replayed'], next === 'replayed' ? 'true' : undefined);
        const again = await keyedPost(survivor, call);
        t.is(again.headers['idempotent-replayed'], 'true');
        t.deepEqual(again.bytes, reply.bytes);
      } else {
        t.is(reply.status, 409);
        t.is(codeOf(reply), next);
        t.is(reply.headers['x-should-retry'], 'false');
      }
    }
    const wallet = await ledger.settledWallet(walletId, kinds.length * (point === 'reserve' ? 2 : 1));
    assertWalletIsSound(t, wallet);
    await assertBillingRecordsAgree(t, { wallet, sandbox });
    t.is(wallet.reservations.filter(({ charged }) => charged > 0n).length, kinds.length, 'one charge under each key');
  });
}
