import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { apiKeyStream, policyStream, principalStream, scopeStream } from '../../../src/ledger/stream-names.ts';
import { systemTimer } from '../../../src/time/timer.ts';
import * as words from '../../_support/directory-vocabulary.ts';
import { record } from '../../_support/recorded-log.ts';
import { id, keyA, userId } from '../../_support/wallet-vocabulary.ts';
import { directoryOver, recordKey, type Directory, type SetUp } from './_directory.ts';

/** What the directory answers to unknown keys that are asked for together. */
async function guess({ directory }: Directory, keys: number): Promise<readonly unknown[]> {
  const hashes = Array.from({ length: keys }, (_, n) => n.toString(16).padStart(64, '0'));
  return [...new Set(await Promise.all(hashes.map(async (hash) => directory.findKey(hash))))];
}

test('a key that was just created is found at once, with its person', async (t) => {
  const set = directoryOver();
  t.is(await set.directory.findKey(words.keyHash), null);
  await recordKey(set);
  t.deepEqual(await set.directory.findKey(words.keyHash), {
    key: words.key,
    principal: words.person,
    resellerId: words.resellerId,
    policies: [],
  });
});

test('a key that was found before is answered without a promise and without a read', async (t) => {
  const set = directoryOver();
  await recordKey(set);
  const found = await set.directory.findKey(words.keyHash);
  const { reads, catchUps } = set.counts;
  t.is(set.directory.findKey(words.keyHash), found);
  t.deepEqual(set.counts, { reads, catchUps });
});

test('a key that is known to the read models needs no catch-up, but for the first of all', async (t) => {
  const set = directoryOver();
  await guess(set, 1);
  await recordKey(set);
  await set.catchUp();
  const { catchUps } = set.counts;
  const found = set.directory.findKey(words.keyHash);
  t.false(found instanceof Promise);
  t.like(found, { key: { key_id: keyA } });
  t.is(set.counts.catchUps, catchUps);
});

test('a key that was revoked without a notification is found as revoked when the entry is too old', async (t) => {
  const set: Directory = directoryOver({
    staleMsMax: 0,
    catchUp: async () => {
      await set.catchUp();
      set.directory.invalidate();
    },
  });
  await recordKey(set);
  t.like(await set.directory.findKey(words.keyHash), { key: { revoked: false } });
  await record(set.log, apiKeyStream(keyA), words.keyRevoked);
  const before = set.counts.catchUps;
  const found = await Promise.all(Array.from({ length: 100 }, async () => set.directory.findKey(words.keyHash)));
  t.true(found.every((entry) => entry?.key.revoked === true));
  t.is(set.counts.catchUps, before + 1, 'all who ask together share one look');
});

test('a read model from before the start is not used before a look at the log', async (t) => {
  const set: Directory = directoryOver({
    catchUp: async () => {
      await set.catchUp();
      set.directory.invalidate();
    },
  });
  await recordKey(set);
  await set.catchUp();
  await record(set.log, apiKeyStream(keyA), words.keyRevoked);
  t.like(await set.directory.findKey(words.keyHash), { key: { revoked: true } });
});

test('policies are ordered from the widest scope to the narrowest, and unset ones are left out', async (t) => {
  const set = directoryOver();
  await recordKey(set);
  for (const [kind, scopeId] of words.scopesAbove.filter(([kind]) => kind !== 'tenant')) {
    await record(set.log, policyStream(kind, scopeId), words.policySet(kind, scopeId));
  }
  await record(set.log, policyStream('group', id('2', 9)), words.policySet('group', id('2', 9)));
  const found = await set.directory.findKey(words.keyHash);
  t.deepEqual(
    found?.policies.map(({ scope_kind, scope_id }) => [scope_kind, scope_id]),
    words.scopesAbove
      .filter(([kind]) => kind !== 'tenant')
      .toReversed()
      .map(([kind, scopeId]) => [kind, scopeId]),
  );
});

test('a person without a reseller has no policy of one', async (t) => {
  const set = directoryOver();
  await record(set.log, principalStream(userId), words.personRegistered({ reseller_id: null, group_ids: [] }));
  await record(set.log, apiKeyStream(keyA), words.keyCreated());
  await record(set.log, policyStream('reseller', words.resellerId), words.policySet('reseller', words.resellerId));
  t.deepEqual((await set.directory.findKey(words.keyHash))?.policies, []);
});

