import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { readVerifierKey } from '../../../src/domain/checkpoints/signed-note.ts';
import { readTreeHash } from '../../../src/domain/checkpoints/tree-head.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { archiveDifferenceInWords } from '../../../src/ledger/archive/archive-difference.ts';
import { archiveScene, type ArchiveScene } from '../../_support/archive-scene.ts';
import { checkpointOf, signerOf } from '../../_support/checkpoints.ts';
import type { Teardown } from '../../_support/gateway.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { randomOf } from '../../_support/seeded-random.ts';

type Objects = Map<string, Buffer>;
type Json = Record<string, unknown>;

/** An archive of some ranges, and the ledger that it is of. */
async function archived(t: Teardown) {
  const scene = await archiveScene(t);
  const engine = createMemoryEventLog();
  const log = { ...chainedLog(engine), end: engine.end.bind(engine) };
  await recordLedger(log);
  await checkpointOf(log);
  await scene.archiveAll(scene.writer(log));
  return { scene, log };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const named = (objects: Objects, folder: string): readonly string[] =>
  [...objects.keys()].filter((name) => name.startsWith(`ledger/${folder}/`)).toSorted((a, b) => (a < b ? -1 : 1));

/** Writes lines into an events file, and makes every digest and manifest that covers its bytes agree, as a forger would. */
function forge(objects: Objects, range: number, edit: (lines: string[]) => string[]): void {
  const name = named(objects, 'events')[range] ?? '';
  const lines = edit(
    zstdDecompressSync(objects.get(name) ?? Buffer.alloc(0))
      .toString()
      .trimEnd()
      .split('\n'),
  );
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const bytes = zstdCompressSync(text);
  objects.set(name, bytes);
  editManifest(objects, range, (manifest) => {
    const files = manifest['files'] as Json;
    const events = { ...(files['events'] as Json), bytes: bytes.length, sha256: sha256(bytes), rows: lines.length };
    return { ...manifest, events_bytes: text.length, files: { ...files, events } };
  });
}

/** Edits a manifest, and names it in those after it. */
function editManifest(objects: Objects, range: number, edit: (manifest: Json) => Json): void {
  let previous: string | null = null;
  for (const [index, name] of named(objects, 'manifests').entries()) {
    let manifest = JSON.parse(objects.get(name)?.toString() ?? '') as Json;
    if (index > 0) manifest['previous'] = previous;
    if (index === range) manifest = edit(manifest);
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    objects.set(name, bytes);
    previous = sha256(bytes);
  }
}

async function kindOf(scene: ArchiveScene): Promise<string> {
  const verdict = await scene.verdict();
  if (verdict.ok) return 'right';
  return archiveDifferenceInWords(verdict.difference).includes(verdict.difference.object)
    ? verdict.difference.kind
    : '';
}

const edits: readonly (readonly [what: string, kinds: RegExp, edit: (objects: Objects) => void])[] = [
  ['an events file is removed', /^missing$/, (objects) => void objects.delete(named(objects, 'events')[1] ?? '')],
  ['a table is removed', /^missing$/, (objects) => void objects.delete(named(objects, 'postings')[0] ?? '')],
  ['all is removed', /^missing$/, (objects) => objects.clear()],
  [
    'the first manifest is removed',
    /^(missing|stray)$/,
    (objects) => void objects.delete(named(objects, 'manifests')[0] ?? ''),
  ],
  [
    'a manifest in the middle is removed',
    /^stray$/,
    (objects) => void objects.delete(named(objects, 'manifests')[1] ?? ''),
  ],
  [
    'a manifest is no JSON',
    /^damaged$/,
    (objects) => void objects.set(named(objects, 'manifests')[1] ?? '', Buffer.from('{')),
  ],
  [
    'a manifest is edited alone',
    /^manifest$/,
    (objects) => {
      const name = named(objects, 'manifests')[0] ?? '';
      objects.set(name, Buffer.from((objects.get(name)?.toString() ?? '').replace('"left_out": 0', '"left_out": 1')));
    },
  ],
  [
    'two events files change places',
    /^(damaged|digest|event)$/,
    (objects) => {
      const [a = '', b = ''] = named(objects, 'events');
      const [first, second] = [objects.get(a), objects.get(b)];
      objects.set(a, second ?? Buffer.alloc(0));
      objects.set(b, first ?? Buffer.alloc(0));
    },
  ],
  [
    'a table has another byte',
    /^digest$/,
    (objects) => {
      const bytes = objects.get(named(objects, 'charges')[0] ?? '') ?? Buffer.alloc(0);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    },
  ],
  ['an object lies beside', /^stray$/, (objects) => void objects.set('ledger/charges/x.parquet', Buffer.from('x'))],
  ['an event is left out', /^event$/, (objects) => forge(objects, 1, (lines) => lines.toSpliced(2, 1))],
  [
    'an event is there twice',
    /^event$/,
    (objects) => forge(objects, 1, (lines) => lines.toSpliced(2, 0, lines[2] ?? '')),
  ],
  [
    'two events change places',
    /^event$/,
    (objects) => forge(objects, 1, (lines) => [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)]),
  ],
  [
    'an amount is changed',
    /^event$/,
    (objects) => forge(objects, 0, (lines) => lines.map((line) => line.replaceAll('10.000000000', '90.000000000'))),
  ],
  [
    'a time is changed',
    /^(totals|checkpoint)$/,
    (objects) =>
      forge(objects, 1, (lines) => lines.map((line) => line.replace(/"recorded_at":"\d{4}/, '"recorded_at":"2020'))),
  ],
  [
    'an event is of a later range',
    /^event$/,
    (objects) => forge(objects, 0, (lines) => lines.map((line) => line.replace('"position":"3"', '"position":"9"'))),
  ],
  [
    'the last events are left out',
    /^(totals|checkpoint|event)$/,
    (objects) => forge(objects, 1, (lines) => lines.slice(0, -1)),
  ],
  [
    'a sum is another one',
    /^totals$/,
    (objects) => editManifest(objects, 1, (manifest) => ({ ...manifest, charged: '1.000000000' })),
  ],
  [
    'a root is another one',
    /^totals$/,
    (objects) =>
      editManifest(objects, 0, (manifest) => ({
        ...manifest,
        tree: { ...(manifest['tree'] as Json), root: createHash('sha256').digest('base64') },
      })),
  ],
  [
    'an edge is none',
    /^(manifest|totals)$/,
    (objects) =>
      editManifest(objects, 0, (manifest) => ({ ...manifest, tree: { ...(manifest['tree'] as Json), edge: [] } })),
  ],
  [
    'a checkpoint is not named',
    /^(totals|checkpoint)$/,
    (objects) =>
      editManifest(objects, named(objects, 'manifests').length - 1, (manifest) => ({
        ...manifest,
        checkpoint_sizes: [],
        checkpoint: null,
      })),
  ],
  [
    'a file has another name',
    /^manifest$/,
    (objects) =>
      editManifest(objects, 1, (manifest) => {
        const files = manifest['files'] as Json;
        return {
          ...manifest,
          files: { ...files, events: { ...(files['events'] as Json), name: 'events/other.jsonl.zst' } },
        };
      }),
  ],
  [
    'the data of an event is no JSON',
    /^event$/,
    (objects) => forge(objects, 0, (lines) => lines.map((line) => line.replace(/"data":\{/, '"data":{{'))),
  ],
];

for (const [what, kinds, edit] of edits) {
  test(`where ${what} the archive is not verified, and the object is named`, async (t) => {
    const { scene } = await archived(t);
    t.is(await kindOf(scene), 'right');
    edit(scene.s3.objects);
    t.regex(await kindOf(scene), kinds);
  });
}

test('no flipped byte of any object goes unnoticed', async (t) => {
  const random = randomOf(t);
  const { scene } = await archived(t);
  for (const [name, bytes] of scene.s3.objects) {
    // A plan says what its manifest says again.
    if (name.startsWith('ledger/plans/')) continue;
    for (let sample = 0; sample < 6; sample += 1) {
      const at = random.whole(0, bytes.length - 1);
      const flipped = Buffer.from(bytes);
      flipped[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
      scene.s3.objects.set(name, flipped);
      const isLast = name === named(scene.s3.objects, 'manifests').at(-1);
      const kind = await kindOf(scene);
      // Nothing names the last manifest: what its events do not say of it is left to a checkpoint and to Object Lock.
      if (!isLast || !/"(key-pepper|previous|left_out|sealed_contents)"/.test(bytes.toString()))
        t.not(kind, 'right', `${name}, byte ${at}`);
    }
    scene.s3.objects.set(name, bytes);
  }
  t.is(await kindOf(scene), 'right');
});

test('a key has to have signed the last checkpoint, and a checkpoint that was kept has to agree', async (t) => {
  const { scene, log } = await archived(t);
  const { verifier_key: word, head } = await checkpointOf(log);
  const key = readVerifierKey(word);
  if (key === null) throw new Error('the key is none');
  t.true((await scene.verdict({ signedBy: [key] })).ok);
  const other = { ...key, publicKey: signerOf('other').publicKey };
  t.like(await scene.verdict({ signedBy: [other] }), { ok: false, difference: { kind: 'checkpoint' } });
  t.like(await scene.verdict({ verifySignature: () => false }), { ok: false, difference: { kind: 'checkpoint' } });
  const verdict = await scene.verdict();
  if (!verdict.ok || verdict.tree === null) throw new Error('the archive is not right');
  t.true((await scene.verdict({ checkpoints: [verdict.tree] })).ok);
  const root = readTreeHash(createHash('sha256').digest('base64'));
  for (const wrong of [
    { ...verdict.tree, root: root ?? head.root },
    { ...verdict.tree, size: verdict.tree.size + 1 },
    { ...verdict.tree, origin: 'waybill/0' },
  ]) {
    t.like(await scene.verdict({ checkpoints: [wrong] }), { ok: false, difference: { kind: 'checkpoint' } });
  }
});

test('a folder that somebody made in a browser is no stray', async (t) => {
  const { scene } = await archived(t);
  for (const folder of ['events/', 'charges/', 'manifests/', 'events/old/']) {
    scene.s3.objects.set(`ledger/${folder}`, Buffer.alloc(0));
  }
  t.is(await kindOf(scene), 'right');
});

test('files of the range that is being written are no strays', async (t) => {
  const { scene, log } = await archived(t);
  await checkpointOf(log);
  const plan = { format: 1, number: named(scene.s3.objects, 'manifests').length + 1, first: '900', last: '901' };
  scene.s3.objects.set(`ledger/plans/${String(plan.number).padStart(9, '0')}.json`, Buffer.from(JSON.stringify(plan)));
  scene.s3.objects.set('ledger/events/00000000000000000900-00000000000000000901.jsonl.zst', Buffer.from('begun'));
  t.is(await kindOf(scene), 'right');
});
