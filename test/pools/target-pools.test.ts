import test from 'ava';
import type { Target } from '../../src/catalogue/model-catalogue.ts';
import { createTargetPools } from '../../src/pools/target-pools.ts';

test('members are asked one after the other, each once', async (t) => {
  // `as`: only the name is looked at.
  const members = ['first', 'second'].map((name) => ({ name }) as Target);
  const { signal } = new AbortController();
  const turns = createTargetPools().open({ profile: 'light', members, conversation: null, tokens: 1, signal });
  t.is((await turns.next()).target?.name, members[0]?.name);
  t.is((await turns.next()).target?.name, members[1]?.name);
  t.is((await turns.next()).target, null);
});
