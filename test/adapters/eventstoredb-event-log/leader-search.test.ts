import test from 'ava';
import { LeaderSearch, type SeedNode } from '../../../src/adapters/eventstoredb-event-log/leader-search.ts';
import type { ClusterMember } from '../../../src/adapters/eventstoredb-event-log/cluster-lookout.ts';

const leader = { node: '10.0.0.2:2113', isAlive: true, isLeader: true };
const follower = { node: '10.0.0.3:2113', isAlive: true, isLeader: false };

/** A search whose names resolve as told, and whose nodes tell what is told here; others never answer. */
function search(
  seeds: readonly (readonly [address: string, port: number])[],
  names: Readonly<Record<string, readonly string[]>>,
  told: Readonly<Record<string, () => readonly ClusterMember[]>>,
) {
  const asked: SeedNode[] = [];
  const searching = new LeaderSearch(
    seeds.map(([address, port]) => ({ address, port })),
    {
      addressesOf: (name) => {
        const addresses = names[name];
        return addresses === undefined ? new Promise(() => undefined) : Promise.resolve(addresses);
      },
      membersAt: async (seed) => {
        asked.push(seed);
        return told[seed.node]?.() ?? (await new Promise<never>(() => undefined));
      },
    },
  );
  return { asked, leader: () => searching.leader() };
}

test('all addresses of a name are asked at once, and a silent one delays nobody', async (t) => {
  const one = search(
    [['ledger.example', 2113]],
    { 'ledger.example': ['10.0.0.1', '10.0.0.3', '::1'] },
    { '10.0.0.3:2113': () => [follower, leader] },
  );
  t.deepEqual(await one.leader(), { address: '10.0.0.2', port: 2113 });
  t.deepEqual(one.asked, [
    { node: '10.0.0.1:2113', name: 'ledger.example' },
    { node: '10.0.0.3:2113', name: 'ledger.example' },
    { node: '[::1]:2113', name: 'ledger.example' },
  ]);
});

test('a name that is not resolved does not delay the other seeds, and addresses are not looked up', async (t) => {
  const one = search(
    [
      ['lost.example', 2113],
      ['10.0.0.9', 2113],
      ['[::9]', 2114],
    ],
    {},
    { '[::9]:2114': () => [leader] },
  );
  t.deepEqual(await one.leader(), { address: '10.0.0.2', port: 2113 });
  t.deepEqual(one.asked, [
    { node: '10.0.0.9:2113', name: null },
    { node: '[::9]:2114', name: null },
  ]);
});

test('a node that names no leader is asked again, and another may name one first', async (t) => {
  let tells = 0;
  const electing = search([['10.0.0.1', 1]], {}, { '10.0.0.1:1': () => ((tells += 1) < 3 ? [follower] : [leader]) });
  t.like(await electing.leader(), { address: '10.0.0.2' });
  const dead = { ...leader, isAlive: false };
  const none = search([['10.0.0.1', 1]], {}, { '10.0.0.1:1': () => [dead, follower] });
  await t.throwsAsync(none.leader(), { message: /Failed to discover/ });
});

test('a search in vain says what the first node said', async (t) => {
  const refusing = search(
    [['10.0.0.1', 1]],
    {},
    {
      '10.0.0.1:1': () => {
        throw new Error('unable to verify the first certificate');
      },
    },
  );
  await t.throwsAsync(refusing.leader(), {
    message: 'Failed to discover the leader: no node names one (unable to verify the first certificate)',
  });
  const nobody = search([['gone.example', 1]], { 'gone.example': [] }, {});
  await t.throwsAsync(nobody.leader(), { message: 'Failed to discover the leader: no node names one' });
});

test('one address behind several names is asked once, and no more than 32 nodes are', async (t) => {
  const many = Array.from({ length: 40 }, (_, index) => `10.0.1.${index}`);
  const one = search(
    [
      ['a.example', 1],
      ['b.example', 1],
      ['c.example', 1],
    ],
    { 'a.example': ['10.0.1.0'], 'b.example': ['10.0.1.0'], 'c.example': many },
    { '10.0.1.31:1': () => [leader] },
  );
  await one.leader();
  t.is(one.asked.length, 32);
  t.is(new Set(one.asked.map(({ node }) => node)).size, 32);
});
