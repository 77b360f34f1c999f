import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DomainTable } from './domain-table.ts';
import { bucketCount, shapeNames } from './text-features.ts';

/**
 * A table as a file, 512 KB at most: eight bytes that name the format, the length of a header in four (the lowest
 * first), the header as JSON, and a signed byte for each bucket and domain.
 */
export const tableBytesMax = 512 * 1_024;

/** A header and a row of bytes for each bucket must fit. */
export const domainsMax = 60;

const format = 'WBROUTE1';
const prefixBytes = format.length + 4;
const treesMax = 500;
const treeDepthMax = 4;

/** Raised for bytes that are not a table of this version. The message says what is wrong. */
export class TableUnreadable extends Error {
  override name = 'TableUnreadable';
}

const figure = z.number().min(-1_000_000).max(1_000_000);
const share = z.number().min(0).max(1);

const treeSchema = z
  .strictObject({
    features: z
      .array(
        z
          .int()
          .min(0)
          .max(shapeNames.length - 1),
      )
      .max(2 ** treeDepthMax - 1),
    cuts: z.array(figure),
    leaves: z.array(figure),
  })
  .refine(
    ({ features, cuts, leaves }) => features.length === cuts.length && leaves.length === cuts.length + 1,
    'a tree has as many features as cuts, and one leaf more',
  )
  .refine(({ leaves }) => Number.isInteger(Math.log2(leaves.length)), 'a tree is full down to its leaves');

const headerSchema = z.strictObject({
  buckets: z.literal(bucketCount),
  shape: z.literal(shapeNames.join(' ')),
  outcomes: z.int().min(1),
  pair: z.strictObject({ economical: share, gain: z.number().min(-1).max(1), spread: share }),
  lambdas: z.strictObject({ economy: figure.min(0), balanced: figure.min(0), quality: figure.min(0) }),
  domains: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(64),
        logShare: figure.max(0),
        economicalQuality: share,
        gain: z.number().min(-1).max(1),
      }),
    )
    .min(1)
    .max(domainsMax),
  weightUnit: figure.min(0),
  thumb: z.strictObject({ mean: figure, scale: figure.min(0), bucketsMin: z.int().min(1).max(bucketCount) }),
  trees: z.strictObject({ mean: figure, trees: z.array(treeSchema).max(treesMax) }),
});

/** Raises `RangeError` when the table was not learned, or is too large. */
export function writeTable({ pair, lambdas, learned }: Omit<DomainTable, 'version'>): Uint8Array {
  if (learned === null) throw new RangeError('only what was learned is written');
  const { domains, weights, weightUnit } = learned.domains;
  const header: z.infer<typeof headerSchema> = {
    buckets: bucketCount,
    shape: shapeNames.join(' '),
    outcomes: learned.outcomes,
    pair,
    lambdas,
    domains: [...domains],
    weightUnit,
    thumb: learned.thumb,
    trees: {
      mean: learned.trees.mean,
      trees: learned.trees.trees.map(({ features, cuts, leaves }) => ({
        features: [...features],
        cuts: [...cuts],
        leaves: [...leaves],
      })),
    },
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const bytes = Buffer.concat([Buffer.from(format), length, text, new Uint8Array(weights)]);
  if (bytes.length > tableBytesMax) {
    throw new RangeError(`the table would take ${bytes.length} bytes, ${tableBytesMax} are allowed`);
  }
  return bytes;
}

/** Raises {@link TableUnreadable}. */
export function readTableFile(bytes: Uint8Array): DomainTable {
  if (bytes.length > tableBytesMax) throw new TableUnreadable(`it has more than ${tableBytesMax} bytes`);
  const file = Buffer.from(bytes);
  if (file.length < prefixBytes || file.toString('latin1', 0, format.length) !== format) {
    throw new TableUnreadable(`it does not begin with ${format}`);
  }
  const headerEnd = prefixBytes + file.readUInt32LE(format.length);
  if (headerEnd > file.length) throw new TableUnreadable('its header is cut off');
  const { outcomes, pair, lambdas, domains, weightUnit, thumb, trees } = headerIn(
    file.toString('utf8', prefixBytes, headerEnd),
  );
  const weightBytes = file.subarray(headerEnd);
  if (weightBytes.length !== bucketCount * domains.length) {
    throw new TableUnreadable(`it has ${weightBytes.length} weights, ${bucketCount * domains.length} are needed`);
  }
  return {
    version: `sha256:${createHash('sha256').update(file).digest('hex')}`,
    pair,
    lambdas,
    learned: {
      outcomes,
      trees,
      thumb,
      domains: { domains, weightUnit, weights: Int8Array.from(weightBytes, asSigned) },
    },
  };
}

const asSigned = (byte: number): number => (byte > 127 ? byte - 256 : byte);

function headerIn(text: string): z.infer<typeof headerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TableUnreadable('its header is no JSON');
  }
  const header = headerSchema.safeParse(value);
  if (header.success) return header.data;
  const [issue] = header.error.issues;
  throw new TableUnreadable(`${issue?.path.join('.') ?? 'its header'}: ${issue?.message ?? 'it is not as it must be'}`);
}
