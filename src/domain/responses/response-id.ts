/**
 * Ids of responses: `resp_`, 12 hex digits of time and 32 random ones. The time counts down, so that lists sorted by id
 * begin with the newest. The 128 random bits cannot be guessed.
 */

const prefix = 'resp_';
const timeMax = 0xff_ff_ff_ff_ff_ff;
const timeDigits = 12;
const randomDigits = 32;
/** The form of these ids. */
export const responseIdPattern = /^resp_[0-9a-f]{44}$/;

/** Writes an id. `randomHex`: 32 hex digits. Raises `RangeError` for any other length. */
export function responseId(nowMs: number, randomHex: string): string {
  if (randomHex.length !== randomDigits) throw new RangeError('a response id is made of 32 random hex digits');
  return prefix + (timeMax - nowMs).toString(16).padStart(timeDigits, '0') + randomHex;
}

/** Whether a text has the form of one of our ids. */
export function isResponseId(text: string): boolean {
  return responseIdPattern.test(text);
}

/** The part of an input item's id that stands for its position, for items sent without an id. */
export function itemNumber(response: string, index: number): string {
  return `${response.slice(prefix.length)}i${index.toString(16)}`;
}

/** The response whose input contains an item with such an id; `null` for any other id. */
export function responseOfItem(itemId: string): string | null {
  const [, digits] = /^[a-z]+_([0-9a-f]{44})i[0-9a-f]{1,8}$/.exec(itemId) ?? [];
  return digits === undefined ? null : prefix + digits;
}
