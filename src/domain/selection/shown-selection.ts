/** What a caller is told about the choice of a route. */
export interface ShownSelection {
  readonly profile: string;
  /** The cost of choosing, as far as counters are known, euro with nine decimals. */
  readonly eur: string;
}
