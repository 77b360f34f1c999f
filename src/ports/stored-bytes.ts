/** How much each tenant has stored: stored responses and files that were neither removed nor have expired. */
export interface StoredBytes {
  /** Bytes, as far as this process has followed the log. Raises `ReadModelsUnavailable`. */
  of(tenantId: string): number;
  /** Resolves when {@link StoredBytes.of} sees all that was recorded before the call. Raises what the log raises. */
  catchUp(): Promise<void>;
}
