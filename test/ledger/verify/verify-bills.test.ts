import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { verifyEd25519 } from '../../../src/adapters/ed25519-note-signer.ts';
import { copyLedger } from '../../../src/ledger/copy/copy-ledger.ts';
import { billStream } from '../../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { credit, debit, eur, id, settle, tenantId } from '../../_support/wallet-vocabulary.ts';
import { billScene, charging, walletIds } from '../bills/_bill-scene.ts';
import { changeData, digestedAnew, logHolding, setData, type Tampering } from '../_tampered-log.ts';

/** Three months of two wallets: a hold is charged in the next month, a wallet is used later, and two months are closed. */
async function closedMonths() {
  const scene = billScene();
  const { open, at, do: act, hold, close } = scene;
  await open();
  await act(credit('10', randomUUID()));
  await hold(id('e', 1), '1');
  at('2026-10-02T00:00:00Z');
  await close('2026-09');
  await act(settle('0', { reservationId: id('e', 1), ...charging(eur('0.5')) }));
  await act(credit('3', randomUUID()), walletIds[1]);
  await act({ ...debit('2', randomUUID()), cause: { kind: 'correction', id: randomUUID() } });
  at('2026-11-02T00:00:00Z');
  await close('2026-10', 'Europe/Rome');
  await act(credit('1', randomUUID()));
  return scene;
}

async function differenceIn(log: EventLog, tampering: Tampering = (events) => events) {
  const events = digestedAnew(tampering(await log.readAll({ limit: 1_000 })));
  const readModels = createMemoryReadModels(log);
  const verdict = await verifyLedger({
    log: logHolding(log, events),
    readModels,
    projections: [],
    now: 0,
    verifySignature: verifyEd25519,
  });
  return verdict.ok ? null : verdict.difference;
}

test('bills that were closed verify', async (t) => {
  t.is(await differenceIn((await closedMonths()).log), null);
});

type Wallet = Record<string, unknown>;
const wallets = (change: (wallets: readonly Wallet[]) => readonly Wallet[]) => (data: Record<string, unknown>) => ({
  ...data,
  wallets: change(data['wallets'] as readonly Wallet[]),
});
const other = '1.000000000';

const tamperings: Readonly<Record<string, readonly [n: number, tampering: Tampering]>> = {
  'the digest is another': [1, setData('BillClosed', 1, { digest: '0'.repeat(64) })],
  'it ends with another amount': [1, setData('BillClosed', 1, { closing_eur: other })],
  'it begins with another amount': [2, setData('BillClosed', 2, { opening_eur: other })],
  'it begins and ends with another amount': [1, setData('BillClosed', 1, { opening_eur: other, closing_eur: other })],
  'a month is left out': [2, setData('BillClosed', 2, { month: '2026-11' })],
  'a month comes twice': [2, setData('BillClosed', 2, { month: '2026-09' })],
  'its days are of another zone': [2, setData('BillClosed', 2, { zone: 'UTC' })],
  'there is no such zone': [2, setData('BillClosed', 2, { zone: 'Europe/Nowhere' })],
  'it ends at another time': [2, setData('BillClosed', 2, { before_time: '2026-11-01T00:00:00.000Z' })],
  'a wallet is left out': [
    2,
    changeData(
      'BillClosed',
      2,
      wallets((all) => all.slice(0, 1)),
    ),
  ],
  'a wallet is there twice': [
    1,
    changeData(
      'BillClosed',
      1,
      wallets((all) => [...all, ...all.slice(0, 1)]),
    ),
  ],
  'a wallet is none': [
    1,
    changeData(
      'BillClosed',
      1,
      wallets((all) => [...all, { ...all[0], wallet_id: id('a', 9) }]),
    ),
  ],
  'an event is left out': [
    1,
    changeData(
      'BillClosed',
      1,
      wallets(([first, ...rest]) => [{ ...first, revision: 0 }, ...rest]),
    ),
  ],
  'events are billed again': [
    2,
    changeData(
      'BillClosed',
      2,
      wallets(([first, ...rest]) => [{ ...first, after: 1 }, ...rest]),
    ),
  ],
  'it has events that are not recorded yet': [
    1,
    changeData(
      'BillClosed',
      1,
      wallets(([first, ...rest]) => [{ ...first, revision: 99 }, ...rest]),
    ),
  ],
};

for (const [title, [n, tampering]] of Object.entries(tamperings)) {
  test(`with every digest computed anew, it is named: ${title}`, async (t) => {
    const { log } = await closedMonths();
    t.like(await differenceIn(log, tampering), { kind: 'bill', stream: billStream(tenantId), revision: n - 1 });
  });
}

test('a bill of the wallet of another tenant is named', async (t) => {
  const { log } = await closedMonths();
  const foreign = changeData('WalletOpened', 2, (data) => ({ ...data, tenant_id: id('b', 9) }));
  t.like(await differenceIn(log, foreign), { kind: 'bill', found: `wallet ${walletIds[1]} of another tenant` });
});

test('in a copy the balances of earlier bills are compared, and all of later ones', async (t) => {
  const { engine, log, clock, at } = await closedMonths();
  await checkpointOf(log);
  at('2026-11-20T00:00:00Z');
  const target = createMemoryEventLog({ clock });
  const verdict = await copyLedger({ source: engine, target, createId: randomUUID, now: 0, mayGrow: false });
  t.true(verdict.ok);
  const copy = billScene(target);
  t.is(await differenceIn(copy.log), null);
  t.like(await differenceIn(copy.log, setData('BillClosed', 2, { closing_eur: other })), { kind: 'bill' });
  const cut = changeData(
    'BillClosed',
    2,
    wallets(([first, ...rest]) => [{ ...first, revision: 99 }, ...rest]),
  );
  t.like(await differenceIn(copy.log, cut), { kind: 'bill', stream: null });
  at('2026-12-02T00:00:00Z');
  await copy.close('2026-11');
  t.is(await differenceIn(copy.log), null);
  t.like(await differenceIn(copy.log, setData('BillClosed', 3, { digest: '0'.repeat(64) })), {
    kind: 'bill',
    revision: 2,
  });
});
