import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { startSlowPeer } from '../_support/eventstoredb-peer/slow-peer.ts';
import { emptyLogContract } from './event-log-end.contract.ts';
import { eventLogContract } from './event-log.contract.ts';
import type { PeerVersion } from '../_support/eventstoredb-peer/peer-version.ts';

/** As a server with too few threads does. */
const standStill = { everyMs: 4_000, forMs: 700 };

/** Whether peers get a tenth of a processor. */
export const isSlow = process.env['WAYBILL_TEST_SLOW_ENGINE'] === '1';

/** The contract of the event log on peers that behave like servers of a version. */
export function peerContract(version: PeerVersion): void {
  const peers: AsyncDisposable[] = [];
  test.after.always('the peers of the contract stop', async () => {
    for (const peer of peers) await peer[Symbol.asyncDispose]();
  });
  const open = async () => {
    const peer = isSlow ? await startSlowPeer(version) : await startPeer({ standStill, version });
    peers.push(peer);
    return openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  };
  eventLogContract(`eventstoredb ${version}`, open, 'by its operators');
  emptyLogContract(`eventstoredb ${version}`, open);
}
