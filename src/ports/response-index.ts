/** Which responses are kept, without their content. */
export interface ResponseIndex {
  /**
   * The newest kept response of a person that holds an item with this hash; `null` when none does. Sees what was recorded
   * before the call. Looks through the newest 2,000 of that person. Raises what the log and the read models raise.
   */
  holderOf(userId: string, itemHash: string): Promise<string | null>;
  /** Kept responses whose time is over at `now`, the oldest first, beginning after `afterKey`; each with the key to go on by. */
  expired(
    now: Date,
    options: { readonly afterKey: string | null; readonly limit: number },
  ): Promise<readonly ExpiredResponse[]>;
}

/** A kept response whose time is over. */
export interface ExpiredResponse {
  readonly key: string;
  readonly responseId: string;
}
