/**
 * Reservations that this process will end by itself: their request runs, or their ending is on its way into the ledger.
 * An open reservation of this process that is not among them has nobody who would end it.
 */
export class ReservationsInHand {
  readonly #ids = new Set<string>();

  /** To be called before the hold can stand. */
  take(reservationId: string): void {
    this.#ids.add(reservationId);
  }

  /** It has ended, was never made, or is left to the reconciler. */
  letGo(reservationId: string): void {
    this.#ids.delete(reservationId);
  }

  has(reservationId: string): boolean {
    return this.#ids.has(reservationId);
  }

  get size(): number {
    return this.#ids.size;
  }
}
