import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { amountNanoMax, eurFromNano } from '../../src/domain/money.ts';
import type { TopupEvent } from '../../src/domain/payments/topup-events.ts';
import { changeTopup } from '../../src/ledger/administration/topups.ts';
import { topupStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { AdminScene, Answer } from '../_support/admin-scene.ts';
import type { AppendGate } from '../_support/append-gate.ts';
import { camtEntry, camtText, type CamtEntry } from '../_support/camt-text.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { until } from '../_support/until.ts';
import { waybill, waybillJson } from '../_support/waybill-command.ts';

/** Top-ups in each of their states, by the bank, people and the clock. */

const reason = 'test';

interface TopupsScene extends Pick<AdminScene, 'ledger' | 'addWallet' | 'tenant' | 'environment'> {
  finance(method: string, path: string, body?: object): Promise<Answer>;
}

const idOf = ({ status, json }: Answer): string => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return String(json['id']);
};

const types = async (log: EventLog, stream: string): Promise<readonly string[]> =>
  (await log.readStream(stream)).map(({ type }) => type);

const ledgerTopup = async (log: EventLog, id: string) => {
  const [event] = await log.readStream(topupStream(id));
  return JSON.parse(event?.data ?? '{}') as Extract<TopupEvent, { readonly type: 'TopupRequested' }>['data'];
};

export async function causedTopups(
  t: ExecutionContext,
  scene: TopupsScene,
  gate: AppendGate,
): Promise<readonly EventLog[]> {
  const { finance, ledger, environment } = scene;
  const { requested, confirm, file, recorded } = await topupsOf(t, scene);
  idOf(await finance('POST', `/topups/${(await requested()).id}/cancel`, { reason }));

  // The clock ends what was asked for and not paid.
  const asked = await ledgerTopup(ledger.log, (await requested()).id);
  const overdue = async (reference: string): Promise<string> => {
    const topup_id = randomUUID();
    const topup = { ...asked, topup_id, reference, expires_at: new Date(Date.now() - 1).toISOString() };
    const identities = { log: ledger.log, createId: randomUUID };
    await changeTopup(identities, topup_id, { type: 'request_topup', topup });
    return topup_id;
  };
  await recorded(await overdue('WB-0123456789ABCDEF'), 'TopupExpired');

  // Paid, told again with more, paid again, paid back.
  const paid = await requested();
  await file([entryOf(paid.text, 'PAID-1')]);
  await file([withId(paid.text, 'PAID-1')]);
  await file([entryOf(paid.text, 'PAID-2')]);
  await file([backOf(paid.text, 'BACK-1')], '--reverse-returns');

  // The wallet has room for one payment and not for two: the second waits, is told again, and the first is paid back.
  const full = await requested();
  const room = eurFromNano(amountNanoMax - 40_000_000_000n);
  await waybillJson(t, environment, 'wallets', 'credit', full.wallet_id, room);
  await file([entryOf(full.text, 'FULL-1'), entryOf(full.text, 'FULL-2')]);
  await file([withId(full.text, 'FULL-2')]);
  await file([backOf(full.text, 'BACK-2')], '--reverse-returns');
  await recorded(full.id, 'TopupCredited', 2);

  // A person states a payment for two top-ups at once: one keeps it. Meanwhile no sweep finishes what was begun.
  const sweeping = gate.next('TopupExpired');
  await overdue('WB-FEDCBA9876543210');
  const sweepOn = await sweeping;
  const [stating, stated] = [await requested(), await requested()];
  const held = gate.next('PaymentReceived');
  const losing = confirm(stating, 'RACED-STATED');
  const goOn = await held;
  idOf(await confirm(stated, 'RACED-STATED'));
  goOn();
  t.is((await losing).status, 409);
  // A file of the bank has a second payment, and perhaps a third, and a person states the second for another top-up meanwhile.
  for (const third of [[], ['ITS-OWN']]) {
    const [loser, winner] = [await requested(), await requested()];
    await file([entryOf(loser.text, 'FIRST-1')]);
    const raced = `RACED-FILE-${third.length}`;
    const entries = [raced, ...third].map((each) => camtEntry(entryOf(loser.text, each)));
    const claiming = gate.next('PaymentReceived');
    const statement = Buffer.from(camtText(entries)).toString('base64');
    const importing = finance('POST', '/payments/import', { statement, book: true });
    const claimOn = await claiming;
    idOf(await confirm(winner, raced));
    claimOn();
    const { json } = await importing;
    t.like(json, { refused: [{ refusal: 'bank_reference_used' }] });
    t.is((json['credited'] as readonly unknown[]).length, third.length);
  }
  sweepOn();
  return [ledger.log];
}

/** Requests a top-up of a wallet of its own, unless one is given; `file` imports entries that name it. */
async function topupsOf(t: ExecutionContext, scene: TopupsScene) {
  const { finance, addWallet, tenant, environment, ledger } = scene;
  const requested = async (wallet?: string) => {
    const wallet_id = wallet ?? (await addWallet(tenant.tenantId));
    const answer = await finance('POST', '/topups', { wallet_id, amount_eur: '25' });
    return { id: idOf(answer), wallet_id, text: String(answer.json['reference']) };
  };
  const confirm = ({ id }: { readonly id: string }, bank_reference: string): Promise<Answer> =>
    finance('POST', `/topups/${id}/confirm`, { bank_reference, bank_date: '2026-11-20', received_eur: '25' });
  const file = async (entries: readonly CamtEntry[], ...options: readonly string[]): Promise<void> => {
    const path = join(scratchFolder(t), 'statement.xml');
    writeFileSync(path, camtText(entries.map((entry) => camtEntry(entry))));
    const { exitCode, stderr } = await waybill(t, environment, 'payments', 'import', path, ...options);
    if (exitCode !== 0 && exitCode !== 1) throw new Error(stderr);
  };
  const recorded = (id: string, type: string, times = 1) =>
    until(`${type} of ${id}`, async () => {
      return (await types(ledger.log, topupStream(id))).filter((each) => each === type).length >= times;
    });
  return { requested, confirm, file, recorded };
}

const entryOf = (text: string, reference: string, more: CamtEntry = {}): CamtEntry => ({ text, reference, ...more });
const withId = (text: string, reference: string): CamtEntry =>
  entryOf(text, reference, { transactions: [{ refs: { AcctSvcrRef: reference, UETR: randomUUID() }, text }] });
const backOf = (text: string, reference: string): CamtEntry => entryOf(text, reference, { direction: 'DBIT' });
