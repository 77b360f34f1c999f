import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { IdempotentRequests, type KeyStatus } from '../../src/ledger/idempotent-requests.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { systemClock } from '../../src/time/clock.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { until } from '../_support/until.ts';
import type { EventLogEngine } from '../adapters/_event-log-fixtures.ts';

// What is promised of keys holds on the engines that several gateways share.

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
test.after.always('the logs go', () => rmSync(folder, { recursive: true, force: true }));

const engines: Readonly<Record<string, (teardown: (end: () => unknown) => void) => Promise<EventLogEngine>>> = {
  sqlite: () => openSqliteEventLog({ path: join(folder, `${randomUUID()}.db`) }),
  eventstoredb: async (teardown) => {
    const peer = await startPeer();
    teardown(() => peer[Symbol.asyncDispose]());
    return openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  },
};

const answer = { status: 200, headers: {}, body: Buffer.from('{}') };
const asked = (key: string) => ({
  userId: 'u',
  tenantId: '00000000-0000-4000-8000-0000000000aa',
  walletId: 'w',
  key,
  content: 'POST /chat 1',
});

for (const [name, open] of Object.entries(engines)) {
  test(`${name}: one of two gateways begins, and both know the answer until it is too old`, async (t) => {
    const log = await open((end) => t.teardown(end));
    t.teardown(() => log[Symbol.asyncDispose]());
    const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
    const gateway = () =>
      new IdempotentRequests({
        log,
        retention: log,
        contents: new SealedContents({ log, retention: log, cipher, createId: randomUUID }),
        keyHasher: createHmacKeyHasher(Buffer.alloc(32, 1)),
        liveness: { instanceId: randomUUID(), check: async () => 'alive' },
        clock: systemClock,
        telemetry: {
          inferenceEnded: () => undefined,
          requestEnded: () => undefined,
          info: () => undefined,
          warn: (what) => t.fail(what),
        },
        createId: randomUUID,
        keptMs: 3_000,
        requestMsMax: 3_600_000,
      });
    const [one, other] = [gateway(), gateway()];
    for (let round = 0; round < 10; round += 1) {
      const statuses = await Promise.all([one, other, one, other].map((requests) => requests.begin(asked(`${round}`))));
      t.deepEqual(statuses.map(({ kind }) => kind).toSorted(), ['begun', 'running', 'running', 'running']);
    }
    const begun = await one.begin(asked('kept'));
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    await one.answer(begun.request, answer);
    const { reservationId } = begun.request;
    t.deepEqual(await other.begin(asked('kept')), { kind: 'answered', reservationId, answer } satisfies KeyStatus);
    const again = await until('the key is free', async () => {
      const status = await other.begin(asked('kept'));
      return status.kind === 'begun' && status;
    });
    t.not(again.request.reservationId, reservationId);
    await other.answer(again.request, answer);
    t.is((await one.begin(asked('kept'))).kind, 'answered');
  });
}
