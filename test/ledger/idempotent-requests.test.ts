import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { KeyStatus } from '../../src/ledger/idempotent-requests.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import {
  AppendOutcomeUnknown,
  EventLogUnavailable,
  type EventLog,
  type RecordedEvent,
} from '../../src/ports/event-log.ts';
import { logFailing, type AppendFault } from '../_support/failing-appends.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { until } from '../_support/until.ts';
import { logWith } from '../_support/recorded-log.ts';
import * as vocabulary from '../_support/wallet-vocabulary.ts';
import { answer, asked, begunOf, cluster, dayMs, hourMs } from './_keyed-cluster.ts';

/** What the wallet says of the reservation of a lost attempt, and what that makes of the next one. */
const release = { type: 'release_reservation', reason: 'x', resolvedBy: 'rule' } as const;
const settlement = {
  type: 'settle_reservation',
  cost: { total: 5n, lines: [] },
  priceListId: 'p',
  priceListVersion: '1',
  serviceTier: null,
  usageSource: 'upstream',
  resolvedBy: null,
} as const;
const fates = [
  { what: 'was never made', whenDead: 'begun', unseen: 'in_doubt' },
  { what: 'is open', endings: [], whenDead: 'in_doubt', unseen: 'in_doubt' },
  {
    what: 'is flagged',
    endings: [{ type: 'flag_reservation', reason: 'process_lost' }],
    whenDead: 'in_doubt',
    unseen: 'in_doubt',
  },
  {
    what: 'was given back by the request itself',
    endings: [{ ...release, resolvedBy: null }],
    whenDead: 'begun',
    unseen: 'begun',
  },
  {
    what: 'is not in the billing records',
    endings: [{ ...release, reason: 'billing_records_never_seen' }],
    whenDead: 'begun',
    unseen: 'in_doubt',
  },
  {
    what: 'is in the billing records and cost nothing',
    endings: [{ ...release, reason: 'billing_records_not_charged' }],
    whenDead: 'begun',
    unseen: 'in_doubt',
  },
  {
    what: 'was given back by a rule that knows nothing',
    endings: [{ ...release, reason: 'outcome_unknown' }],
    whenDead: 'spent outcome_unknown',
    unseen: 'in_doubt',
  },
  {
    what: 'was given back by an operator',
    endings: [{ ...release, reason: 'billing_records_never_seen', resolvedBy: 'operator' }],
    whenDead: 'spent outcome_unknown',
    unseen: 'in_doubt',
  },
  { what: 'was charged', endings: [settlement], whenDead: 'spent answer_lost', unseen: 'spent answer_lost' },
] as const;

async function lostAttempt(fate: (typeof fates)[number]) {
  const scene = cluster();
  const { log, gateway } = scene;
  const wallets = new Wallets({ log, createId: randomUUID });
  const { walletId, tenantId, userId, keyA: keyId } = vocabulary;
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
  const credit = { type: 'credit_wallet', creditId: randomUUID(), amount: 10n ** 10n, reason: 'test' } as const;
  await wallets.execute(walletId, credit);
  const lost = gateway();
  const { reservationId } = begunOf(await lost.requests.begin(asked()));
  const tenant = { apiKey: '', keyId, walletId, tenantId, userId };
  // Another one in the same wallet, which says nothing.
  await plantReservation(log, tenant, { instanceId: lost.instanceId });
  if ('endings' in fate) {
    await plantReservation(log, tenant, { instanceId: lost.instanceId, reservationId });
    for (const ending of fate.endings) await wallets.execute(walletId, { ...ending, reservationId });
  }
  return { ...scene, lost, reservationId };
}

const inWords = (status: KeyStatus): string =>
  status.kind === 'spent' ? `${status.kind} ${status.code}` : status.kind;

for (const fate of fates) {
  test(`a request whose process is dead, and whose reservation ${fate.what}: ${fate.whenDead}`, async (t) => {
    const { lives, lost, gateway, reservationId } = await lostAttempt(fate);
    lives.set(lost.instanceId, 'dead');
    const status = await gateway().requests.begin(asked());
    t.is(inWords(status), fate.whenDead);
    if (status.kind === 'begun') t.not(status.request.reservationId, reservationId);
    else t.like(status, { reservationId });
  });

  test(`a request whose process cannot be seen for long, and whose reservation ${fate.what}: ${fate.unseen}`, async (t) => {
    const { lives, lost, gateway, pass } = await lostAttempt(fate);
    lives.set(lost.instanceId, 'unknown');
    t.is((await gateway().requests.begin(asked())).kind, fate.unseen === 'begun' ? 'begun' : 'running');
    pass(hourMs + 1);
    if (fate.unseen !== 'begun') t.is(inWords(await gateway().requests.begin(asked())), fate.unseen);
  });

  test(`a request whose process lives, and whose reservation ${fate.what}, is running for any time`, async (t) => {
    const { gateway, pass, reservationId } = await lostAttempt(fate);
    pass(dayMs - 1);
    t.deepEqual(await gateway().requests.begin(asked()), { kind: 'running', reservationId });
  });
}

