// The protocol peer as a process of its own: tells its parent where it listens.
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';

const peer = await startPeer();
process.send?.({ connection_string: peer.directConnectionString });
