import { randomUUID } from 'node:crypto';
import test from 'ava';
import { expiriesFrom, expiryPrefix, keyExpiries } from '../../projections/key-expiries.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { apiKeyStream, noticePrefix } from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { Notices } from '../../src/reactors/record-notices.ts';
import { key, keyCreated, keyRevoked } from '../_support/directory-vocabulary.ts';
import { logFailing } from '../_support/failing-appends.ts';
import { feedAll } from '../_support/feed-all.ts';
import { record } from '../_support/recorded-log.ts';
import * as the from '../_support/wallet-vocabulary.ts';

const dayMs = 86_400_000;
const day = (n: number): string => new Date(Date.parse('2026-11-02T12:00:00.000Z') + n * dayMs).toISOString();

/** A ledger at noon of a day, whose processes have read models of their own. */
function scene() {
  const clock = { ms: Date.parse(day(0)), now: () => clock.ms, isSettled: true };
  const log = chainedLog(createMemoryEventLog({ clock }));
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
  const process = (ownLog: EventLog = log): Notices => {
    const readModels = createMemoryReadModels(log);
    return new Notices({
      log: ownLog,
      createId: randomUUID,
      keyHasher,
      readModels,
      openReservations,
      expiries: { projection: keyExpiries, prefix: expiryPrefix, from: expiriesFrom },
      catchUp: async () => await feedAll(log, readModels, [keyExpiries, openReservations]),
      clock,
      telemetry: { warn: () => undefined },
    });
  };
  const recorded = async (): Promise<readonly (readonly [string, string])[]> =>
    (await log.readAll({ streamPrefixes: [noticePrefix] })).map(({ type, data }) => {
      const { expires_at = '', reservation_id = '' } = JSON.parse(data) as Readonly<Record<string, string>>;
      return [type, expires_at + reservation_id];
    });
  return { clock, log, process, recorded };
}

const stream = apiKeyStream(the.keyA);

function narrowedTo(expires_at: string) {
  const { key_id, allowed_profiles, allow_all_models, max_request_eur, budget_eur } = key;
  const limits = { allowed_profiles: [...allowed_profiles], allow_all_models, max_request_eur, budget_eur };
  return { type: 'ApiKeyNarrowed', data: { key_id, ...limits, expires_at } } as const;
}

test('a key is noticed once, seven days before it expires, by whichever process', async (t) => {
  const { clock, log, process, recorded } = scene();
  await record(log, stream, keyCreated({ expires_at: day(8) }));
  const [one, other] = [process(), process()];
  await one.record();
  t.deepEqual(await recorded(), []);
  clock.ms += dayMs + 1;
  await Promise.all([one.record(), other.record()]);
  await one.record();
  await process().record();
  t.deepEqual(await recorded(), [['KeyExpiryNoticed', day(8)]]);
});

test('a key with another time of expiry is noticed again, and neither a revoked nor an expired one', async (t) => {
  const { clock, log, process, recorded } = scene();
  await record(log, stream, keyCreated({ expires_at: day(6) }));
  await process().record();
  await record(log, stream, narrowedTo(day(5)));
  await process().record();
  t.deepEqual(await recorded(), [
    ['KeyExpiryNoticed', day(6)],
    ['KeyExpiryNoticed', day(5)],
  ]);
  await record(log, stream, narrowedTo(day(4)), keyRevoked);
  const expired = the.id('d', 7);
  await record(log, apiKeyStream(expired), keyCreated({ key_id: expired, expires_at: day(0) }));
  clock.ms += 1;
  await process().record();
  t.is((await recorded()).length, 2);
});

test('a hold is noticed once, a day after it was flagged, and not when it has ended before', async (t) => {
  const { clock, log, process, recorded } = scene();
  const wallets = new Wallets({ log, createId: randomUUID });
  await wallets.execute(the.walletId, the.open);
  await wallets.execute(the.walletId, the.credit('10'));
  for (const reservationId of [the.reservation, the.otherReservation, the.runningReservation]) {
    await wallets.execute(the.walletId, the.reserve('1', { reservationId }));
  }
  for (const id of [the.reservation, the.otherReservation]) await wallets.execute(the.walletId, the.flag(id));
  const one = process();
  clock.ms += dayMs - 1;
  await one.record();
  t.deepEqual(await recorded(), []);
  await wallets.execute(the.walletId, the.settle('0', { reservationId: the.otherReservation }));
  clock.ms += 1;
  for (const each of [one, one, process()]) await each.record();
  t.deepEqual(await recorded(), [['FlaggedHoldNoticed', the.reservation]]);
});

test('nothing is noticed while the clock has not settled', async (t) => {
  const { clock, log, process, recorded } = scene();
  await record(log, stream, keyCreated({ expires_at: day(1) }));
  clock.isSettled = false;
  await process().record();
  t.deepEqual(await recorded(), []);
});

test('what could not be recorded is recorded by the next sweep', async (t) => {
  const { log, process, recorded } = scene();
  await record(log, stream, keyCreated({ expires_at: day(1) }));
  let isDown = true;
  const one = process(logFailing(log, () => (isDown ? 'unavailable' : null)));
  await t.throwsAsync(one.record());
  isDown = false;
  await one.record();
  t.is((await recorded()).length, 1);
});
