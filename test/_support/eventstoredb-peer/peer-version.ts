/** What a writer proposes. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** The servers that a peer can be taken for. */
export type PeerVersion = '23.10' | '24.10' | '26.1';

export const peerVersions: readonly PeerVersion[] = ['23.10', '24.10', '26.1'];

/** Where servers differ, each as it was measured live: 23.10.6, 24.10.14, 26.1.0. */
export interface PeerProfile {
  /** Whether a live subscription is ended when its client lags; else it catches up in place, and says so. */
  readonly cutsLive: boolean;
  /** Most bytes of one append, of what {@link PeerProfile.countedBytes} counts. */
  readonly appendBytesMax: number;
  countedBytes(event: ProposedEvent): number;
  /** Whether answers are compressed when a call accepts that. */
  readonly compresses: boolean;
  /** Whether an append is known as a repeat, without a position, when its events are hidden or gone. */
  readonly knowsHiddenRepeats: boolean;
  /** Whether each event of a write has its own commit position, equal to its prepare position. */
  readonly hasOwnCommits: boolean;
}

const mebibyte = 1_048_576;
/** The type counts as UTF-16. */
const wholeBytes = ({ type, data, metadata }: ProposedEvent): number => data.length + metadata.length + 2 * type.length;

export const peerProfiles: Readonly<Record<PeerVersion, PeerProfile>> = {
  '23.10': {
    cutsLive: true,
    appendBytesMax: mebibyte,
    countedBytes: ({ data }) => data.length,
    compresses: false,
    knowsHiddenRepeats: false,
    hasOwnCommits: false,
  },
  '24.10': {
    cutsLive: false,
    appendBytesMax: mebibyte,
    countedBytes: wholeBytes,
    compresses: false,
    knowsHiddenRepeats: true,
    hasOwnCommits: true,
  },
  '26.1': {
    cutsLive: false,
    appendBytesMax: 256 * mebibyte,
    countedBytes: wholeBytes,
    compresses: true,
    knowsHiddenRepeats: true,
    hasOwnCommits: true,
  },
};
