import { peerContract } from './eventstoredb-peer.contract.ts';

peerContract('26.1');
