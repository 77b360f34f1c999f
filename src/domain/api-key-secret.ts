/**
 * The secret of an API key: `wb_`, 256 random bits in base62 (43 characters), and a CRC-32 of them in base62 (6
 * characters). With the checksum a mistyped or invented key is refused without a look-up, and secret scanners recognise
 * a real one.
 */

import { crc32 } from 'node:zlib';

/** The beginning of every secret. */
export const secretPrefix = 'wb_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const pattern = /^wb_[0-9A-Za-z]{49}$/;

/** How many characters of a secret may be shown to distinguish keys: 5 random ones, 29 of 256 bits. */
const shownLength = 8;

/** Writes 32 random bytes as a secret. Raises `RangeError` for any other length. */
export function apiKeySecret(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 32) throw new RangeError('an API key is made of 32 random bytes');
  const value = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const body = base62(value, bodyLength);
  return secretPrefix + body + checksum(body);
}

/** Whether a text has the shape and checksum of an API key. */
export function isApiKeySecret(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(secretPrefix.length, secretPrefix.length + bodyLength);
  return text.slice(secretPrefix.length + bodyLength) === checksum(body);
}

export function shownPrefix(secret: string): string {
  return secret.slice(0, shownLength);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet.charAt(Number(rest % 62n)) + digits;
  return digits;
}
