import test from 'ava';
import * as fc from 'fast-check';
import { TreeEdge } from '../../../src/domain/checkpoints/tree-edge.ts';
import { inclusionProof, rootByInclusion } from '../../../src/domain/checkpoints/inclusion-proof.ts';
import { TiledTree } from '../../../src/domain/checkpoints/tiled-tree.ts';
import { emptyRoot, leafHash, nodeHash, type TreeHash } from '../../../src/domain/checkpoints/tree-hash.ts';

/** RFC 6962 §2.1, as it is written there. */
function treeRoot(leaves: readonly TreeHash[]): TreeHash {
  const [first] = leaves;
  if (first === undefined) return emptyRoot;
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(treeRoot(leaves.slice(0, split)), treeRoot(leaves.slice(split)));
}

const leavesOf = (count: number): readonly TreeHash[] => Array.from({ length: count }, (_, n) => leafHash(`leaf ${n}`));
const rangeHashOf =
  (leaves: readonly TreeHash[]) =>
  (start: number, end: number): TreeHash =>
    treeRoot(leaves.slice(start, end));

function edgeOf(leaves: readonly TreeHash[]): TreeEdge {
  const edge = new TreeEdge();
  for (const leaf of leaves) edge.add(leaf);
  return edge;
}

// The leaves and roots that implementations of Certificate Transparency are tested with.
const known = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the roots are those of RFC 6962', (t) => {
  const edge = new TreeEdge();
  t.is(edge.root.toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const [index, entry] of known.entries()) {
    edge.add(leafHash(Buffer.from(entry, 'hex').toString('latin1')));
    t.is(edge.root.toString('hex'), knownRoots[index] ?? '');
  }
});

test('an edge goes on from its peaks, and one that does not fit its size is refused', (t) => {
  const leaves = leavesOf(100);
  for (const size of [0, 1, 2, 63, 64, 65, 99]) {
    const { peaks } = edgeOf(leaves.slice(0, size));
    const edge = new TreeEdge(size, peaks);
    for (const leaf of leaves.slice(size)) edge.add(leaf);
    t.deepEqual(edge.root, treeRoot(leaves), String(size));
    t.throws(() => new TreeEdge(size, [...peaks, emptyRoot]), { instanceOf: RangeError });
  }
});

test('a tree in tiles has the same root, and goes on behind its last tile', (t) => {
  const leaves = leavesOf(1_100);
  const whole = new TiledTree();
  const tiles = leaves.map((leaf, index) => whole.add(leaf, String(index))).filter((tile) => tile !== null);
  t.deepEqual(whole.root, edgeOf(leaves).root);
  t.is(whole.size, 1_100);
  t.deepEqual(
    tiles.map(({ after }) => after),
    [null, '255', '511', '767'],
  );
  const rest = new TiledTree(whole.place);
  for (const leaf of leaves.slice(1_024)) rest.add(leaf, '');
  t.deepEqual(rest.root, whole.root);
});

test('each leaf of any tree has a proof, which holds for no other leaf, index, size or order', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), fc.nat(), (size, at, other) => {
      const leaves = leavesOf(size);
      const [index, wrong] = [at % size, other % size];
      const leaf = leaves[index] ?? emptyRoot;
      const root = treeRoot(leaves);
      const proof = inclusionProof(index, size, rangeHashOf(leaves));
      t.deepEqual(rootByInclusion({ index, size, leaf }, proof), root);
      const differs = (found: TreeHash | null): boolean => found?.equals(root) !== true;
      if (wrong !== index) t.true(differs(rootByInclusion({ index: wrong, size, leaf }, proof)));
      t.true(differs(rootByInclusion({ index, size, leaf: leafHash('another') }, proof)));
      t.true(differs(rootByInclusion({ index, size, leaf }, [...proof, leaf])));
      t.is(rootByInclusion({ index: size, size, leaf }, proof), null);
      const swapped = proof.toReversed();
      if (new Set(proof.map(String)).size > 1) t.true(differs(rootByInclusion({ index, size, leaf }, swapped)));
    }),
  );
});
