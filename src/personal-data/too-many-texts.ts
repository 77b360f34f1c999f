/** There is more to find or to cast than is ever read in one request. The message tells what, and no text. */
export class TooManyTexts extends RangeError {
  override readonly name = 'TooManyTexts';

  /** @param what What there may be at most, in plural. */
  constructor(countMax: number, what: string) {
    super(`more than ${countMax} ${what}`);
  }
}
