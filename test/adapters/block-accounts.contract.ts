import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { BlockAccounts } from '../../src/ports/block-accounts.ts';

/** A digest as the pipeline makes them: 64 hex digits. */
export function digestOf(text: string | number): string {
  return createHash('sha256').update(String(text)).digest('hex');
}

export type OpenAccounts = (t: ExecutionContext) => BlockAccounts;

/** What everybody who remembers the makers of opaque strings does. */
export function blockAccountsContract(name: string, open: OpenAccounts): void {
  test(`${name}: a new string has its account at once`, (t) => {
    const accounts = open(t);
    accounts.made([digestOf('a'), digestOf('b')], 'one');
    accounts.made([digestOf('c')], 'two');
    accounts.made([], 'three');
    t.deepEqual(
      ['a', 'b', 'c'].map((text) => accounts.madeBy(digestOf(text))),
      ['one', 'one', 'two'],
    );
  });

  test(`${name}: a string that was made nowhere here has no account`, (t) => {
    const accounts = open(t);
    t.is(accounts.madeBy(digestOf('a')), null);
    accounts.made([digestOf('a')], 'one');
    t.is(accounts.madeBy(digestOf('b')), null);
    for (const member of ['__proto__', 'constructor', 'toString']) t.is(accounts.madeBy(member), null);
  });

  test(`${name}: a string that two accounts made belongs to the later one`, (t) => {
    const accounts = open(t);
    accounts.made([digestOf('a')], 'one');
    accounts.made([digestOf('a')], 'two');
    t.is(accounts.madeBy(digestOf('a')), 'two');
  });

  test(`${name}: an invalid digest is ignored, and the valid one beside it is stored`, (t) => {
    const accounts = open(t);
    const odd = ['', 'ab', digestOf('a').toUpperCase(), `${digestOf('b').slice(0, 31)}g`, '\uD800'.repeat(64)];
    accounts.made([...odd, digestOf('c')], 'one');
    for (const digest of odd) t.is(accounts.madeBy(digest), null, digest);
    t.is(accounts.madeBy(digestOf('c')), 'one');
  });

  test(`${name}: strings are distinguished by the first 32 digits of their digests`, (t) => {
    const accounts = open(t);
    const digest = digestOf('a');
    accounts.made([digest], 'one');
    t.is(accounts.madeBy(digest.slice(0, 32)), 'one');
    t.is(accounts.madeBy(`${digest.slice(0, 31)}${digest[31] === '0' ? '1' : '0'}`), null);
  });
}
