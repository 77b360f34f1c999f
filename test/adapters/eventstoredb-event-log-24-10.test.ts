import { peerContract } from './eventstoredb-peer.contract.ts';

peerContract('24.10');
