import { randomUUID } from 'node:crypto';
import { Administrator } from '../../src/admin/administrator.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { StreamBells } from '../../src/ledger/following/stream-bells.ts';
import { BankEntries } from '../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

function depsOn(log: EventLog, now: number): AdminDeps {
  return {
    log,
    logEnd: { end: () => Promise.resolve({ newest: null, end: null }) },
    listen: (prefixes) => new StreamBells().listen(prefixes),
    removeContent: () => Promise.resolve(),
    wallets: new Wallets({ log, createId: randomUUID }),
    bankEntries: new BankEntries({ log, createId: randomUUID }),
    readModels: createMemoryReadModels(log),
    catchUp: () => Promise.resolve(),
    keyHasher: createHmacKeyHasher(Buffer.alloc(32, 7)),
    createId: randomUUID,
    mintSecret: () => new Uint8Array(32),
    now: () => now,
    publicProfiles: () => ['light'],
    knownNames: () => null,
    pricedProfiles: () => [],
    protectsPeople: () => false,
    billingRecords: { lookUp: async () => null },
    bankAccount: () => null,
    readStatements: () => Promise.resolve([]),
    consoleOrigin: () => Promise.resolve(null),
    drawQrCode: () => Promise.resolve(''),
    writeWorkbook: () => Promise.resolve(new Uint8Array()),
    sealSecret: (plain) => Promise.resolve(plain),
    targets: () => Promise.resolve([]),
  };
}

/** Somebody on the machine asks, in a process of its own, at `now`, milliseconds since 1970. */
export const asking = (log: EventLog, idempotencyKey: string | null, now = 0) => ({
  administrator: new Administrator(null, 'cli:test'),
  deps: depsOn(log, now),
  idempotencyKey,
});
