import { passkeyAlgorithms } from '../../ports/passkey-verifier.ts';
import { userHandleOf } from './passkey-answer.ts';

/** How long a browser may ask its person, milliseconds. */
const timeout = 300_000;

/** What `navigator.credentials.create` is asked for, as JSON: a passkey that the device can find by itself. */
export function newPasskeyOptions({
  rpId,
  challenge,
  userId,
}: {
  readonly rpId: string;
  readonly challenge: string;
  readonly userId: string;
}): string {
  // No name is known here. The beginning of the id tells apart the accounts of one person.
  const name = `Waybill ${userId.slice(0, 8)}`;
  return JSON.stringify({
    rp: { id: rpId, name: 'Waybill' },
    user: { id: userHandleOf(userId), name, displayName: name },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  });
}

/** What `navigator.credentials.get` is asked for, as JSON: any passkey of this site. */
export function logInOptions({ rpId, challenge }: { readonly rpId: string; readonly challenge: string }): string {
  return JSON.stringify({ rpId, challenge, timeout, userVerification: 'required', allowCredentials: [] });
}
