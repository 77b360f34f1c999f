/** ES256, EdDSA and RS256, by their numbers in COSE: what devices make. */
export const passkeyAlgorithms: readonly number[] = [-7, -8, -257];

/** What a browser answered about a passkey, in the form of WebAuthn: strings of base64url, not yet looked into. */
export interface PasskeyAnswer {
  /** The id by which browsers call the passkey. */
  readonly id: string;
  readonly clientDataJSON: string;
  /** Of a new passkey. */
  readonly attestationObject?: string | undefined;
  /** Of a log-in, with the next two. */
  readonly authenticatorData?: string | undefined;
  readonly signature?: string | undefined;
}

/** What an answer has to be for. */
export interface PasskeyExpectation {
  /** Whether the challenge in the answer was made for this. */
  isChallenge(challenge: string): boolean;
  /** `https://console.example` */
  readonly origin: string;
  /** The name that passkeys are bound to: `console.example`. */
  readonly rpId: string;
}

/** What verifies a new passkey from now on. */
export interface VerifiedPasskey {
  /** base64url of a COSE key. */
  readonly publicKey: string;
  readonly signCount: number;
}

/** Verifies what browsers answer about passkeys. Every byte of an answer may be hostile; nothing of one is fetched. */
export interface PasskeyVerifier {
  /** `null`: it is no passkey that was made for this, by a person whom their device has verified. */
  verifyNew(answer: PasskeyAnswer, expected: PasskeyExpectation): Promise<VerifiedPasskey | null>;
  /**
   * The challenge that was signed and the count of the device, after its signature was verified; `null`: it was not made
   * for this, or by another passkey.
   */
  verifyLogIn(
    answer: PasskeyAnswer,
    expected: PasskeyExpectation & Pick<VerifiedPasskey, 'publicKey'>,
  ): Promise<Pick<VerifiedPasskey, 'signCount'> | null>;
}
