import test from 'ava';
import { codeOf } from '../_support/keyed-post.ts';
import { restoredFromArchive } from '../_support/restored-from-archive.ts';
import { startVersitygw } from './_versitygw.ts';

test('from a real bucket a gateway is restored in which an old key calls, and a repeated request is not charged again', async (t) => {
  const { settings } = await startVersitygw(t, { isLocked: true });
  const repeated = await restoredFromArchive(t, settings, { sealedContents: false });
  t.is(repeated.status, 409);
  t.is(codeOf(repeated), 'idempotency_answer_lost');
});
