import { randomUUID } from 'node:crypto';
import { topups } from '../../projections/topups.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { readBankStatements } from '../../src/adapters/bank-statements.ts';
import { importStatements, type Imported } from '../../src/admin/bank/import-statements.ts';
import type { AdminDeps } from '../../src/admin/operation.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { changeTopup, confirmTopup, recordedTopup } from '../../src/ledger/administration/topups.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { WalletFold } from '../../src/ledger/wallet-fold.ts';
import { BankEntries } from '../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { BankStatement } from '../../src/ports/bank-statement.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { feedAll } from './feed-all.ts';

export const importDay = '2026-11-20';

/** A ledger with a wallet, into which statements are imported. */
export async function importScene() {
  const log = createMemoryEventLog();
  const readModels = createMemoryReadModels(log);
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
  const now = (): number => Date.parse('2026-12-01T12:00:00Z');
  /** What an import needs of the dependencies of administration, in a process that sees the log so. */
  const depsOn = (own: EventLog): AdminDeps => {
    const wallets = new Wallets({ log: own, createId: randomUUID });
    const bankEntries = new BankEntries({ log: own, createId: randomUUID });
    return { log: own, wallets, bankEntries, readModels, keyHasher, createId: randomUUID, now } as unknown as AdminDeps;
  };
  const deps = depsOn(log);
  const { wallets } = deps;
  const [walletId, tenant_id] = [randomUUID(), randomUUID()];
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: tenant_id });
  const settings = { actor: 'cli:test', progress: () => undefined };
  const importBy = async (
    by: AdminDeps,
    statements: readonly BankStatement[],
    reversesReturns = false,
  ): Promise<Imported> => await importStatements(by, statements, { ...settings, books: true, reversesReturns });
  const import_ = async (statements: readonly BankStatement[], reversesReturns = false): Promise<Imported> =>
    await importBy(deps, statements, reversesReturns);
  return {
    log,
    deps,
    walletId,
    /** Makes the tenant of the wallet, and ends it. */
    async closeTenant(): Promise<void> {
      const identities = { log, createId: randomUUID, actor: 'cli:test' };
      const [of, scope] = [{ kind: 'tenant', scopeId: tenant_id } as const, { parent_id: null, name: 'test' }];
      const created = { scope_kind: 'tenant', scope_id: tenant_id, ...scope } as const;
      await changeScope(identities, of, { type: 'create_scope', scope: created });
      await changeScope(identities, of, { type: 'close_scope', reason: 'test' });
    },
    /** Requests a top-up; the digits are those of its reference. */
    async topup(digits: string): Promise<{ readonly id: string; readonly reference: string }> {
      const [topup_id, reference] = [randomUUID(), `WB-${digits}`];
      const asked = { topup_id, tenant_id, wallet_id: walletId, amount_eur: '25.000000000', reference };
      const topup = { ...asked, expires_at: '2027-01-01T00:00:00.000Z' };
      await changeTopup(deps, topup_id, { type: 'request_topup', topup });
      await feedAll(log, readModels, [topups]);
      return { id: topup_id, reference };
    },
    confirm: (topupId: string, bank_reference: string, received_eur: string) =>
      confirmTopup(deps, topupId, {
        received: { bank_reference, bank_date: importDay, received_eur },
        actor: 'cli:test',
      }),
    cancel: (topupId: string) => changeTopup(deps, topupId, { type: 'cancel_topup', reason: 'test' }),
    recorded: (topupId: string) => recordedTopup(log, topupId),
    import: import_,
    /** An import by another process, which sees the log so. */
    readOn: (own: EventLog, text: string) => importBy(depsOn(own), readBankStatements(Buffer.from(text))),
    read: (text: string | Uint8Array, reversesReturns = false) =>
      import_(readBankStatements(typeof text === 'string' ? Buffer.from(text) : text), reversesReturns),
    /** What the wallet has, in euro. */
    async balance(): Promise<string> {
      const fold = new WalletFold();
      await fold.readTail((page) => log.readStream(walletStream(walletId), page));
      return eurFromNano(fold.state.posted);
    },
  };
}
