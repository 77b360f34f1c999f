import type { KeyHasher } from '../../ports/key-hasher.ts';

/** A UUID (version 8) derived only from a text: the same text gives the same id in every gateway. */
export function administrationId(hasher: KeyHasher, text: string): string {
  const hex = hasher.hash(text);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
