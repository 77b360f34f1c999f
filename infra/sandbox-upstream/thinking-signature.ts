// The signature of what was thought: without it, a thought that comes back is not taken.
import { createHash } from 'node:crypto';

/** With every character that base64 has to offer to those who escape or trim. */
export const signatureOf = (thinking: string): string =>
  `Eq+/${createHash('sha256').update(thinking).digest('base64')}`;
