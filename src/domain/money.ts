import { z } from 'zod';
import { allocate, dinero, toDecimal, toSnapshot, type DineroCurrency } from 'dinero.js/bigint';

/**
 * Money: euro as whole nano-euro (10⁻⁹ €) in a `bigint`. On the wire and in events: decimal strings. Never a float,
 * except ratios and metrics, from which no amount is computed.
 * Folds add plain bigints; dinero is used only for splitting and display.
 */
export type NanoEur = bigint;

/** Most digits after the decimal point: 1 to 9 are read, 9 are written. */
const scaleDigits = 9;

const nanoPerEur: NanoEur = 1_000_000_000n;
const nanoPerEuro = Number(nanoPerEur);

/** Nano-euro of a cent, the least that a bank moves. */
export const nanoPerCent = 10_000_000n;

/**
 * The largest amount: what nine digits and nine decimals write, just below a billion (10⁹) euro. The one bound of every
 * amount that is asked, configured or recorded, so that a pattern says all of it. It fits the INTEGER of an embedded store.
 */
export const amountNanoMax: NanoEur = 10n ** 18n - 1n;

const eur: DineroCurrency<bigint> = { code: 'EUR', base: 10n, exponent: 2n };

/** Zeros in front change nothing: some banks write amounts at a fixed length. */
export const moneyPattern = /^0*\d{1,9}(\.\d{1,9})?$/;

/** Whether a string is an amount of money: digits, optionally a dot and 1 to 9 decimals. */
export function isMoney(text: string): boolean {
  if (smallNano(text) >= 0) return true;
  return moneyPattern.test(text);
}

/** An amount in an event: euro with nine decimals, as {@link eurFromNano} writes it, no larger than a fold can read. */
export const amountSchema = z
  .string()
  .regex(/^\d{1,9}\.\d{9}$/)
  .meta({ title: 'euro, 9 decimals' });

/** A sum over a wallet's whole life, which may be larger than any single amount. */
export const sumSchema = z
  .string()
  .regex(/^\d{1,30}\.\d{9}$/)
  .meta({ title: 'sum in euro, 9 decimals' });

/** Reads an amount. Raises `RangeError` with the text when it is not one: check input with {@link isMoney} first. */
export function nanoFromEur(text: string): NanoEur {
  const small = smallAmount(text);
  if (small !== null) return small;
  if (moneyPattern.test(text)) return parseUnchecked(text);
  throw new RangeError(`not an amount in euro: ${JSON.stringify(text)}`);
}

/**
 * Small amounts that were read last: an event contains each of its amounts several times, and is folded several times.
 */
const lastTexts = Array.from<string | null>({ length: 16 }).fill(null);
const lastAmounts = Array.from<NanoEur>({ length: lastTexts.length }).fill(0n);

/** An amount that {@link smallNano} reads; `null`: any other text. The cache slot is of the last digits, in which they differ. */
function smallAmount(text: string): NanoEur | null {
  const last = text.length - 1;
  const near = text.charCodeAt(last) + 3 * text.charCodeAt(last - 1);
  const place = (near + 5 * text.charCodeAt(last - 3) + 7 * text.charCodeAt(last - 5)) & (lastTexts.length - 1);
  if (lastTexts[place] === text) return lastAmounts[place] ?? null;
  const small = smallNano(text);
  if (small < 0) return null;
  const amount = BigInt(small);
  lastTexts[place] = text;
  lastAmounts[place] = amount;
  return amount;
}

/** How many nano-euro the last decimal digit is worth, by the number of decimals. */
const nanoPerUnit = Array.from({ length: scaleDigits + 1 }, (_, decimals) => 10 ** (scaleDigits - decimals));

/**
 * The nano-euro of a decimal amount below 2⁵³, nine million euro, which a number holds exactly. Takes a tenth of the
 * time. -1: any other text.
 */
function smallNano(text: string): number {
  const { length } = text;
  if (length > scaleDigits + 8) return -1;
  let units = 0;
  let dot = -1;
  for (let index = 0; index < length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === -2 && dot === -1) dot = index;
    else return -1;
  }
  const decimals = length - dot - 1;
  if (dot < 1 || dot > 7 || decimals < 1 || decimals > scaleDigits) return -1;
  const nano = units * (nanoPerUnit[decimals] ?? 0);
  // A number beyond 2⁵³ may have been rounded, and is still beyond it.
  return nano <= Number.MAX_SAFE_INTEGER ? nano : -1;
}

