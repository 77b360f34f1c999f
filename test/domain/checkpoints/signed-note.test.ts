import test from 'ava';
import * as fc from 'fast-check';
import { verifyEd25519 } from '../../../src/adapters/ed25519-note-signer.ts';
import {
  noteVerdict,
  readNote,
  readVerifierKey,
  signedNoteText,
  verifierKeyText,
} from '../../../src/domain/checkpoints/signed-note.ts';
import { readTreeHead, treeHeadText } from '../../../src/domain/checkpoints/tree-head.ts';
import { noteKeyId } from '../../../src/domain/checkpoints/tree-hash.ts';
import { anyCharacter } from '../../_support/any-character.ts';
import { signerOf } from '../../_support/checkpoints.ts';

// The example of golang.org/x/mod/sumdb/note, written by other software.
const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const peterNote =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const signed = (text: string, name: string, word = 'ledger') => {
  const { publicKey, sign } = signerOf(word);
  return {
    key: { name, type: 1, publicKey } as const,
    signature: { name, keyId: noteKeyId(name, 1, publicKey), bytes: sign(text) },
  };
};

test('a note of other software is read, verified and written as it came, and refused when it was changed', (t) => {
  const [note, key] = [readNote(peterNote), readVerifierKey(peterKey)];
  if (note === null || key === null) return void t.fail();
  t.deepEqual(noteVerdict(note, key, verifyEd25519), { seenAt: null });
  t.is(signedNoteText(note), peterNote);
  t.is(verifierKeyText(key), peterKey);
  t.is(noteVerdict({ ...note, text: `${note.text} ` }, key, verifyEd25519), 'wrong');
  t.is(noteVerdict(note, { ...key, name: 'Peter' }, verifyEd25519), 'absent');
});

test('a cosignature of a witness tells when it saw the checkpoint, and covers that time', (t) => {
  const text = treeHeadText({ origin: 'waybill/0', size: 5, root: Buffer.alloc(32) });
  const { publicKey, sign } = signerOf('witness');
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(1_679_315_147n);
  const keyId = noteKeyId('witness.example/w1', 4, publicKey);
  const witness = { name: 'witness.example/w1', type: 4, publicKey } as const;
  const cosigned = (time: Buffer) => ({
    text,
    signatures: [
      { name: witness.name, keyId, bytes: Buffer.concat([time, sign(`cosignature/v1\ntime 1679315147\n${text}`)]) },
    ],
  });
  t.deepEqual(readVerifierKey(verifierKeyText(witness)), witness);
  t.deepEqual(noteVerdict(cosigned(at), witness, verifyEd25519), { seenAt: 1_679_315_147n });
  t.is(noteVerdict(cosigned(Buffer.alloc(8)), witness, verifyEd25519), 'wrong');
});

test('a signature by another key of the same name does not count, and a false one by the key refuses the note', (t) => {
  const text = 'a\n';
  const [own, other] = [signed(text, 'ledger'), signed(text, 'ledger', 'other')];
  t.is(noteVerdict({ text, signatures: [other.signature] }, own.key, verifyEd25519), 'absent');
  const both = { text, signatures: [other.signature, own.signature] };
  t.deepEqual(noteVerdict(both, own.key, verifyEd25519), { seenAt: null });
  const forged = { ...other.signature, keyId: own.signature.keyId };
  t.is(noteVerdict({ text, signatures: [own.signature, forged] }, own.key, verifyEd25519), 'wrong');
});

test('text that is no note, key or head is read as none, whatever it is', (t) => {
  for (const text of [
    '',
    '\n',
    '\n\n',
    'a\n\nb\n',
    `${peterNote}x`,
    peterNote.replace('— ', '- '),
    'x'.repeat(70_000),
  ]) {
    t.is(readNote(text), null, text.slice(0, 20));
  }
  for (const text of ['', 'a\n1\n', 'a\n01\nAAAA\n', `a\n1\n${'A'.repeat(43)}=\nmore\n`, `\n1\n${'A'.repeat(43)}=\n`]) {
    t.is(readTreeHead(text), null, text);
  }
  t.is(readVerifierKey(peterKey.replace('c74f20a3', 'c74f20a4')), null);
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: anyCharacter }), fc.nat(300), (noise, at) => {
      t.notThrows(() => [readNote(noise), readTreeHead(noise), readVerifierKey(noise)]);
      const spoilt = peterNote.slice(0, at) + noise + peterNote.slice(at);
      t.notThrows(() => readNote(spoilt));
    }),
  );
});