test('a late answer of a process that could not be seen is recorded, and returned again', async (t) => {
  const { lives, gateway, pass } = cluster();
  const slow = gateway();
  const begun = begunOf(await slow.requests.begin(asked()));
  lives.set(slow.instanceId, 'unknown');
  pass(hourMs + 1);
  t.is((await gateway().requests.begin(asked())).kind, 'in_doubt');
  await slow.requests.answer(begun, answer);
  t.like(await gateway().requests.begin(asked()), { kind: 'answered', answer });
});

test('one of ten attempts at once in two processes begins, and the others find it running', async (t) => {
  const { gateway } = cluster();
  const [one, other] = [gateway(), gateway()];
  for (let round = 0; round < 50; round += 1) {
    const both = Array.from({ length: 5 }, () => [one, other]).flat();
    const attempts = both.map(({ requests }) => requests.begin(asked(`key ${round}`)));
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind);
    t.is(kinds.filter((kind) => kind === 'begun').length, 1);
    t.is(kinds.filter((kind) => kind === 'running').length, 9);
  }
});

test('an answer is known for its time, in every process; after that the key is free', async (t) => {
  const { log, gateway, pass } = cluster();
  const [first, second] = [gateway().requests, gateway().requests];
  const begun = begunOf(await first.begin(asked()));
  await first.answer(begun, answer);
  pass(dayMs - 1);
  t.deepEqual(await second.begin(asked()), { kind: 'answered', reservationId: begun.reservationId, answer });
  t.is((await second.begin(asked('k', 'another body'))).kind, 'differs');
  pass(1_001);
  t.is((await log.readStream(begun.stream)).length, 0);
  const again = begunOf(await second.begin(asked('k', 'another body')));
  t.is(again.stream, begun.stream);
  await log.compact();
  await second.answer(again, answer);
  t.is((await first.begin(asked('k', 'another body'))).kind, 'answered');
  t.is((await log.readAll({ streamPrefixes: ['content-'] })).length, 1, 'the old answer went with the compaction');
});

test('few large answers are opened at once, and all small answers', async (t) => {
  const { log, gateway } = cluster();
  const waiting: (() => void)[] = [];
  const watched = logWith(log, {
    readStream: async (stream, options) => {
      if (stream.startsWith('content-')) await new Promise<void>((resolve) => waiting.push(resolve));
      return await log.readStream(stream, options);
    },
  });
  const { requests } = gateway();
  const { requests: opening } = gateway(watched);
  for (const [bytes, count, atOnce] of [
    [30_000_000, 3, 2],
    [1_000, 50, 50],
  ] as const) {
    const key = `of ${bytes}`;
    await requests.answer(begunOf(await requests.begin(asked(key))), { ...answer, body: Buffer.alloc(bytes) });
    let found = 0;
    const looks = Promise.all(
      Array.from({ length: count }, async () => {
        if ((await opening.look(asked(key))).kind === 'answered') found += 1;
      }),
    );
    await until('as many as may are opened', () => waiting.length === atOnce);
    await until('all are found', () => {
      for (const go of waiting.splice(0)) go();
      return found === count;
    });
    await looks;
  }
  t.pass();
});

test('an answer whose content was removed is lost', async (t) => {
  const { log, gateway, warnings } = cluster();
  const { requests } = gateway();
  await requests.answer(begunOf(await requests.begin(asked())), answer);
  const [content] = await log.readAll({ streamPrefixes: ['content-'] });
  await log.tombstoneStream(content?.stream ?? '', 'any');
  t.like(await requests.begin(asked()), { kind: 'spent', code: 'answer_lost' });
  t.deepEqual(warnings, []);
});

test('an answer that is damaged, or whose key is missing, is lost with a warning; one that cannot be read now is not', async (t) => {
  const { log, gateway, warnings } = cluster();
  const { requests } = gateway();
  await requests.answer(begunOf(await requests.begin(asked())), answer);
  const reading = (content: (page: readonly RecordedEvent[]) => readonly RecordedEvent[]): EventLog =>
    logWith(log, {
      readStream: async (stream, options) => {
        const page = await log.readStream(stream, options);
        return stream.startsWith('content-') ? content(page) : page;
      },
    });
  const damaged = reading((page) =>
    page.map((event) => ({ ...event, data: event.data.replace('"sealed":"', '$&AAAA') })),
  );
  t.like(await gateway(damaged).requests.begin(asked()), { kind: 'spent', code: 'answer_lost' });
  const otherKey = createAesContentCipher([{ id: '2', key: randomBytes(32) }]);
  t.like(await gateway(log, otherKey).requests.begin(asked()), { kind: 'spent', code: 'answer_lost' });
  t.deepEqual(warnings, ['idempotent_answer_unreadable', 'idempotent_answer_unreadable']);
  const away = reading(() => {
    throw new EventLogUnavailable('away');
  });
  await t.throwsAsync(gateway(away).requests.begin(asked()), { instanceOf: EventLogUnavailable });
  t.like(await requests.begin(asked()), { kind: 'answered' });
});

