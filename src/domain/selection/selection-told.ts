/** What a caller is told about the choice of a route. */
export interface SelectionTold {
  readonly profile: string;
  /** The cost of choosing, as far as counters are known, euro with nine decimals. */
  readonly eur: string;
}
