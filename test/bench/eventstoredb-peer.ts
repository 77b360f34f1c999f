// The protocol peer as a process of its own: tells its parent where it listens, and ends its subscriptions when it is told
// to. PEER_FLUSH_MS: what a write costs. PEER_VERSION: the server that it is taken for. PEER_COMPRESSION: see `Compression`.
import { compressions } from '../_support/eventstoredb-peer/peer-compression.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { peerVersions } from '../_support/eventstoredb-peer/peer-version.ts';

const { PEER_VERSION: named, PEER_COMPRESSION: asked } = process.env;
const version = peerVersions.find((one) => one === named);
const compression = compressions.find((one) => one === asked);
const peer = await startPeer({ ...(version && { version }), ...(compression && { compression }) });
peer.appends.flushMs = Number(process.env['PEER_FLUSH_MS'] ?? 0);
process.send?.({ connection_string: peer.directConnectionString });
process.on('message', (told: { readonly end_subscriptions: 'end' | 'error' | 'too slow' }) => {
  peer.endSubscriptions(told.end_subscriptions);
});
