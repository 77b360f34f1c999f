import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { NoteSigner } from '../ports/note-signer.ts';

/** What stands before the 32 bytes of a key in its PKCS #8 and SPKI forms (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The signer with a secret of 32 bytes. The same secret gives the same key. */
export function createEd25519NoteSigner(secret: Buffer): NoteSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, secret]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(spkiHead.length),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

/** Whether a signature of a message was made with the secret of a public key. Never raises. */
export function verifyEd25519(publicKey: Buffer, message: Buffer, signature: Buffer): boolean {
  try {
    return verify(null, message, publicKeyOf(publicKey), signature);
  } catch {
    return false;
  }
}

function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiHead, bytes]), format: 'der', type: 'spki' });
}
