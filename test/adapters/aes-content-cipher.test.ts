import { randomBytes } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createAesContentCipher, type ContentKey } from '../../src/adapters/aes-content-cipher.ts';
import { ContentDamaged, ContentKeyMissing } from '../../src/ports/content-cipher.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const key = (id: string): ContentKey => ({ id, key: randomBytes(32) });
const [first, second] = [key('first'), key('second')];
const place = 'resp_1 user-1';

test('sealed bytes open unchanged at their place', (t) => {
  const cipher = createAesContentCipher([first]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.string(), (bytes, associated) => {
      const plain = Buffer.from(bytes);
      return cipher.open(cipher.seal(plain, associated), associated).equals(plain);
    }),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});

test('sealed bytes show nothing of the text, and differ each time', (t) => {
  const cipher = createAesContentCipher([first]);
  const plain = Buffer.from('the same words, the same words, the same words');
  const [one, other] = [cipher.seal(plain, place), cipher.seal(plain, place)];
  t.false(one.includes('same words'));
  t.notDeepEqual(one, other);
  t.is(one.length, 2 + first.id.length + 12 + plain.length + 16);
});

test('a content does not open at another place', (t) => {
  const cipher = createAesContentCipher([first]);
  const sealed = cipher.seal(Buffer.from('mine'), place);
  for (const other of ['resp_1 user-2', 'resp_2 user-1', '', `${place} `]) {
    t.throws(() => cipher.open(sealed, other), { instanceOf: ContentDamaged });
  }
});

test('any changed, missing or added byte is noticed', (t) => {
  const cipher = createAesContentCipher([first]);
  const sealed = cipher.seal(Buffer.from('twelve bytes'), place);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const error = t.throws(() => cipher.open(changed, place));
    t.true(error instanceof ContentDamaged || error instanceof ContentKeyMissing, `byte ${index}`);
    t.throws(() => cipher.open(sealed.subarray(0, index), place));
  }
  t.throws(() => cipher.open(Buffer.concat([sealed, Buffer.of(0)]), place), { instanceOf: ContentDamaged });
});

test('the first key seals and all open, so that a new key is put in front without a pause', (t) => {
  const before = createAesContentCipher([first]);
  const prepared = createAesContentCipher([first, second]);
  const turned = createAesContentCipher([second, first]);
  const after = createAesContentCipher([second]);
  const plain = Buffer.from('kept for long');
  const old = before.seal(plain, place);
  t.deepEqual(turned.open(old, place), plain);
  t.deepEqual(before.open(prepared.seal(plain, place), place), plain);
  t.deepEqual(prepared.open(turned.seal(plain, place), place), plain);
  t.deepEqual(after.open(turned.seal(plain, place), place), plain);
  const missing = t.throws(() => after.open(old, place), { instanceOf: ContentKeyMissing });
  t.is(missing.keyId, 'first');
});

test('another key under a known id opens no content', (t) => {
  const sealed = createAesContentCipher([first]).seal(Buffer.from('text'), place);
  const cipher = createAesContentCipher([key('first')]);
  t.throws(() => cipher.open(sealed, place), { instanceOf: ContentDamaged });
});

test('a ring without keys, with a short key or with one id twice is refused', (t) => {
  for (const ring of [[], [{ id: 'short', key: Buffer.alloc(16) }], [first, key('first')], [key('')]]) {
    t.throws(() => createAesContentCipher(ring), { instanceOf: RangeError });
  }
});
