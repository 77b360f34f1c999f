/**
 * Ids of responses: `resp_`, 12 hex digits of time and 32 of chance. The time is counted down, so that in any list by id
 * the newest comes first; the 128 random bits are what nobody guesses.
 */

const prefix = 'resp_';
const timeMax = 0xff_ff_ff_ff_ff_ff;
const timeDigits = 12;
const randomDigits = 32;
const pattern = /^resp_[0-9a-f]{44}$/;

/** Writes an id. `randomHex`: 32 hex digits. Raises `RangeError` for any other length. */
export function responseId(nowMs: number, randomHex: string): string {
  if (randomHex.length !== randomDigits) throw new RangeError('a response id is made of 32 random hex digits');
  return prefix + (timeMax - nowMs).toString(16).padStart(timeDigits, '0') + randomHex;
}

/** Whether a text can be an id of ours at all. */
export function isResponseId(text: string): boolean {
  return pattern.test(text);
}

/** What the id of an item of the input is made of, where it was sent without one: the place where it stands. */
export function itemNumber(response: string, index: number): string {
  return `${response.slice(prefix.length)}i${index.toString(16)}`;
}

/** The response in whose input an item stands whose id was made so; `null` for any other id. */
export function responseOfItem(itemId: string): string | null {
  const [, digits] = /^[a-z]+_([0-9a-f]{44})i[0-9a-f]{1,8}$/.exec(itemId) ?? [];
  return digits === undefined ? null : prefix + digits;
}
