/** What a caller is told of the choice of who answers. */
export interface SelectionTold {
  readonly profile: string;
  /** What choosing cost by the counters that are known, euro with nine decimals. */
  readonly eur: string;
}
