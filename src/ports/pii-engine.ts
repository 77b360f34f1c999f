/**
 * Finds personal data and stands placeholders in its place. Until an engine is configured, a caller who needs
 * protection is answered 503: nothing is ever forwarded uncast for them.
 */
export interface PiiEngine {
  /**
   * Casts the human text of a request body of the named surface. `earlier` is the mapping of the turns that the request
   * continues: what has a placeholder keeps it. Raises `PiiEngineUnavailable`.
   */
  cast(surface: string, body: Buffer, earlier: string | null): Promise<CastConversation>;
}

/** One conversation's cast: what goes upstream, and the way back. */
export interface CastConversation {
  readonly body: Buffer;
  /** Placeholders and what they stand for, earlier turns included: personal data, to be kept sealed only. */
  readonly mapping: string;
  /** Placeholders → the caller's text, over a whole answer body. */
  restore(body: Buffer): Buffer;
  /** The same over a stream: hand in each piece in order, then `flush`. */
  restorePiece(piece: Buffer): Buffer;
  flush(): Buffer;
}

export class PiiEngineUnavailable extends Error {
  override readonly name = 'PiiEngineUnavailable';
}
