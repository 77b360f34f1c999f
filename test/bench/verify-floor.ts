import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openAuditedFile } from '../../src/adapters/sqlite-event-log/audited-file.ts';
import { openReadOnly } from '../../src/adapters/sqlite-event-log/read-only.ts';
import { storedReadModels } from '../../src/cli/verify/stored-read-models.ts';
import { thinnedPrefixes } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';

/** A piece of the work of `waybill ledger verify`, done alone in one thread: microseconds of processor time for an event. */
export type FloorLine = readonly [what: string, microseconds: number];

const pageEvents = 500;

/** Where the time of a verification goes; what stands below SQLite and SHA-256 alone cannot be had by writing it better. */
export async function verifyFloor(dataDir: string): Promise<readonly FloorLine[]> {
  const path = join(dataDir, 'ledger.db');
  // The first look brings the file into memory.
  const events = scanned(path, () => undefined);
  const alone = async (work: () => unknown): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / events;
  };
  const scan = await alone(() => scanned(path, () => undefined));
  const hashed = await alone(() => scanned(path, (text) => hash('sha256', text, 'base64url')));
  const audit = await alone(() => audited(path));
  const replay = await alone(() => verified(path, `${path}.none`));
  const models = readdirSync(dataDir).find((name) => name.startsWith('read-models') && name.endsWith('.db')) ?? 'none';
  const folded = await alone(() => verified(path, join(dataDir, models)));
  return [
    ['rows read by SQLite, nothing done with them', scan],
    ['SHA-256 of their texts', hashed - scan],
    ["SQLite's own check of table and index", await alone(() => checked(path))],
    ['the audit: rows, digests, places, ids, that check', audit],
    ['the replay beside it: shapes, rules of money', replay - audit],
    ['read models folded beside it', folded - replay],
  ];
}

function scanned(path: string, each: (text: string) => unknown): number {
  const { database } = openReadOnly(path);
  const rows = database.prepare(`
    SELECT position, stream_id, revision, recorded_at, id, type, data, metadata, digest FROM events
    WHERE position > ? ORDER BY position LIMIT ${pageEvents}
  `);
  rows.setReturnArrays(true);
  let events = 0;
  for (let last = 0; ;) {
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    const page = rows.all(last) as unknown as readonly (readonly [number, ...unknown[]])[];
    for (const row of page) each(String(row[6]));
    events += page.length;
    last = page.at(-1)?.[0] ?? last;
    if (page.length < pageEvents) break;
  }
  database.close();
  return events;
}

function checked(path: string): void {
  const { database } = openReadOnly(path);
  database.prepare('PRAGMA integrity_check(1)').all();
  database.close();
}

function audited(path: string): void {
  using log = openAuditedFile(path);
  for (const { fault } of log.pages({ thinnedPrefixes })) {
    if (fault !== null) throw new Error(`the audit found ${fault.kind}`);
  }
}

async function verified(path: string, readModelsPath: string): Promise<void> {
  using log = openAuditedFile(path);
  using stored = await storedReadModels(readModelsPath, log);
  const { readModels } = stored;
  const verdict = await verifyLedger({ log, readModels, projections: projectionCatalogue, now: Date.now() });
  if (!verdict.ok) throw new Error(`the replay found ${verdict.difference.kind}`);
}
