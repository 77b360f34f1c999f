import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import { passkeyAlgorithms, type PasskeyAnswer, type PasskeyVerifier } from '../ports/passkey-verifier.ts';

/** Verifies passkeys by the package of SimpleWebAuthn. What it raises, it raises of an answer that is not acceptable. */
export function createSimplewebauthnPasskeyVerifier(): PasskeyVerifier {
  return {
    verifyNew: (answer, { isChallenge, origin, rpId }) =>
      nullIfRaised(async () => {
        const { attestationObject = '' } = answer;
        if (!isOfOnePage(answer) || !isUnattested(attestationObject)) return null;
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...formOf(answer), response: { clientDataJSON: answer.clientDataJSON, attestationObject } },
          expectedChallenge: isChallenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...passkeyAlgorithms],
        });
        if (!verified || registrationInfo.credential.id !== answer.id) return null;
        const { publicKey, counter: signCount } = registrationInfo.credential;
        return { publicKey: isoBase64URL.fromBuffer(publicKey), signCount };
      }),
    verifyLogIn: (answer, { isChallenge, origin, rpId, publicKey }) =>
      nullIfRaised(async () => {
        const { clientDataJSON, authenticatorData = '', signature = '' } = answer;
        if (!isOfOnePage(answer)) return null;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...formOf(answer), response: { clientDataJSON, authenticatorData, signature } },
          expectedChallenge: isChallenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          // The count is compared where it is kept.
          credential: { id: answer.id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
          requireUserVerification: true,
        });
        return verified ? { signCount: authenticationInfo.newCounter } : null;
      }),
  };
}

function formOf({ id }: PasskeyAnswer) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

/** A page of another origin that frames this one may not ask for passkeys. */
function isOfOnePage({ clientDataJSON }: PasskeyAnswer): boolean {
  return decodeClientDataJSON(clientDataJSON).crossOrigin !== true;
}

/**
 * Nothing is asked about the maker of a device; some sign with the passkey itself all the same. An answer that tells of a maker
 * has certificates, whose revocation lists the package would fetch from addresses that they name.
 */
function isUnattested(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')];
  return (format === 'none' && statement.size === 0) || (format === 'packed' && statement.get('x5c') === undefined);
}

async function nullIfRaised<Verified>(verify: () => Promise<Verified | null>): Promise<Verified | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
