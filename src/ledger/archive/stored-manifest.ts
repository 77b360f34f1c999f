import { manifestName, planName } from '../../domain/archive/archive-names.ts';
import {
  readManifest,
  readPlan,
  type ArchiveManifest,
  type ArchivePlan,
} from '../../domain/archive/archive-manifest.ts';
import { objectDigest } from '../../domain/event-digest.ts';
import { ArchiveDamaged, type ArchiveStore } from '../../ports/archive-store.ts';

/** A manifest, and the digest that the next one names. */
export interface StoredManifest {
  readonly manifest: ArchiveManifest;
  readonly sha256: string;
}

type Reading = Pick<ArchiveStore, 'get' | 'has'>;

/** Longest plan or manifest, bytes: one names every checkpoint of its range. */
const documentBytesMax = 8_388_608;

/** The manifest of a range; `null`: it is not closed. Raises `ArchiveDamaged` for another text, and what the store raises. */
export async function storedManifest(store: Reading, number: number): Promise<StoredManifest | null> {
  const bytes = await shortObject(store, manifestName(number));
  if (bytes === null) return null;
  const manifest = parsed(bytes, readManifest, { name: manifestName(number), number });
  return { manifest, sha256: objectDigest(bytes) };
}

/** Where a range was decided to end; `null`: it was not. Raises as {@link storedManifest}. */
export async function storedPlan(store: Reading, number: number): Promise<ArchivePlan | null> {
  const bytes = await shortObject(store, planName(number));
  return bytes === null ? null : parsed(bytes, readPlan, { name: planName(number), number });
}

/** The manifest of the last closed range, in a number of looks that grows with the logarithm of theirs; `null`: there is none. */
export async function lastManifest(store: Reading): Promise<StoredManifest | null> {
  let beyond = 1;
  while (await store.has(manifestName(beyond))) beyond *= 2;
  let last = Math.floor(beyond / 2);
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2);
    if (await store.has(manifestName(middle))) last = middle;
    else beyond = middle;
  }
  return last === 0 ? null : await storedManifest(store, last);
}

async function shortObject(store: Reading, name: string): Promise<Buffer | null> {
  const bytes = await store.get(name);
  if (bytes === null) return null;
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > documentBytesMax) throw new ArchiveDamaged(`${name} is longer than ${documentBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed<Document extends { readonly number: number }>(
  bytes: Buffer,
  read: (text: string) => Document | null,
  { name, number }: { readonly name: string; readonly number: number },
): Document {
  const document = read(bytes.toString('utf8'));
  if (document?.number !== number) throw new ArchiveDamaged(`${name} is not what an archive of Waybill has there`);
  return document;
}
