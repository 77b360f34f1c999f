import test from 'ava';
import { createMemoryBlockAccounts } from '../../src/adapters/memory-block-accounts.ts';
import { blockAccountsContract, digestOf } from './block-accounts.contract.ts';

blockAccountsContract('memory', () => createMemoryBlockAccounts());

test('of more strings than it may keep the one that was made or asked after longest ago is forgotten', (t) => {
  const accounts = createMemoryBlockAccounts({ stringsMax: 2 });
  accounts.made([digestOf('a'), digestOf('b')], 'one');
  t.is(accounts.madeBy(digestOf('a')), 'one');
  accounts.made([digestOf('c')], 'two');
  t.deepEqual(
    ['a', 'b', 'c'].map((text) => accounts.madeBy(digestOf(text))),
    ['one', null, 'two'],
  );
});
