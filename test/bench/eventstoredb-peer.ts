// The protocol peer as a process of its own: tells its parent where it listens, and ends its subscriptions when it is told
// to. PEER_FLUSH_MS: what a write costs.
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';

const peer = await startPeer();
peer.appends.flushMs = Number(process.env['PEER_FLUSH_MS'] ?? 0);
process.send?.({ connection_string: peer.directConnectionString });
process.on('message', (told: { readonly end_subscriptions: 'end' | 'error' | 'too slow' }) => {
  peer.endSubscriptions(told.end_subscriptions);
});
