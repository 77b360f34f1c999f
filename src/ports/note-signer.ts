/** The key with which a ledger signs its checkpoints. */
export interface NoteSigner {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer;
  /** The signature of a text, 64 bytes. */
  sign(text: string): Buffer;
}
