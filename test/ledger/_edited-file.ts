import { copyFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { openAuditedFile } from '../../src/adapters/sqlite-event-log/audited-file.ts';
import { verifyEd25519 } from '../../src/adapters/ed25519-note-signer.ts';
import type { TreeHead } from '../../src/domain/checkpoints/tree-head.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';

/** Writes a ledger of about so many events: sealed contents, one of which was removed, identities and money. */
export async function writeLedger(path: string, events: number): Promise<void> {
  await writeContentsAndIdentities(path);
  await writeLedgerHistory({ path, events, wallets: 5 });
}

async function writeContentsAndIdentities(path: string): Promise<void> {
  await using engine = await openSqliteEventLog({ path });
  const log = chainedLog(engine);
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const contents = new SealedContents({ log, retention: engine, cipher, createId: randomUUID });
  for (const content of ['kept', 'removed', 'kept-too']) {
    await contents.put(contentStream(content), content, randomBytes(100_000));
  }
  await contents.remove(contentStream('removed'));
  await engine.compact();
  await recordLedger(log);
}

/** Verifies a file without any read model, and compares it with a checkpoint taken earlier. */
export async function verifyFile(path: string, checkpoint?: TreeHead): Promise<LedgerVerdict> {
  using log = openAuditedFile(path);
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  const options = { readModels, projections: [], now: 0, verifySignature: verifyEd25519 };
  return await verifyLedger({ log, ...options, ...(checkpoint && { checkpoints: [checkpoint] }) });
}

/** Whether a verification of the file names anything, or refuses to read it. */
export async function isNamed(path: string): Promise<boolean> {
  try {
    return !(await verifyFile(path)).ok;
  } catch (error) {
    if (error instanceof EventLogUnavailable) return true;
    throw error;
  }
}

/** A copy of a file at rest, edited. */
export function editedCopy(from: string, to: string, edit: (database: DatabaseSync) => void): void {
  copyFileSync(from, to);
  const database = new DatabaseSync(to);
  // Nobody minds when an edited copy is lost.
  database.exec('PRAGMA synchronous = OFF');
  try {
    edit(database);
  } finally {
    database.close();
  }
}
