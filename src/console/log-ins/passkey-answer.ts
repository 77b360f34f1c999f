import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import type { PasskeyAnswer } from '../../ports/passkey-verifier.ts';

/** Longest answer of a browser about a passkey, characters. An RSA key of 4,096 bits makes some 2,500. */
const answerCharsMax = 16_384;

const base64url = z.string().regex(/^[\w-]+$/);

/** What `PublicKeyCredential.toJSON` writes; other members are left alone. */
const answerSchema = z.object({
  id: base64url.max(1_400),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    /** base64url of what was made the user's handle. */
    userHandle: base64url.nullish(),
  }),
});

/** An answer, and the person whom the device named; `null`: it named none. Raises `invalid_value` for another text. */
export function readPasskeyAnswer(text: string): PasskeyAnswer & { readonly userId: string | null } {
  const parsed = text.length <= answerCharsMax ? answerSchema.safeParse(jsonIn(text)) : null;
  if (parsed?.success !== true) throw unread();
  const { id, response } = parsed.data;
  const { userHandle = null, ...rest } = response;
  return { id, ...rest, userId: userHandle === null ? null : userOf(userHandle) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How a person is called towards their device: by the sixteen bytes of their id. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

function userOf(handle: string): string | null {
  const hex = Buffer.from(handle, 'base64url').toString('hex');
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null;
}

function unread(): GatewayError {
  return new GatewayError('invalid_value', {
    detail: 'The browser sent no answer of a passkey.',
    next: 'Use a browser that knows passkeys, with JavaScript, and try again.',
  });
}
