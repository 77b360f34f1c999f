import { hash } from 'node:crypto';
import { verifyEd25519 } from '../../src/adapters/ed25519-note-signer.ts';
import { rootByInclusion } from '../../src/domain/checkpoints/inclusion-proof.ts';
import { noteVerdict, readNote, readVerifierKey } from '../../src/domain/checkpoints/signed-note.ts';
import { readTreeHash, readTreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { leafHash } from '../../src/domain/checkpoints/tree-hash.ts';
import type { TreeLogProof } from '../../src/domain/checkpoints/tree-log-proof.ts';
import type { ChargeReceipt } from '../../src/ledger/checkpoints/charge-receipt.ts';

const mark = 'c2sp.org/tlog-proof@v1';
const indexLine = /^index (0|[1-9]\d{0,15})$/;
/** More than any tree has levels. */
const hashesMax = 64;
const placePattern = /^\S+ \d+ \d+$/;

/** Whether a receipt proves its event to whoever has the key: from its own bytes, without a ledger. */
export function isProven({ event, entry, proof: text }: Omit<ChargeReceipt, 'verifier_key'>, word: string): boolean {
  const [proof, key] = [readTreeLogProof(text), readVerifierKey(word)];
  const note = proof === null ? null : readNote(proof.checkpoint);
  const head = note === null ? null : readTreeHead(note.text);
  if (proof === null || note === null || head === null || key === null) return false;
  if (key.name !== head.origin || key.type !== 1) return false;
  if (typeof noteVerdict(note, key, verifyEd25519) === 'string') return false;
  const [place = '', digest, ...more] = entry.split('\n');
  if (more.length > 0 || !placePattern.test(place) || digest !== hash('sha256', event, 'base64url')) return false;
  const root = rootByInclusion({ index: proof.index, size: head.size, leaf: leafHash(entry) }, proof.hashes);
  return root?.equals(head.root) === true;
}

/** Reads a proof; `null`: the text is none. Nothing is proved by reading it. */
function readTreeLogProof(text: string): TreeLogProof | null {
  const end = text.indexOf('\n\n');
  const [first, second = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const [, index] = indexLine.exec(second) ?? [];
  if (first !== mark || index === undefined || lines.length > hashesMax) return null;
  const hashes = lines.map(readTreeHash);
  if (!hashes.every((hash) => hash !== null)) return null;
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2) };
}
