import type { MockUpstream } from './mock-upstream.ts';

/** The two upstreams that a gateway stands before: the first is preferred. */
export type Upstreams = readonly [preferred: MockUpstream, other: MockUpstream];

/** Nano-euro a token, everywhere: 1 euro per million tokens read, 2 per million written. */
export const nanoPerToken = { prompt: 1_000, completion: 2_000 } as const;
/** How long each gateway waits for the head of an answer, as it is configured. */
export const firstByteMs = 2_000;

/** A gateway that is measured, running. */
export interface Contestant {
  readonly name: string;
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  /** Ends it; answers what it billed for all requests, nano-euro, and how many it holds open; `null`: it does not bill. */
  stop(): Promise<Billed | null>;
}

export interface Billed {
  readonly nano: number;
  readonly open: number;
}

/** `isGroup`: neither is preferred, and the faster is to be asked. */
export type StartContestant = (upstreams: Upstreams, isGroup: boolean) => Promise<Contestant>;
