/** The holders of something that is given up when the last of them lets go. */
export class Holders {
  readonly #giveUp: () => void;
  #count = 0;

  constructor(giveUp: () => void) {
    this.#giveUp = giveUp;
  }

  /** One more holder, who lets go by the returned function. Only its first call counts. */
  hold(): () => void {
    this.#count += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count -= 1;
      if (this.#count === 0) this.#giveUp();
    };
  }
}
