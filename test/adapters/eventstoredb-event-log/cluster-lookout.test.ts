import test from 'ava';
import { ClusterLookout, type ClusterMember } from '../../../src/adapters/eventstoredb-event-log/cluster-lookout.ts';
import { until } from '../../_support/until.ts';

const member = (node: string, is: 'leader' | 'dead leader' | 'follower'): ClusterMember => ({
  node,
  isAlive: is !== 'dead leader',
  isLeader: is !== 'follower',
});

/** A probe of `a:1` that is never answered, while `b:1` tells this of its cluster. */
function silentNode(told: () => readonly ClusterMember[]) {
  const asked: string[] = [];
  const moves: string[] = [];
  const connection = {
    heardAtMs: 0,
    presentNode: () => Promise.resolve('a:1'),
    membersAt: (node: string) => {
      asked.push(node);
      return node === 'b:1' ? Promise.resolve(told()) : Promise.reject(new Error('refused'));
    },
    moveTo: (node: string) => {
      moves.push(node);
      return Promise.resolve();
    },
  };
  const { promise: probe, resolve: answer } = Promise.withResolvers<void>();
  const watching = new ClusterLookout(connection, ['a:1', 'b:1', 'c:1']).over(probe);
  const end = async (): Promise<void> => {
    answer();
    await watching;
  };
  return { connection, asked, moves, end };
}

test('a silent node is left for the leader that another node names', async (t) => {
  const { asked, moves, end } = silentNode(() => [member('a:1', 'dead leader'), member('c:1', 'leader')]);
  await until('it is left', () => moves.length > 0);
  t.deepEqual([moves[0], [...new Set(asked)]], ['c:1', ['b:1', 'c:1']]);
  await end();
});

for (const [story, members] of [
  ['is still the leader', [member('a:1', 'leader'), member('b:1', 'follower')]],
  ['is one of two leaders', [member('c:1', 'leader'), member('a:1', 'leader')]],
  ['is known by another name', [member('10.0.0.1:1', 'dead leader'), member('c:1', 'leader')]],
  ['was the leader, and none is elected', [member('a:1', 'dead leader'), member('b:1', 'follower')]],
  ['is of no cluster', []],
] as const) {
  test(`a silent node that ${story} is waited for`, async (t) => {
    let count = 0;
    const { moves, end } = silentNode(() => {
      count += 1;
      return members;
    });
    await until('another was asked twice', () => count >= 2);
    t.deepEqual(moves, []);
    await end();
  });
}

test('the nodes that a node tells of are asked when it is silent, and a node that answers is not doubted', async (t) => {
  const connection = {
    heardAtMs: performance.now(),
    asked: [] as string[],
    presentNode: () => Promise.resolve('a:1'),
    membersAt: (node: string) => {
      connection.asked.push(node);
      return Promise.resolve([member('a:1', 'leader'), member('x:1', 'follower')]);
    },
    moveTo: () => Promise.resolve(),
  };
  const lookout = new ClusterLookout(connection, ['name:1']);
  await lookout.over(Promise.resolve());
  await until('it was asked for its cluster', () => connection.asked.length === 1);
  const { promise: probe, resolve: answer } = Promise.withResolvers<void>();
  const watching = lookout.over(probe);
  await until('the other was asked', () => connection.asked.length > 1);
  t.deepEqual(connection.asked.slice(0, 2), ['a:1', 'x:1']);
  answer();
  await watching;
});
