export interface JsonLimits {
  /** Most nested containers, including the outermost. Default 128. */
  readonly depthMax?: number;
  /** Most members of all objects together. Default 250,000. */
  readonly membersMax?: number;
  /** Most members of one object. Default: unlimited. */
  readonly objectMembersMax?: number;
  /** Most elements of all arrays together, other than numbers. Default 500,000. */
  readonly elementsMax?: number;
  /** Most numbers in all arrays together. Default: unlimited. */
  readonly numbersMax?: number;
}

/** For a request. */
export const defaultLimits = {
  depthMax: 128,
  membersMax: 250_000,
  objectMembersMax: Number.POSITIVE_INFINITY,
  elementsMax: 500_000,
  numbersMax: Number.POSITIVE_INFINITY,
} as const satisfies Required<JsonLimits>;

/** For a text that was within its own limits when it was read, or that was written here. */
export const alreadyRead = {
  depthMax: 1_100,
  membersMax: Number.POSITIVE_INFINITY,
  elementsMax: Number.POSITIVE_INFINITY,
} as const satisfies JsonLimits;

/**
 * For an answer, or a record of a stream, which may repeat the whole answer: as much as an honest one contains at the
 * usual limit of bytes. The probabilities of each token are objects, and embeddings are numbers. The request that an
 * answer repeats is nested some levels deeper in it. Many objects are honest, a large one is not: its keys are compared
 * as a set and indexed in one turn of the event loop, which takes seconds for millions.
 */
export const answerLimits = {
  depthMax: 160,
  membersMax: 2_000_000,
  objectMembersMax: 100_000,
  elementsMax: 1_000_000,
} as const satisfies JsonLimits;