function parseUnchecked(text: string): NanoEur {
  const dot = text.indexOf('.');
  if (dot === -1) return BigInt(text) * nanoPerEur;
  const decimals = text.length - dot - 1;
  return BigInt(text.slice(0, dot) + text.slice(dot + 1)) * 10n ** BigInt(scaleDigits - decimals);
}

/** Writes an amount with all nine decimals, e.g. `0.000012500`; negative amounts with a leading minus. */
export function eurFromNano(amount: NanoEur): string {
  if (amount < 0n) return `-${eurFromNano(-amount)}`;
  if (amount < exactMax) {
    const nano = Number(amount);
    const rest = nano % nanoPerEuro;
    return `${(nano - rest) / nanoPerEuro}.${String(rest + nanoPerEuro).slice(1)}`;
  }
  const digits = amount.toString().padStart(scaleDigits + 1, '0');
  const dot = digits.length - scaleDigits;
  return `${digits.slice(0, dot)}.${digits.slice(dot)}`;
}

/** Numbers below 2⁵³ are exact, and written in a third of the time. */
const exactMax = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Reads an amount as {@link eurFromNano} wrote it, of any sign and size: sums of a wallet's whole life may be larger
 * than any single amount. Raises `SyntaxError` for a text that is no number.
 */
export function nanoFromSum(eur: string): NanoEur {
  // Amounts are written with nine decimals; any other text is left to `BigInt`.
  const small = eur.at(-scaleDigits - 1) === '.' ? smallAmount(eur) : null;
  return small ?? BigInt(eur.replace('.', ''));
}

/** Sum of the ratios that make the whole, basis points. */
const wholeParts = 10_000n;

/**
 * Parts of an amount by ratios that sum to 10,000, exact: what exceeds a multiple of 10,000 nano-euro is left out, so
 * that no part is larger than its ratio. The sum is never above the amount.
 */
export function sharedNano(amount: NanoEur, ratios: readonly bigint[]): readonly NanoEur[] {
  const whole = dinero({ amount: amount - (amount % wholeParts), currency: eur, scale: BigInt(scaleDigits) });
  return allocate(whole, [...ratios]).map((part) => toSnapshot(part).amount);
}

/** Formats an amount for people: `€ 9.9987`, at least two decimals, without trailing zeros. */
export function displayEur(amount: NanoEur): string {
  const decimal = toDecimal(dinero({ amount, currency: eur, scale: BigInt(scaleDigits) }));
  return `€ ${decimal.replace(/(\.\d{2,}?)0+$/, '$1')}`;
}

/**
 * Divides non-negative integers, rounded half to even. Used once per consumption record. Raises `RangeError` for a
 * negative numerator or a divisor below one.
 */
export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  if (numerator < 0n || divisor < 1n) throw new RangeError('divideHalfEven takes a numerator ≥ 0 and a divisor ≥ 1');
  const quotient = numerator / divisor;
  const twice = (numerator % divisor) * 2n;
  if (twice < divisor) return quotient;
  if (twice > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}

/** Rounds a quotient up, for holds, which may never be too small. Same preconditions as {@link divideHalfEven}. */
export function divideUp(numerator: bigint, divisor: bigint): bigint {
  if (numerator < 0n || divisor < 1n) throw new RangeError('divideUp takes a numerator ≥ 0 and a divisor ≥ 1');
  return (numerator + divisor - 1n) / divisor;
}

/** One amount divided by another; 0 if the divisor is 0. For comparisons and scores only: rounded, so never an amount. */
export function ratioOf(part: NanoEur, whole: NanoEur): number {
  return whole === 0n ? 0 : Number(part) / Number(whole);
}

/** Whether `part` is more than `ratio` times `whole`. For comparisons of estimates only: both sides are rounded. */
export function exceedsRatio(part: NanoEur, whole: NanoEur, ratio: number): boolean {
  return Number(part) > ratio * Number(whole);
}

/** Euro as a number, for metrics only: rounded, so never an amount. */
export function approximateEur(amount: NanoEur): number {
  return Number(amount) / nanoPerEuro;
}

export function smaller(a: NanoEur, b: NanoEur): NanoEur {
  return a < b ? a : b;
}

export function larger(a: NanoEur, b: NanoEur): NanoEur {
  return a > b ? a : b;
}
