import test from 'ava';
import type { Settled } from '../../../src/pipeline/records.ts';
import { storeResponse, type StoreResponseDeps } from '../../../src/pipeline/stages/store-response.ts';
import { until } from '../../_support/until.ts';

test('an answer that is stored late holds its memory until then, and says that it is not stored', async (t) => {
  const { promise: stored, resolve: recordIt } = Promise.withResolvers<void>();
  const removed: string[] = [];
  let isHeld = false;
  const deps = {
    storedResponses: {
      store: () => stored,
      takeBack: (id: string) => {
        removed.push(id);
        return Promise.resolve(true);
      },
    },
    clock: { now: () => 0 },
    telemetry: { warn: (what: string) => t.fail(what) },
    responseTtlMs: 1_000,
    storeWaitMs: 1,
  };
  const bytes = Buffer.from('{}');
  const conclusion = { kind: 'tail', bytes: Buffer.from('not stored') } as const;
  const settled = {
    requestId: 'req_1',
    reservationId: 'one',
    conversation: null,
    profileName: 'light',
    target: { name: 'small', upstreamModel: 'its', account: 'own' },
    fileNames: new Map(),
    caller: { key: { key_id: 'key', user_id: 'user', tenant_id: 'acme' } },
    ownItemIds: [],
    request: { memory: { isStored: true, input: () => bytes, previousResponseId: null } },
    toStore: {
      responseId: 'resp_1',
      sent: bytes,
      shown: bytes,
      whenNotStored: () => Promise.resolve(conclusion),
      hold: () => {
        isHeld = true;
        return () => {
          isHeld = false;
        };
      },
    },
  };
  // `as`: the stage uses nothing else of either.
  const after = await storeResponse(settled as unknown as Settled, deps as unknown as StoreResponseDeps);
  t.like(after, { isStored: false, conclusion });
  t.true(isHeld);
  recordIt();
  await until('it is removed', () => removed.length > 0);
  t.deepEqual(removed, ['resp_1']);
  t.false(isHeld);
});
