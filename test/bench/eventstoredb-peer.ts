// The protocol peer as a process of its own: tells its parent where it listens. PEER_FLUSH_MS: what a write costs.
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';

const peer = await startPeer();
peer.appends.flushMs = Number(process.env['PEER_FLUSH_MS'] ?? 0);
process.send?.({ connection_string: peer.directConnectionString });