test('a revoked key is found as revoked after the directory was invalidated', async (t) => {
  const set = directoryOver();
  await recordKey(set);
  await set.directory.findKey(words.keyHash);
  await record(set.log, apiKeyStream(keyA), words.keyRevoked);
  await set.catchUp();
  t.like(set.directory.findKey(words.keyHash), { key: { revoked: false } });
  set.directory.invalidate();
  t.like(set.directory.findKey(words.keyHash), { key: { revoked: true } });
});

test('a key of an unknown person is unknown', async (t) => {
  const set = directoryOver();
  await record(set.log, apiKeyStream(keyA), words.keyCreated());
  t.is(await set.directory.findKey(words.keyHash), null);
  await record(set.log, principalStream(userId), words.personRegistered());
  t.truthy(await set.directory.findKey(words.keyHash));
});

test('500 unknown keys at once share one look at the log', async (t) => {
  const set = directoryOver({ catchUpIntervalMs: 3_600_000 });
  t.deepEqual(await guess(set, 500), [null]);
  t.is(set.counts.catchUps, 1);
});

test('the next look for unknown keys is an interval after the last', async (t) => {
  const set = directoryOver({ catchUpIntervalMs: 300 });
  await set.directory.findKey('00'.repeat(32));
  const began = performance.now();
  await guess(set, 50);
  t.is(set.counts.catchUps, 2);
  // The lower bound is the promise; how much later it comes is the machine's.
  t.true(performance.now() - began >= 250);
});

test('a key that is requested during a look at the log waits for the next look', async (t) => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const set: Directory = directoryOver({
    catchUp: async () => {
      if (!isFirst) return set.catchUp();
      isFirst = false;
      begun.resolve();
      await gate.promise;
    },
  });
  const early = set.directory.findKey('00'.repeat(32));
  await begun.promise;
  await recordKey(set);
  const late = set.directory.findKey(words.keyHash);
  gate.resolve();
  t.is(await early, null);
  t.truthy(await late);
});

/** A directory whose catch-ups end when `end` is called with a catch-up's number, counted from 0. */
function withHeldCatchUps(setUp: SetUp) {
  const catchUps: PromiseWithResolvers<void>[] = [];
  const set: Directory = directoryOver({
    ...setUp,
    catchUp: async () => {
      const held = Promise.withResolvers<void>();
      catchUps.push(held);
      await held.promise;
      return set.catchUp();
    },
  });
  const begun = async (count: number): Promise<void> => {
    while (catchUps.length < count) await nextTurn();
  };
  return { set, catchUps, begun, end: (at: number) => catchUps[at]?.resolve() };
}

test('a known key that is too old shares a look at the log that has begun, and waits for no interval', async (t) => {
  const { set, catchUps, begun, end } = withHeldCatchUps({ catchUpIntervalMs: 3_600_000 });
  await recordKey(set);
  await set.catchUp();
  const early = set.directory.findKey(words.keyHash);
  await begun(1);
  const late = set.directory.findKey(words.keyHash);
  end(0);
  t.truthy(await early);
  t.truthy(await late);
  t.is(catchUps.length, 1);
});

test('a known key waits for the next look at the log when the one that had begun ends too late', async (t) => {
  const { set, catchUps, begun, end } = withHeldCatchUps({ staleMsMax: 0 });
  await recordKey(set);
  await set.catchUp();
  const early = set.directory.findKey(words.keyHash);
  await begun(1);
  await nextTurn();
  await record(set.log, apiKeyStream(keyA), words.keyRevoked);
  const late = set.directory.findKey(words.keyHash);
  end(0);
  await early;
  await begun(2);
  set.directory.invalidate();
  end(1);
  t.like(await late, { key: { revoked: true } });
  t.is(catchUps.length, 2);
});

test('a look at the log begins before the last one is too old, and no caller waits for it', async (t) => {
  let nowMs = 0;
  const { set, catchUps, begun, end } = withHeldCatchUps({
    staleMsMax: 250,
    timer: { ...systemTimer, monotonic: () => nowMs },
  });
  await recordKey(set);
  const first = set.directory.findKey(words.keyHash);
  await begun(1);
  end(0);
  await first;
  nowMs = 190;
  t.false(set.directory.findKey(words.keyHash) instanceof Promise);
  t.is(catchUps.length, 1);
  nowMs = 240;
  t.false(set.directory.findKey(words.keyHash) instanceof Promise);
  await begun(2);
  end(1);
  while (set.counts.catchUps < 2) await nextTurn();
  await nextTurn();
  nowMs = 480;
  t.false(set.directory.findKey(words.keyHash) instanceof Promise);
});

