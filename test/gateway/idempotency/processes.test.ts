import test from 'ava';
import { spawnGateway } from '../../_support/gateway.ts';
import { keyedPost, startKeyedPlace } from '../../_support/keyed-post.ts';
import { assertWalletIsSound } from '../../_support/ledger-view.ts';
import { roundsOf } from '../../_support/nightly.ts';
import { assertBillingRecordsAgree } from '../../_support/sandbox-bill.ts';
import { chat, streamed } from '../../_support/sandbox-post.ts';

// Two gateways on one ledger: one call of the upstream and one charge under one key.

test.serial(
  'one of two requests with one key at two processes is forwarded and charged, and both are answered',
  async (t) => {
    const { sandbox, environment, ledger } = await startKeyedPlace(t);
    const [one, other] = [await spawnGateway(t, environment), await spawnGateway(t, environment)];
    const { apiKey, walletId } = await ledger.tenant();
    const rounds = roundsOf(t, { ordinary: 20, nightly: 500 });
    for (let round = 1; round <= rounds; round += 1) {
      const body = (round % 2 === 0 ? chat : streamed)(`round ${round}`, { model: 'light', max_tokens: 100 });
      const key = `key ${round}`;
      const replies = await Promise.all([
        keyedPost(one, { apiKey, key, body }),
        keyedPost(other, { apiKey, key, body }),
      ]);
      t.deepEqual(
        replies.map(({ status }) => status),
        [200, 200],
        replies[0].text,
      );
      t.deepEqual(replies[0].bytes, replies[1].bytes);
      t.is(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 1);
      const wallet = await ledger.settledWallet(walletId, round);
      t.is(wallet.reservations.length, round);
    }
    const wallet = await ledger.settledWallet(walletId, rounds);
    assertWalletIsSound(t, wallet);
    await assertBillingRecordsAgree(t, { wallet, sandbox });
    t.is((await sandbox.billingRecords()).entries.length, rounds);
  },
);
