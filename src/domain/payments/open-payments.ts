/** A transfer that was debited and not yet credited, with what is needed to finish it. */
export interface OpenTransfer {
  readonly transfer_id: string;
  readonly source_id: string;
  readonly destination_id: string;
  readonly amount_eur: string;
  readonly reason: string;
  readonly actor?: string | undefined;
  readonly allocation?: { readonly id: string; readonly run: string } | undefined;
  /** It has ended: its debit is on its way still, as the stream of its source waits. */
  readonly is_credited?: true | undefined;
}

/** A top-up that waits for a payment, or of which a payment or a return is not booked yet. */
export interface OpenTopup {
  readonly topup_id: string;
  /** When it ends if nothing is paid; `null`: a payment has arrived. */
  readonly expires_at: string | null;
  /** Payments and returns that are not booked, by id. */
  readonly unbooked: readonly string[];
}

/** A payout of which a step is missing: its request after the debit, or the credit after it was cancelled. */
export interface OpenPayout {
  readonly payout_id: string;
  /** The debit; absent: it is on its way still, as the stream of its wallet waits. */
  readonly debited?: {
    readonly wallet_id: string;
    readonly amount_eur: string;
    readonly reason: string;
    readonly actor?: string | undefined;
  };
  readonly is_requested?: true | undefined;
  readonly is_cancelled?: true | undefined;
  readonly is_returned?: true | undefined;
}
