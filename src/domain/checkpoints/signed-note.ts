import { noteKeyId } from './tree-hash.ts';

/** A line below a note: who signed, with which key, and the signature without the key's id. */
export interface NoteSignature {
  readonly name: string;
  /** Eight hex digits. */
  readonly keyId: string;
  readonly bytes: Buffer;
}

/** A text and its signatures: C2SP `signed-note`. */
export interface SignedNote {
  /** What is signed, with its last line end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** How a key signs: `1` an Ed25519 signature of the text; `4` one of a witness, with a time (C2SP `tlog-cosignature`). */
export type NoteKeyType = 1 | 4;

/** A key that verifies signatures of notes. */
export interface VerifierKey {
  readonly name: string;
  readonly type: NoteKeyType;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer;
}

const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const verifierKey = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u;
const noteLengthMax = 65_536;
const signaturesMax = 100;
const keyIdBytes = 4;

/** The note with its signatures as text. */
export function signedNoteText({ text, signatures }: SignedNote): string {
  const lines = signatures.map(({ name, keyId, bytes }) => {
    return `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), bytes]).toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** Reads {@link signedNoteText}; `null`: it is no signed note. No signature is checked. */
export function readNote(written: string): SignedNote | null {
  if (written.length > noteLengthMax || !written.endsWith('\n')) return null;
  const end = written.lastIndexOf('\n\n');
  if (end < 0) return null;
  const lines = written.slice(end + 2, -1).split('\n');
  if (lines.length > signaturesMax) return null;
  const signatures = lines.map(signatureIn);
  if (!signatures.every((each) => each !== null)) return null;
  return { text: written.slice(0, end + 1), signatures };
}

function signatureIn(line: string): NoteSignature | null {
  const [, name = '', base64 = ''] = signatureLine.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (name === '' || bytes.length <= keyIdBytes || bytes.toString('base64') !== base64) return null;
  return { name, keyId: bytes.toString('hex', 0, keyIdBytes), bytes: bytes.subarray(keyIdBytes) };
}

/** A key as one word: C2SP `vkey`. */
export function verifierKeyText({ name, type, publicKey }: VerifierKey): string {
  const typed = Buffer.concat([Buffer.from([type]), publicKey]);
  return `${name}+${noteKeyId(name, type, publicKey)}+${typed.toString('base64')}`;
}

/** Reads {@link verifierKeyText}; `null`: it is no such key, or not of a known type. */
export function readVerifierKey(word: string): VerifierKey | null {
  const [, name = '', keyId = '', base64 = ''] = verifierKey.exec(word) ?? [];
  const [type, ...rest] = Buffer.from(base64, 'base64');
  if (type !== 1 && type !== 4) return null;
  const publicKey = Buffer.from(rest);
  return publicKey.length === 32 && noteKeyId(name, type, publicKey) === keyId ? { name, type, publicKey } : null;
}

/** Checks an Ed25519 signature. */
export type VerifyEd25519 = (publicKey: Buffer, message: Buffer, signature: Buffer) => boolean;

/**
 * What a key says of a note: `absent`: it has no signature of it; `wrong`: a signature that it did not make; else right, for
 * a witness with the time, seconds since 1970, at which it had seen no larger tree of this origin.
 */
export type NoteVerdict = 'absent' | 'wrong' | { readonly seenAt: bigint | null };

/** Judges a note by one key. */
export function noteVerdict(note: SignedNote, key: VerifierKey, verify: VerifyEd25519): NoteVerdict {
  const own = note.signatures.filter(isBy(key));
  let verdict: NoteVerdict = 'absent';
  for (const { bytes } of own) {
    const seenAt = key.type === 4 && bytes.length > 8 ? bytes.readBigUInt64BE(0) : null;
    const head = seenAt === null ? '' : `cosignature/v1\ntime ${seenAt}\n`;
    const signature = key.type === 4 ? bytes.subarray(8) : bytes;
    if (!verify(key.publicKey, Buffer.from(head + note.text), signature)) return 'wrong';
    verdict = { seenAt };
  }
  return verdict;
}

/**
 * A note with the signatures that these keys made of its text in `answer`, in place of those that it had of them. Nobody
 * else's are taken. No signature is checked.
 */
export function cosignedNote(note: SignedNote, answer: SignedNote, keys: readonly VerifierKey[]): SignedNote {
  const isByOne = (each: NoteSignature): boolean => keys.some((key) => isBy(key)(each));
  const others = note.signatures.filter((each) => !isByOne(each));
  return { text: note.text, signatures: [...others, ...answer.signatures.filter(isByOne)] };
}

function isBy({ name, type, publicKey }: VerifierKey): (signature: NoteSignature) => boolean {
  const keyId = noteKeyId(name, type, publicKey);
  return (each) => each.name === name && each.keyId === keyId;
}
