import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { transfer } from '../../../src/domain/payments/transfer.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { changeTopup, confirmTopup } from '../../../src/ledger/administration/topups.ts';
import { createTransfer, recordedTransfer } from '../../../src/ledger/administration/transfers.ts';
import { handleCommand } from '../../../src/ledger/handle-command.ts';
import { transferStream, walletStream } from '../../../src/ledger/stream-names.ts';
import { WalletFold } from '../../../src/ledger/wallet-fold.ts';
import { BankEntries } from '../../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { Crash, endingLog } from '../../_support/ending-log.ts';

/** Payments under an id that a wallet has for something else, in its memory or moved out of it by a closing. */

const tenantId = randomUUID();
const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
const closingTimes = { events: 8, milliseconds: 1e12 };

async function scene(isClosed: boolean) {
  const log = createMemoryEventLog();
  const depsOn = (own: EventLog) => ({
    log: own,
    createId: randomUUID,
    keyHasher,
    wallets: new Wallets({ log: own, createId: randomUUID, closingTimes }),
    bankEntries: new BankEntries({ log: own, createId: randomUUID }),
  });
  const deps = depsOn(log);
  const laterCredits = isClosed ? 40 : 0;
  const [id, sourceId, destinationId]: readonly [string, string, string] = [randomUUID(), randomUUID(), randomUUID()];
  const correct = async (walletId: string, creditId: string, eur: string): Promise<void> => {
    const cause = { kind: 'correction', id: creditId, corrects: creditId } as const;
    const amount = nanoFromEur(eur);
    await deps.wallets.execute(walletId, { type: 'credit_wallet', creditId, amount, reason: 'test', cause });
  };
  for (const walletId of [sourceId, destinationId]) {
    await deps.wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    await correct(walletId, randomUUID(), '10');
  }
  const posted = async (walletId: string): Promise<bigint> => {
    const fold = new WalletFold();
    await fold.readTail((page) => log.readStream(walletStream(walletId), page));
    return fold.state.posted;
  };
  return {
    log,
    deps,
    sourceId,
    destinationId,
    order: { transferId: id, tenantId, sourceId, destinationId, amount: nanoFromEur('4'), reason: 'test' },
    /** Something else than a transfer or a top-up is credited under an id. */
    take: async (walletId: string, creditId = id): Promise<void> => {
      await correct(walletId, creditId, '1');
      for (let count = 0; count < laterCredits; count += 1) await correct(walletId, randomUUID(), '0.001');
    },
    posted: async () => [await posted(sourceId), await posted(destinationId)] as const,
    /** What ends with its process after so many appends. */
    depsEnding: (appends: number) => depsOn(endingLog(log, appends, true)),
  };
}

async function requestTopup(log: EventLog, wallet_id: string): Promise<string> {
  const topup_id = randomUUID();
  const bank = { reference: `WB-${topup_id.slice(0, 8)}`, expires_at: '2026-12-01T00:00:00.000Z' };
  const topup = { topup_id, tenant_id: tenantId, wallet_id, amount_eur: '5.000000000', ...bank };
  await changeTopup({ log, createId: randomUUID }, topup_id, { type: 'request_topup', topup });
  return topup_id;
}

const received = { bank_reference: 'E2E-0042', bank_date: '2026-11-20', received_eur: '5.500000000' };
const payment = { received, actor: 'system:test' };

for (const isClosed of [false, true]) {
  const when = isClosed ? 'before a closing' : 'since the last closing';

  test(`a transfer is undone when its destination was credited under its id by ${when}`, async (t) => {
    const { deps, order, take, destinationId, posted } = await scene(isClosed);
    await take(destinationId);
    const before = await posted();
    t.deepEqual(await createTransfer(deps, order), { accepted: true, outcome: 'undone' });
    t.deepEqual(await createTransfer(deps, order), { accepted: true, outcome: 'undone' });
    t.deepEqual(await posted(), before);
  });

  test(`a transfer moves nothing when its source was credited under its id by ${when}`, async (t) => {
    const { log, deps, order, take, sourceId, posted } = await scene(isClosed);
    await take(sourceId);
    const before = await posted();
    t.deepEqual(await createTransfer(deps, order), { accepted: false, refusal: 'transfer_id_taken' });
    t.deepEqual(await posted(), before);
    t.is(await recordedTransfer(log, order.transferId), null);
  });

  for (const to of ['source', 'destination'] as const) {
    test(`a transfer to its ${to} does not end with another credit there under its id ${when}`, async (t) => {
      const { log, deps, order, take, sourceId, destinationId, posted, depsEnding } = await scene(isClosed);
      await t.throwsAsync(createTransfer(depsEnding(1), order), { instanceOf: Crash });
      const ends = { source_id: sourceId, destination_id: destinationId, amount_eur: '4.000000000', to };
      const direction = { transfer_id: order.transferId, tenant_id: tenantId, ...ends };
      const stream = transferStream(order.transferId);
      const options = { log, createId: randomUUID, stream, decider: transfer };
      await handleCommand({ type: 'direct_transfer', direction } as const, options);
      await take(to === 'source' ? sourceId : destinationId);
      const before = await posted();
      t.deepEqual(await createTransfer(deps, order), { accepted: true, outcome: 'open' });
      t.deepEqual(await posted(), before);
    });
  }

  test(`a payment is credited whatever its wallet was credited under the id of its top-up ${when}`, async (t) => {
    const { log, deps, take, destinationId, posted } = await scene(isClosed);
    const topupId = await requestTopup(log, destinationId);
    await take(destinationId, topupId);
    const [, before] = await posted();
    t.like(await confirmTopup(deps, topupId, payment), { accepted: true, topup: { status: 'credited' } });
    t.is((await posted())[1], before + nanoFromEur(received.received_eur));
  });

  test(`a top-up that was credited ${when} is not credited again`, async (t) => {
    const { log, deps, take, destinationId, posted, depsEnding } = await scene(isClosed);
    const topupId = await requestTopup(log, destinationId);
    // Confirmed, its bank reference taken, credited; it is not told yet.
    await t.throwsAsync(confirmTopup(depsEnding(5), topupId, payment), { instanceOf: Crash });
    await take(destinationId);
    const before = await posted();
    const again = await confirmTopup(deps, topupId, payment);
    t.is(again.accepted && again.topup.status, 'credited');
    t.deepEqual(await posted(), before);
  });
}
