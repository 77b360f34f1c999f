import { z } from 'zod';

const position = z.string().regex(/^\d{1,20}(\/\d{1,20})?$/);
const count = z.int().nonnegative();
const instant = z.iso.datetime({ precision: 3 });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const treeHash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

const sum = z.string().regex(/^-?\d{1,30}\.\d{9}$/);

const fileSchema = z.strictObject({
  name: z.string().regex(/^[a-z]+\/[0-9a-z.-]{1,100}$/),
  bytes: count,
  sha256,
  /** Lines or rows. */
  rows: count,
});

/** The accounts that sums are kept of: all wallets together, the platform's, and all margins. */
export const archivedAccounts = [
  'available',
  'reserved',
  'funding',
  'revenue',
  'granted',
  'breakage',
  'margin',
] as const;
/** The name of such an account. */
export type ArchivedAccount = (typeof archivedAccounts)[number];

const sumsSchema = z.record(z.enum(archivedAccounts), sum);

const endsSchema = { number: z.int().min(1).max(999_999_999), first: position, last: position };

/** Where a range ends. Whoever writes it decides that for all. */
const archivePlanSchema = z.strictObject({ format: z.literal(1), ...endsSchema });
export type ArchivePlan = Readonly<z.infer<typeof archivePlanSchema>>;

/** What closes a range: its files with their digests, what they hold, and the manifest before it. */
const archiveManifestSchema = z.strictObject({
  format: z.literal(1),
  ...endsSchema,
  /** SHA-256 of the manifest before it; `null`: it is the first. */
  previous: sha256.nullable(),
  first_recorded_at: instant,
  last_recorded_at: instant,
  files: z.strictObject({ events: fileSchema, charges: fileSchema.nullable(), postings: fileSchema.nullable() }),
  /** Bytes of the events file before its compression. */
  events_bytes: count,
  /** Whether sealed contents are among the events. */
  sealed_contents: z.boolean(),
  /** How many events were left out: sealed contents that were not asked for, and stored read models. */
  left_out: count,
  /** What each account received less what it gave in this range, euro. All of them come to zero. */
  sums: sumsSchema,
  /** What was charged in this range, euro. */
  charged: sum,
  /** The tree of kept events up to the end of this range, and its right edge. */
  tree: z.strictObject({
    origin: z.string().max(100).nullable(),
    size: count,
    root: treeHash,
    edge: z.array(treeHash).max(64),
  }),
  /** The last kept event so far: a log that does not hold it is another one. */
  reached: z
    .strictObject({ stream: z.string().max(1_000), revision: count, position, digest: z.string().max(43) })
    .nullable(),
  /** The sizes of the checkpoints that are recorded in this range. */
  checkpoint_sizes: z.array(z.int().min(1)).max(1_000_000),
  /** The last checkpoint that was recorded so far, and its key. */
  checkpoint: z
    .strictObject({ checkpoint: z.string().max(65_536), verifier_key: z.string().max(300), size: z.int().min(1) })
    .nullable(),
  /** Fingerprints of the secrets that the ledger depends on, by name. */
  secrets: z.record(z.string().max(200), z.string().max(100)),
});
export type ArchiveManifest = Readonly<z.infer<typeof archiveManifestSchema>>;
/** A file as its manifest names it. */
export type ArchivedFile = Readonly<z.infer<typeof fileSchema>>;

/** A plan or a manifest as the bytes that are stored. */
export function archiveText(document: ArchivePlan | ArchiveManifest): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Reads {@link archiveText} of a manifest; `null`: it is none. */
export function readManifest(text: string): ArchiveManifest | null {
  return parsed(text, archiveManifestSchema);
}

/** Reads {@link archiveText} of a plan; `null`: it is none. */
export function readPlan(text: string): ArchivePlan | null {
  return parsed(text, archivePlanSchema);
}

function parsed<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
