/** Bytes stored by each tenant: responses and files that were neither removed nor have expired. */
export interface StoredBytes {
  /** Stored bytes, as far as this process has followed the log. Raises `ReadModelsUnavailable`. */
  of(tenantId: string): number;
  /** Resolves when {@link StoredBytes.of} includes everything recorded before the call. Raises what the log raises. */
  catchUp(): Promise<void>;
}
