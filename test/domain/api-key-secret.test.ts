import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import test from 'ava';
import * as fc from 'fast-check';
import { apiKeySecret, isApiKeySecret, shownPrefix } from '../../src/domain/api-key-secret.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const valueOf = (digits: string): bigint =>
  Array.from(digits).reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n);

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const secret = apiKeySecret(Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 1));

test('a secret is wb_ and 49 letters and digits', (t) => {
  t.regex(apiKeySecret(randomBytes(32)), /^wb_[0-9A-Za-z]{49}$/);
});

test('a secret holds all of its random bits and the CRC-32 of their digits', (t) => {
  fc.assert(
    fc.property(bytes, (random) => {
      const text = apiKeySecret(random);
      const body = text.slice(3, 46);
      return (
        valueOf(body) === BigInt(`0x${Buffer.from(random).toString('hex')}`) &&
        valueOf(text.slice(46)) === BigInt(crc32(body)) &&
        isApiKeySecret(text)
      );
    }),
  );
  t.pass();
});

test('the smallest and the largest secrets have the same length as all others', (t) => {
  for (const byte of [0x00, 0xff]) {
    const text = apiKeySecret(new Uint8Array(32).fill(byte));
    t.is(text.length, 52);
    t.true(isApiKeySecret(text));
  }
});

test('a secret is made of 32 bytes and of no other number', (t) => {
  for (const length of [0, 16, 31, 33, 64]) {
    t.throws(() => apiKeySecret(new Uint8Array(length)), { instanceOf: RangeError });
  }
});

test('every single wrong character is found, at any place', (t) => {
  const accepted: string[] = [];
  for (let index = 0; index < secret.length; index++) {
    for (const wrong of `${alphabet}_-. é`) {
      if (wrong === secret[index]) continue;
      const mistyped = secret.slice(0, index) + wrong + secret.slice(index + 1);
      if (isApiKeySecret(mistyped)) accepted.push(mistyped);
    }
  }
  t.deepEqual(accepted, []);
});

test('every pair of neighbours in the wrong order is noticed', (t) => {
  const accepted: string[] = [];
  for (let index = 0; index + 1 < secret.length; index++) {
    const [first = '', second = ''] = secret.slice(index, index + 2);
    if (first === second) continue;
    const swapped = secret.slice(0, index) + second + first + secret.slice(index + 2);
    if (isApiKeySecret(swapped)) accepted.push(swapped);
  }
  t.deepEqual(accepted, []);
});

test('every single wrong character of any secret is noticed', (t) => {
  fc.assert(
    fc.property(bytes, fc.nat({ max: 51 }), fc.constantFrom(...Array.from(alphabet)), (random, index, wrong) => {
      const text = apiKeySecret(random);
      fc.pre(text[index] !== wrong);
      return !isApiKeySecret(text.slice(0, index) + wrong + text.slice(index + 1));
    }),
  );
  t.pass();
});

test('a text that does not have the shape of a secret is no secret', (t) => {
  const others = [
    '',
    'wb_',
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    `${secret}\n`,
    secret.slice(3),
    `sk-${secret}`,
  ];
  for (const text of others) t.false(isApiKeySecret(text), JSON.stringify(text));
  t.false(isApiKeySecret(secret.replace('wb_', 'WB_')));
});

test('the shown prefix of a secret has wb_ and five of its characters', (t) => {
  t.is(shownPrefix(secret), secret.slice(0, 8));
  t.regex(shownPrefix(secret), /^wb_.{5}$/);
});
