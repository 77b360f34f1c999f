import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { chargeReceipt, type ChargeReceipt } from '../../../src/ledger/checkpoints/charge-receipt.ts';
import { relayStream, walletStream } from '../../../src/ledger/stream-names.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { isProven } from '../../_support/receipts.ts';
import { logWith } from '../../_support/recorded-log.ts';

/** A log in which a test appends charges among other events. */
class ChargedLog {
  readonly log: EventLog = chainedLog(createMemoryEventLog());
  readonly charges: Parameters<typeof chargeReceipt>[1][] = [];
  readonly #revisions = new Map<string, number>();

  async append(stream: string, type: string, data: object, count = 1): Promise<void> {
    const event = () => ({ id: randomUUID(), type, data: JSON.stringify(data), metadata: '{"v":1}' });
    for (let left = count; left > 0; left -= 1_000) {
      const batch = Array.from({ length: Math.min(left, 1_000) }, event);
      const { revision } = await this.log.append(stream, this.#revisions.get(stream) ?? 'no_stream', batch);
      this.#revisions.set(stream, revision);
    }
  }

  async charge(walletId: string, more: object = {}): Promise<void> {
    const reservation_id = randomUUID();
    await this.append(walletStream(walletId), 'ReservationSettled', { reservation_id, ...more });
    const [event] = await this.log.readStream(walletStream(walletId), { direction: 'backwards', limit: 1 });
    const time = event?.recordedAt ?? '';
    this.charges.push({ reservation_id, wallet_id: walletId, reserved_at: time, ended_at: time, state: 'settled' });
  }
}

async function receiptOf(log: EventLog, charge: Parameters<typeof chargeReceipt>[1]): Promise<ChargeReceipt> {
  const receipt = await chargeReceipt(log, charge, { isForCaller: true });
  if (typeof receipt === 'string') throw new Error(receipt);
  return receipt;
}

test('every charge that a checkpoint covers has a receipt that proves it, wherever it stands in tiles and checkpoints', async (t) => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('others' as const), count: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ kind: fc.constant('thinned' as const), count: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ kind: fc.constant('charge' as const), wallet: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('checkpoint' as const) }),
    ),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const charged = new ChargedLog();
      for (const step of taken) {
        if (step.kind === 'others') await charged.append('credit-others', 'CreditIdKept', {}, step.count);
        else if (step.kind === 'thinned') await charged.append(relayStream('kafka'), 'RelayAdvanced', {}, step.count);
        else if (step.kind === 'charge') await charged.charge(step.wallet);
        else if ((await charged.log.readAll({ limit: 1 })).length > 0) {
          await charged.append('credit-more', 'CreditIdKept', {});
          await checkpointOf(charged.log);
        }
      }
      await charged.charge('last');
      await checkpointOf(charged.log);
      for (const charge of charged.charges) {
        const receipt = await receiptOf(charged.log, charge);
        t.true(isProven(receipt, receipt.verifier_key));
        t.true(receipt.event.includes(charge.reservation_id));
      }
    }),
    { numRuns: 40 },
  );
});

test('a receipt does not change when the ledger goes on, and is made of a few reads', async (t) => {
  const charged = new ChargedLog();
  await charged.append('credit-others', 'CreditIdKept', {}, 5_000);
  await charged.charge('a');
  const [charge] = charged.charges;
  if (charge === undefined) return void t.fail();
  await checkpointOf(charged.log);
  const first = await receiptOf(charged.log, charge);
  for (let n = 0; n < 5; n += 1) {
    await charged.append('credit-others', 'CreditIdKept', {}, 3_000);
    await checkpointOf(charged.log);
  }
  let read = 0;
  const counted = logWith(charged.log, {
    readAll: async (options) => {
      const page = await charged.log.readAll(options);
      read += page.length;
      return page;
    },
  });
  t.deepEqual(await receiptOf(counted, charge), first);
  t.true(read <= 1_200, String(read));
});

test('a receipt shows nothing of other events but hashes', async (t) => {
  const charged = new ChargedLog();
  await charged.append(walletStream('a'), 'ReservationSettled', {
    reservation_id: randomUUID(),
    secret: 'of another key',
  });
  await charged.charge('a');
  await charged.append('credit-others', 'CreditIdKept', { secret: 'of another key' }, 300);
  await checkpointOf(charged.log);
  const [charge] = charged.charges;
  if (charge === undefined) return void t.fail();
  t.false(JSON.stringify(await receiptOf(charged.log, charge)).includes('another'));
});

