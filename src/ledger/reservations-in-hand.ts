/**
 * Reservations that this process will end: their request is running, or their ending is being recorded. Any other open
 * reservation of this process is left to the reconciler.
 */
export class ReservationsInHand {
  readonly #ids = new Set<string>();

  /** To be called before the hold can be recorded. */
  take(reservationId: string): void {
    this.#ids.add(reservationId);
  }

  /** To be called when it has ended, was never made, or is left to the reconciler. */
  letGo(reservationId: string): void {
    this.#ids.delete(reservationId);
  }

  has(reservationId: string): boolean {
    return this.#ids.has(reservationId);
  }
}
