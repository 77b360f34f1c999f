// What seals a thought, and what was found: it comes back as it was given, to the account that it was given to, or is not taken.
import { createHash, createHmac } from 'node:crypto';

const ACCOUNT_CHARACTERS = 12;

/** With every character that base64 has to offer to those who escape or trim. */
const openingOf = (apiKey: string): string =>
  `Eq+/${createHmac('sha256', apiKey).update('account').digest('base64').slice(0, ACCOUNT_CHARACTERS)}`;

export const signatureOf = (apiKey: string, thinking: string): string =>
  openingOf(apiKey) + createHash('sha256').update(thinking).digest('base64');

/** A thought that nobody may read. */
export const redactedOf = (apiKey: string): string => `${openingOf(apiKey)}EmwKAhgBEgy3+/`;

/** Whether a block was sealed for this account. What it seals, it does not say. */
export const isOfAccount = (apiKey: string, sealed: unknown): boolean =>
  typeof sealed === 'string' && sealed.startsWith(openingOf(apiKey));
