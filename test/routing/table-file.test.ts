import * as fc from 'fast-check';
import test from 'ava';
import { untrainedTable } from '../../src/routing/domain-table.ts';
import { readTableFile, tableBytesMax, TableUnreadable, writeTable } from '../../src/routing/table-file.ts';
import { trainTable } from '../../src/routing/training/train-table.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { scannedOutcomes, syntheticOutcomes } from '../_support/synthetic-outcomes.ts';

const trained = trainTable(scannedOutcomes(syntheticOutcomes()));
const bytes = writeTable(trained);
const headerLength = Buffer.from(bytes).readUInt32LE(8);

/** The table with another header, its length told rightly. */
function withHeader(change: (header: Record<string, unknown>) => void): Uint8Array {
  const header = JSON.parse(Buffer.from(bytes).toString('utf8', 12, 12 + headerLength)) as Record<string, unknown>;
  change(header);
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(bytes.subarray(0, 8)), length, text, bytes.subarray(12 + headerLength)]);
}

test('a table is read as it was written, and named by a digest of its bytes', (t) => {
  const { version, ...read } = readTableFile(bytes);
  t.deepEqual(read, trained);
  t.regex(version, /^sha256:[0-9a-f]{64}$/);
  t.deepEqual(writeTable(read), bytes);
});

for (const [what, broken, message] of [
  ['an empty file', new Uint8Array(), /does not begin with WBROUTE1/],
  ['another file', Buffer.from('PK\u0003\u0004 something else'), /does not begin/],
  ['a header that is cut off', bytes.subarray(0, 20), /header is cut off/],
  ['weights that are cut off', bytes.subarray(0, -1), /weights, \d+ are needed/],
  ['more than is allowed', new Uint8Array(tableBytesMax + 1), /more than/],
  ['other buckets', withHeader((header) => (header['buckets'] = 16)), /buckets/],
  ['other features', withHeader((header) => (header['shape'] = 'height')), /shape/],
  ['a λ below zero', withHeader((header) => (header['lambdas'] = { economy: -1, balanced: 0, quality: 0 })), /lambdas/],
  [
    'a tree with a leaf too few',
    withHeader((header) => (header['trees'] = { mean: 0, trees: [{ features: [0], cuts: [1], leaves: [1] }] })),
    /trees/,
  ],
  [
    'a tree that is not full',
    withHeader(
      (header) => (header['trees'] = { mean: 0, trees: [{ features: [0, 1], cuts: [1, 1], leaves: [1, 1, 1] }] }),
    ),
    /full down to its leaves/,
  ],
] as const) {
  test(`${what} is no table`, (t) => {
    t.throws(() => readTableFile(broken), { instanceOf: TableUnreadable, message });
  });
}

test('a table with any byte changed is refused, or read with another name', (t) => {
  const { version } = readTableFile(bytes);
  const changes = fc.record({
    place: fc.oneof(fc.nat(headerLength + 11), fc.nat(bytes.length - 1)),
    value: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(changes, ({ place, value }) => {
      const changed = Uint8Array.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ value;
      try {
        return readTableFile(changed).version !== version;
      } catch (error) {
        return error instanceof TableUnreadable;
      }
    }),
    { numRuns: propertyRuns(60) },
  );
  t.pass();
});

test('an untrained table is not written', (t) => {
  t.throws(() => writeTable(untrainedTable), { instanceOf: RangeError });
});
