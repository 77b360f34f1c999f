/** The stored responses, without their content. */
export interface ResponseIndex {
  /**
   * The newest stored response of a user that contains an item with this hash; `null` when none does. Sees what was
   * recorded before the call. Searches the newest 2,000 of that user. Raises what the log and the read models raise.
   */
  holderOf(userId: string, itemHash: string): Promise<string | null>;
  /** Responses that have expired by `now`, the oldest first, after `afterKey`; each with its key, for the next call. */
  expired(
    now: Date,
    options: { readonly afterKey: string | null; readonly limit: number },
  ): Promise<readonly ExpiredResponse[]>;
}

/** A stored response that has expired. */
export interface ExpiredResponse {
  readonly key: string;
  readonly responseId: string;
}
