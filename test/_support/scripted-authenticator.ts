import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a page asks a device for, as far as a device looks at it. */
interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** What a device does otherwise than it should. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Whether it says that the person was not verified. */
  readonly unverified?: boolean;
  /** Another statement about its maker than none; `own`: signed by the passkey itself. */
  readonly attestation?: Buffer | 'own';
  readonly userHandle?: string | null;
  readonly signature?: string;
  readonly count?: number;
}

/** A device with one passkey of P-256: answers as a browser would, from the bytes of WebAuthn. */
export class ScriptedAuthenticator {
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly id = randomBytes(32).toString('base64url');
  #userHandle: string | null = null;
  count = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  create(options: string, faults: Faults = {}): string {
    const asked = JSON.parse(options) as Asked;
    this.#userHandle = asked.user?.id ?? null;
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const data = Buffer.concat([
      this.#head(faults.rpId ?? asked.rp?.id ?? '', { ...faults, isNew: true }),
      Buffer.alloc(16),
      length,
      credentialId,
      this.#coseKey(),
    ]);
    const clientDataJSON = this.#clientData(asked, faults.type ?? 'webauthn.create', faults);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const none = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]);
    const statement =
      faults.attestation === 'own' ? this.#selfAttested(data, clientDataJSON) : (faults.attestation ?? none);
    const attestationObject = Buffer.concat([Buffer.from([0xa3]), statement, text('authData'), bytes(data)]);
    const response = { clientDataJSON, attestationObject: attestationObject.toString('base64url') };
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', response });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  get(options: string, faults: Faults = {}): string {
    const asked = JSON.parse(options) as Asked;
    const data = this.#head(faults.rpId ?? asked.rpId ?? '', faults);
    const clientDataJSON = this.#clientData(asked, faults.type ?? 'webauthn.get', faults);
    const signature = this.#signed(data, clientDataJSON).toString('base64url');
    const response = {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: faults.signature ?? signature,
      userHandle: faults.userHandle === undefined ? this.#userHandle : faults.userHandle,
    };
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', response });
  }

  #head(rpId: string, { unverified = false, count = this.count, isNew = false }: Faults & { isNew?: boolean }): Buffer {
    const head = Buffer.alloc(5);
    head[0] = 0x01 + (unverified ? 0 : 0x04) + (isNew ? 0x40 : 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  }

  #clientData({ challenge }: Asked, type: string, faults: Faults): string {
    const data = {
      type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.#origin,
      crossOrigin: faults.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  /** {"fmt": "packed", "attStmt": {"alg": -7, "sig": …}} */
  #selfAttested(data: Buffer, clientDataJSON: string): Buffer {
    const head = [text('fmt'), text('packed'), text('attStmt'), Buffer.from([0xa2])];
    const signature = [text('sig'), bytes(this.#signed(data, clientDataJSON))];
    return Buffer.concat([...head, text('alg'), Buffer.from([0x26]), ...signature]);
  }

  #signed(data: Buffer, clientDataJSON: string): Buffer {
    const hashed = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return sign('sha256', Buffer.concat([data, hashed]), this.#privateKey);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const point = (label: number, part: string) =>
      Buffer.concat([Buffer.from([label]), bytes(Buffer.from(part, 'base64url'))]);
    return Buffer.concat([head, point(0x21, x), point(0x22, y)]);
  }
}

/** Bytes in CBOR. */
function bytes(data: Buffer): Buffer {
  const head =
    data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.from([0x59, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

/** A short text in CBOR. */
function text(words: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);
}
