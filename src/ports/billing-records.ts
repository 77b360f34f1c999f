/** What the upstream's billing records say about one request of ours. */
export type BillingRecord =
  /** The request has finished; `usage` is the JSON text of its usage object. */
  | {
      readonly kind: 'charged';
      readonly usage: string;
      /** The billed service tier; `null` when none is named. */
      readonly serviceTier: string | null;
    }
  /** The request is known and cost nothing. */
  | { readonly kind: 'not_charged' }
  /** The upstream never saw it. */
  | { readonly kind: 'never_seen' }
  /** The request is still running: ask again later. */
  | { readonly kind: 'running' };

/** Billing records, which some upstreams offer. Where none are configured, the reconciler applies its rule. */
export interface BillingRecords {
  /**
   * Looks up a request by the id that the upstream has for it: the reservation's, or an attempt's own. `null` when this
   * upstream offers no billing records. Raises `UpstreamFailure` when it cannot be reached now.
   */
  lookUp(upstream: string, billingReference: string): Promise<BillingRecord | null>;
}
