import test from 'ava';
import { codeOf } from '../_support/keyed-post.ts';
import { restoredFromArchive } from '../_support/restored-from-archive.ts';
import { startS3StandIn } from '../_support/s3-stand-in.ts';

test('on a machine with the archive and the secrets alone an old key calls, and a repeated request is not charged again', async (t) => {
  const repeated = await restoredFromArchive(t, (await startS3StandIn(t)).settings, { sealedContents: false });
  t.is(repeated.status, 409);
  t.is(codeOf(repeated), 'idempotency_answer_lost');
});

test('with sealed contents in the archive a repeated request gets its recorded answer', async (t) => {
  const repeated = await restoredFromArchive(t, (await startS3StandIn(t)).settings, { sealedContents: true });
  t.is(repeated.status, 200);
  t.is(repeated.headers['idempotent-replayed'], 'true');
});
