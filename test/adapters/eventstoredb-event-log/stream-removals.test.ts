import { status } from '@grpc/grpc-js';
import test from 'ava';
import { StreamRemovals } from '../../../src/adapters/eventstoredb-event-log/stream-removals.ts';
import { peerError } from '../../_support/eventstoredb-peer/wire.ts';
import type { LedgerClient } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';
import type { LogReads } from '../../../src/adapters/eventstoredb-event-log/log-reads.ts';

/** Removals on an engine whose first deletions fail so, one after the other. */
function removalsAfter(...failures: readonly string[]) {
  const left = [...failures];
  let deletions = 0;
  const remove = (): Promise<void> => {
    deletions += 1;
    const message = left.shift();
    if (message === undefined) return Promise.resolve();
    return Promise.reject(Object.assign(new Error(message), peerError(status.UNAVAILABLE, message)));
  };
  const client = { deletion: {}, deleteStream: remove, tombstoneStream: remove } as unknown as LedgerClient;
  const reads = { stream: () => Promise.resolve(['a row']) } as unknown as LogReads;
  const removals = new StreamRemovals(client, reads, () => Promise.reject(new Error('nothing is appended here')));
  return { removals, deletions: () => deletions };
}

const unbegun = 'Channel closed before call started';

for (const ask of ['delete', 'tombstone'] as const) {
  test(`what a client did not send, because it replaced its channel, is sent again: ${ask}`, async (t) => {
    const { removals, deletions } = removalsAfter(unbegun, unbegun);
    t.is(await removals.hide({ ask, stream: 'content-1', expected: 'any' }), null);
    t.is(deletions(), 3);
  });
}

test('a deletion that the client cannot send is given up, and one that may have been sent is not repeated', async (t) => {
  const question = { ask: 'delete', stream: 'content-1', expected: 3 } as const;
  const never = removalsAfter(unbegun, unbegun, unbegun, unbegun);
  t.like(await never.removals.hide(question), { code: 'unknown' });
  t.is(never.deletions(), 3);
  const inDoubt = removalsAfter('Connection dropped');
  t.like(await inDoubt.removals.hide(question), { code: 'unknown' });
  t.is(inDoubt.deletions(), 1);
});
