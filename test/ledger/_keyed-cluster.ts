// Gateway processes that share a log, for tests of idempotency keys.
import { randomBytes, randomUUID } from 'node:crypto';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import type { ReplayableAnswer } from '../../src/ledger/recorded-answer.ts';
import { IdempotentRequests, type BegunRequest, type KeyStatus } from '../../src/ledger/idempotent-requests.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { InstanceLiveness } from '../../src/ports/instance-liveness.ts';
import * as vocabulary from '../_support/wallet-vocabulary.ts';

type Liveness = Awaited<ReturnType<InstanceLiveness['check']>>;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const answer: ReplayableAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":1}'),
};

/** A log of several gateway processes, whose clock and lives the test holds. */
export function cluster() {
  let now = Date.parse('2026-11-01T12:00:00Z');
  const clock = { now: () => now };
  const log = createMemoryEventLog({ clock });
  const lives = new Map<string, Liveness>();
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 1));
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const warnings: string[] = [];
  const gateway = (over: EventLog = chainedLog(log), own = cipher, keptMs = dayMs) => {
    const instanceId = randomUUID();
    lives.set(instanceId, 'alive');
    const contents = new SealedContents({ log: over, retention: log, cipher: own, createId: randomUUID });
    const requests = new IdempotentRequests({
      log: over,
      retention: log,
      contents,
      keyHasher,
      liveness: { instanceId, check: async (id) => lives.get(id) ?? 'unknown' },
      clock,
      telemetry: {
        inferenceEnded: () => undefined,
        requestEnded: () => undefined,
        info: () => undefined,
        warn: (what) => void warnings.push(what),
      },
      createId: randomUUID,
      keptMs,
      requestMsMax: hourMs,
    });
    return { requests, instanceId };
  };
  return {
    log,
    lives,
    warnings,
    gateway,
    clock,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

export const asked = (key = 'k', content = 'POST /chat 1') => ({
  userId: 'u',
  tenantId: '00000000-0000-4000-8000-0000000000aa',
  walletId: vocabulary.walletId,
  key,
  content,
});

export function begunOf(status: KeyStatus): BegunRequest {
  if (status.kind !== 'begun') throw new Error(`the request was not begun: ${status.kind}`);
  return status.request;
}
