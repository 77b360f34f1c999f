import test from 'ava';
import { createMemoryBlockAccounts } from '../../src/adapters/memory-block-accounts.ts';
import { blockAccountsContract, digestOf } from './block-accounts.contract.ts';

blockAccountsContract('memory', () => createMemoryBlockAccounts());

test('a full store forgets the string that was made or asked for longest ago', (t) => {
  const accounts = createMemoryBlockAccounts({ stringsMax: 2 });
  accounts.made([digestOf('a'), digestOf('b')], 'one');
  t.is(accounts.madeBy(digestOf('a')), 'one');
  accounts.made([digestOf('c')], 'two');
  t.deepEqual(
    ['a', 'b', 'c'].map((text) => accounts.madeBy(digestOf(text))),
    ['one', null, 'two'],
  );
});