test('a full directory forgets the key that was used longest ago', async (t) => {
  const set = directoryOver({ entriesMax: 2 });
  await record(set.log, principalStream(userId), words.personRegistered());
  const hashes = ['01', '02', '03'].map((byte) => byte.repeat(32));
  for (const [n, key_hash] of hashes.entries()) {
    await record(set.log, apiKeyStream(id('d', n)), words.keyCreated({ key_id: id('d', n), key_hash }));
  }
  const [first = '', second = '', third = ''] = hashes;
  const readsFor = async (hash: string): Promise<number> => {
    const before = set.counts.reads;
    t.truthy(await set.directory.findKey(hash));
    return set.counts.reads - before;
  };
  await readsFor(first);
  await readsFor(second);
  t.is(await readsFor(first), 0);
  await readsFor(third);
  t.is(await readsFor(first), 0);
  t.is(await readsFor(second), 1);
});

const scopeSuspended = (kind: 'reseller' | 'tenant' | 'group', scopeId: string): readonly DomainEvent[] => [
  { type: 'ScopeCreated', data: { scope_kind: kind, scope_id: scopeId, parent_id: null, name: 'x' } },
  { type: 'ScopeSuspended', data: { scope_kind: kind, scope_id: scopeId, reason: 'x' } },
];

for (const [kind, scopeId] of [
  ['reseller', words.resellerId],
  ['tenant', words.key.tenant_id],
  ['group', words.secondGroupId],
] as const) {
  test(`a key below a suspended ${kind} is found as suspended until it is resumed`, async (t) => {
    const set = directoryOver({ staleMsMax: 0 });
    await recordKey(set);
    await record(set.log, scopeStream(kind, scopeId), ...scopeSuspended(kind, scopeId));
    t.is((await set.directory.findKey(words.keyHash))?.suspended, kind);
    await record(set.log, scopeStream(kind, scopeId), {
      type: 'ScopeResumed',
      data: { scope_kind: kind, scope_id: scopeId },
    });
    await set.catchUp();
    set.directory.invalidate();
    t.is((await set.directory.findKey(words.keyHash))?.suspended, undefined);
  });
}

test('a person registered without a reseller is below the reseller of their tenant', async (t) => {
  const set = directoryOver();
  await record(set.log, principalStream(userId), words.personRegistered({ reseller_id: null }));
  await record(set.log, apiKeyStream(keyA), words.keyCreated());
  const tenant = {
    scope_kind: 'tenant',
    scope_id: words.key.tenant_id,
    parent_id: words.resellerId,
    name: 'x',
  } as const;
  await record(set.log, scopeStream('tenant', tenant.scope_id), { type: 'ScopeCreated', data: tenant });
  await record(set.log, scopeStream('reseller', words.resellerId), ...scopeSuspended('reseller', words.resellerId));
  t.is((await set.directory.findKey(words.keyHash))?.suspended, 'reseller');
});

test('a key of a closed person is found as suspended', async (t) => {
  const set = directoryOver();
  await recordKey(set);
  await record(set.log, principalStream(userId), { type: 'PrincipalClosed', data: { user_id: userId, reason: 'x' } });
  t.is((await set.directory.findKey(words.keyHash))?.suspended, 'user');
});

test('a rotated secret finds its key until the overlap ends, and the new secret finds it throughout', async (t) => {
  const set = directoryOver();
  const [newHash, until] = ['cd'.repeat(32), '2027-01-01T00:00:00.000Z'];
  await recordKey(set, {
    type: 'ApiKeyRotated',
    data: {
      key_id: keyA,
      rotation_id: id('4', 1),
      key_hash: newHash,
      key_prefix: 'wb_xyz',
      previous_key_hash: words.keyHash,
      previous_valid_until: until,
    },
  });
  const found = await set.directory.findKey(words.keyHash);
  t.like(found?.key, { key_id: keyA, expires_at: until });
  t.like((await set.directory.findKey(newHash))?.key, { key_id: keyA, expires_at: null });
});

test('a person is found without a key at once, and their suspension when it is known', async (t) => {
  const set = directoryOver();
  t.is(await set.directory.findPerson(userId), null);
  await recordKey(set);
  const found = await set.directory.findPerson(userId);
  t.like(found, { principal: words.person, key: { key_id: userId, administers: true, allowed_profiles: [] } });
  t.is(found?.shutOut, undefined);
  await record(set.log, principalStream(userId), {
    type: 'PrincipalSuspended',
    data: { user_id: userId, reason: 'x' },
  });
  await set.catchUp();
  t.is((await set.directory.findPerson(userId))?.shutOut, 'user');
});
