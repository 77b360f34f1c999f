import test from 'ava';
import { keyedPost } from '../../_support/keyed-post.ts';
import { chat } from '../../_support/sandbox-post.ts';
import { serveGateway } from '../../_support/served-gateway.ts';
import { until } from '../../_support/until.ts';

test('a key and its answer are removed by age, leave the disk with the next compaction, and free the key', async (t) => {
  const gateway = await serveGateway(t, {
    config: {
      upstream: { total_timeout_ms: 4_700 },
      server: { write_stall_ms_max: 100, request_total_ms_max: 4_900 },
      top: { idempotency: { ttl_ms: 5_500 }, responses: { compact_interval_ms: 100 } },
    },
  });
  const { apiKey, walletId } = await gateway.tenant();
  const call = { apiKey, key: 'k', body: chat('Hello', { model: 'light', max_tokens: 100 }) };
  const first = await keyedPost(gateway, call);
  t.is(first.status, 200);
  const left = () => gateway.log.readAll({ streamPrefixes: ['idempotency-', 'content-'] });
  await until('both streams are empty', async () => (await left()).length === 0);
  const again = await keyedPost(gateway, call);
  t.is(again.status, 200);
  t.is(again.headers['idempotent-replayed'], undefined);
  t.is((await gateway.wallet(walletId)).filter(({ type }) => type === 'ReservationSettled').length, 2);
});
