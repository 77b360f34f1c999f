/** What the upstream's billing records say about one request of ours. */
export type BookEntry =
  /** The request is known and finished; `usage` is the JSON text of its usage object. */
  | {
      readonly kind: 'charged';
      readonly usage: string;
      /** The tier it was billed by; `null` when they name none. */
      readonly serviceTier: string | null;
    }
  /** The request is known and cost nothing. */
  | { readonly kind: 'not_charged' }
  /** The upstream never saw it. */
  | { readonly kind: 'never_seen' }
  /** Still running: ask again later. */
  | { readonly kind: 'running' };

/** Some upstreams have billing records that can be asked for. Where none are configured the reconciler goes by its rule. */
export interface BillingRecords {
  /**
   * By the id under which the upstream knows the request: the reservation's, or an attempt's own.
   * `null` when this upstream has no billing records that can be asked.
   * Raises `UpstreamFailure` when it cannot be reached now.
   */
  lookUp(upstream: string, billingReference: string): Promise<BookEntry | null>;
}