test('there is no receipt before the end, before a checkpoint, and for the caller of what a person decided', async (t) => {
  const charged = new ChargedLog();
  await charged.charge('a', { actor: 'somebody', reason: 'by hand' });
  const [charge] = charged.charges;
  if (charge === undefined) return void t.fail();
  const find = (of: Parameters<typeof chargeReceipt>[1], isForCaller = false) =>
    chargeReceipt(charged.log, of, { isForCaller });
  t.is(await find({ ...charge, ended_at: null }), 'not_ended');
  t.is(await find({ ...charge, reservation_id: randomUUID() }), 'not_ended');
  t.is(await find(charge), 'not_covered');
  await checkpointOf(charged.log);
  t.is(await find(charge, true), 'decided_by_person');
  t.is(typeof (await find(charge)), 'object');
});

test('of a charge for which a model was chosen, the choice is proved too', async (t) => {
  const charged = new ChargedLog();
  const [one, other] = [randomUUID(), randomUUID()];
  const stream = walletStream('a');
  await charged.append(stream, 'SelectionCharged', { reservation_id: other });
  await charged.append(stream, 'SelectionCharged', { reservation_id: one, cost_eur: '0.000000002' });
  await charged.append(stream, 'ReservationSettled', { reservation_id: other });
  await charged.append(stream, 'ReservationReleased', { reservation_id: one });
  const events = await charged.log.readStream(stream);
  const of = { wallet_id: 'a', reserved_at: events[0]?.recordedAt ?? '', ended_at: events.at(-1)?.recordedAt ?? '' };
  const selection = { selection_id: one, cost_eur: '0.000000002', overrun_eur: '0.000000000', lines: [] };
  const unknown = { strategy: null, selected: null, usage_source: null, price_list: null };
  const charge = {
    ...of,
    reservation_id: one,
    state: 'released',
    selection: { ...selection, ...unknown },
  } as const;
  t.is(await chargeReceipt(charged.log, charge, { isForCaller: true }), 'not_covered');
  await checkpointOf(charged.log);
  const { selection: ofChoice, ...receipt } = await receiptOf(charged.log, charge);
  if (ofChoice === undefined) return t.fail();
  for (const [each, type] of [
    [receipt, 'ReservationReleased'],
    [ofChoice, 'SelectionCharged'],
  ] as const) {
    t.true(isProven(each, each.verifier_key));
    t.true(each.event.includes(type) && each.event.includes(one), each.event);
  }
  // One that cost nothing is no charge.
  const free = { ...charge, selection: { ...charge.selection, cost_eur: '0.000000000' } };
  t.is((await receiptOf(charged.log, free)).selection, undefined);
});

test('a hold that was released and charged within a millisecond has the receipt of the charge', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  const id = randomUUID();
  const event = (type: string) => ({
    id: randomUUID(),
    type,
    data: JSON.stringify({ reservation_id: id }),
    metadata: '{"v":1}',
  });
  await log.append(walletStream('a'), 'no_stream', [event('ReservationReleased'), event('ReleasedReservationCharged')]);
  const [recorded] = await log.readStream(walletStream('a'));
  const time = recorded?.recordedAt ?? '';
  await checkpointOf(log);
  const charge = { reservation_id: id, wallet_id: 'a', reserved_at: time, ended_at: time, state: 'settled' } as const;
  t.true((await receiptOf(log, charge)).event.includes('ReleasedReservationCharged'));
});

test('a ledger that does not agree with its checkpoint gives no receipt', async (t) => {
  const charged = new ChargedLog();
  await charged.append('credit-others', 'CreditIdKept', {}, 300);
  await charged.charge('a');
  const [charge] = charged.charges;
  if (charge === undefined) return void t.fail();
  await checkpointOf(charged.log);
  const edited = logWith(charged.log, {
    readAll: async (options) =>
      (await charged.log.readAll(options)).map((event, index) =>
        index === 3 ? { ...event, recordedAt: '2020-01-01T00:00:00.000Z' } : event,
      ),
  });
  await t.throwsAsync(receiptOf(edited, charge), { message: /does not agree with its checkpoint/ });
});

test('each byte of a receipt counts: with any other one it proves nothing', async (t) => {
  const charged = new ChargedLog();
  await charged.append('credit-others', 'CreditIdKept', {}, 300);
  await charged.charge('a');
  const [charge] = charged.charges;
  if (charge === undefined) return void t.fail();
  await charged.append('credit-others', 'CreditIdKept', {}, 40);
  await checkpointOf(charged.log);
  const { verifier_key: key, ...receipt } = await receiptOf(charged.log, charge);
  t.true(isProven(receipt, key));
  for (const member of ['event', 'entry', 'proof'] as const) {
    const text = receipt[member];
    for (let at = 0; at < text.length; at += 1) {
      const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
      const changed = { ...receipt, [member]: text.slice(0, at) + other + text.slice(at + 1) };
      if (isProven(changed, key)) t.fail(`${member} ${at}`);
    }
  }
});
