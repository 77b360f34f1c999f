import { createHash } from 'node:crypto';
import test from 'ava';
import { createMemoryBlockAccounts } from '../../../src/adapters/memory-block-accounts.ts';
import { madeBy, noteMade } from '../../../src/pipeline/flow/block-book.ts';

const hasher = { hash: (text: string) => createHash('sha256').update(text).digest('hex') };
type Placed = Parameters<typeof madeBy>[0];
const placed = (...texts: readonly string[]) => texts.map((text, at) => ({ path: `input[${at}]`, text }));

function books() {
  const blockAccounts = createMemoryBlockAccounts();
  const bookOf = (tenantId: string) => ({
    note: (strings: Placed, account: string) =>
      noteMade(strings, account, { tenantId, keyHasher: hasher, blockAccounts }),
    madeBy: (strings: Placed) => madeBy(strings, { tenantId, keyHasher: hasher, blockAccounts }),
  });
  return { own: bookOf('tenant'), other: bookOf('other') };
}

test('strings are identified with the account that made them, each account once with its first place', (t) => {
  const { own } = books();
  own.note(placed('a', 'b'), 'first');
  own.note(placed('c'), 'second');
  t.deepEqual(own.madeBy(placed('unknown', 'b', 'a', 'c')), [
    { account: 'first', path: 'input[1]' },
    { account: 'second', path: 'input[3]' },
  ]);
});

test('strings noted for one tenant are unknown for another', (t) => {
  const { own, other } = books();
  own.note(placed('a'), 'first');
  t.deepEqual(other.madeBy(placed('a')), []);
});

test('a string that two accounts made, or an empty one, binds to none', (t) => {
  const { own } = books();
  own.note(placed('same', ''), 'first');
  own.note(placed('same'), 'second');
  own.note(placed('same'), 'first');
  t.deepEqual(own.madeBy(placed('same', '')), []);
});

test('only the last five hundred strings are noted and looked up', (t) => {
  const { own } = books();
  const many = placed(...Array.from({ length: 501 }, (_, at) => `s${at}`));
  own.note(many, 'first');
  t.deepEqual(own.madeBy(placed('s0')), []);
  t.is(own.madeBy(placed('s1')).length, 1);
  t.deepEqual(own.madeBy([...placed('s1'), ...many.slice(0, 1), ...placed(...Array<string>(500).fill('unknown'))]), []);
});
