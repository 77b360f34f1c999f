import { createHmac } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';

test('a secret hashes to HMAC-SHA256 under the pepper, as RFC 4231 tests it', (t) => {
  const hasher = createHmacKeyHasher(Buffer.from('Jefe'));
  const published = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  t.is(hasher.hash('what do ya want for nothing?'), published);
});

test('the same secret has one hash under one pepper and another under another', (t) => {
  const hasher = createHmacKeyHasher(Buffer.alloc(32, 1));
  t.is(hasher.hash('wb_secret'), hasher.hash('wb_secret'));
  t.is(hasher.hash('wb_secret'), createHmac('sha256', Buffer.alloc(32, 1)).update('wb_secret').digest('hex'));
  t.not(hasher.hash('wb_secret'), createHmacKeyHasher(Buffer.alloc(32, 2)).hash('wb_secret'));
  t.not(hasher.hash('wb_secret'), hasher.hash('wb_another'));
});