test('an answer that cannot be kept is lost, and never asked for again', async (t) => {
  const { log, gateway, warnings } = cluster();
  const { requests } = gateway(
    logFailing(log, (types): AppendFault | null => (types.includes('ContentPart') ? 'unavailable' : null)),
  );
  await requests.answer(begunOf(await requests.begin(asked())), answer);
  t.deepEqual(warnings, ['idempotent_answer_not_kept']);
  t.like(await requests.begin(asked()), { kind: 'spent', code: 'answer_lost' });
});

test('a failure that the log refuses is recorded when the log is back', async (t) => {
  const { log, gateway } = cluster();
  let isAway = false;
  const { requests } = gateway(logFailing(log, () => (isAway ? 'unavailable' : null)));
  const begun = begunOf(await requests.begin(asked()));
  isAway = true;
  const failing = requests.fail(begun, { isSpent: false, code: 'ledger_busy' });
  t.is((await requests.begin(asked())).kind, 'running');
  isAway = false;
  await failing;
  t.is((await requests.begin(asked())).kind, 'begun');
});

for (const fault of ['unknown', 'unknown_but_written', 'unavailable'] as const) {
  test(`a beginning that is ${fault} for too long leaves the key free`, async (t) => {
    const { log, gateway } = cluster();
    let isFaulty = true;
    const { requests } = gateway(
      logFailing(log, (types) => (isFaulty && types.includes('IdempotentRequestBegan') ? fault : null)),
    );
    await t.throwsAsync(requests.begin(asked()));
    isFaulty = false;
    const status = await until('the key is free', async () => {
      const found = await requests.begin(asked());
      return found.kind === 'begun' && found;
    });
    t.is(status.kind, 'begun');
  });
}

test('a late beginning of a request that was given up leaves its key free', async (t) => {
  const { log, gateway } = cluster();
  const late: Parameters<EventLog['append']>[] = [];
  const slow = logWith(log, {
    append: async (...append) => {
      if (late.length > 4) return log.append(...append);
      late.push(append);
      throw new AppendOutcomeUnknown('a fault of the test');
    },
  });
  const { requests } = gateway(slow);
  await t.throwsAsync(requests.begin(asked()), { instanceOf: AppendOutcomeUnknown });
  const [written] = late;
  if (written === undefined) throw new Error('nothing was appended');
  await log.append(...written);
  t.is((await requests.begin(asked())).kind, 'begun');
});

test('beginning a request raises EventLogUnavailable when the log is closed', async (t) => {
  const { log, gateway } = cluster();
  const { requests } = gateway(log);
  await log[Symbol.asyncDispose]();
  await t.throwsAsync(requests.begin(asked()), { instanceOf: EventLogUnavailable });
});

test('keys of other owners, and parts that could be read as each other, never meet', async (t) => {
  const { gateway } = cluster();
  const { requests } = gateway();
  const streams = new Set<string>();
  for (const who of [
    { userId: 'u', tenantId: 't', key: 'k' },
    { userId: 'u', tenantId: 'tu', key: 'k' },
    { userId: 'tu', tenantId: '', key: 'k' },
    { userId: 'u', tenantId: 't', key: '","k' },
    { userId: 'u","k', tenantId: 't', key: '' },
  ]) {
    streams.add(begunOf(await requests.begin({ ...asked(), ...who })).stream);
  }
  t.is(streams.size, 5);
});

test('a ledger with requests of all kinds is verified, before and after compaction', async (t) => {
  const { log, gateway, pass } = cluster();
  const { requests } = gateway();
  await requests.answer(begunOf(await requests.begin(asked('1'))), answer);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await requests.fail(begunOf(await requests.begin(asked('2'))), { isSpent: false, code: 'ledger_busy' });
  }
  await requests.begin(asked('3'));
  const readModels = createMemoryReadModels({ comparePositions: log.comparePositions.bind(log) });
  const verify = () => verifyLedger({ log, readModels, projections: [], now: Date.now() });
  t.like(await verify(), { ok: true, events: 2 + 1 + 24 + 1 });
  await log.compact();
  t.like(await verify(), { ok: true, events: 2 + 1 + 8 + 1 });
  pass(dayMs + 1);
  await requests.begin(asked('3'));
  await log.compact();
  t.like(await verify(), { ok: true, events: 1 });
});
