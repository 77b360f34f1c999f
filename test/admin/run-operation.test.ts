import { randomUUID } from 'node:crypto';
import test from 'ava';
import { z } from 'zod';
import { adminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { runOperation } from '../../src/admin/run-operation.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { GatewayError } from '../../src/errors.ts';
import { recordedScope, changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { apiKeyStream, principalStream } from '../../src/ledger/stream-names.ts';
import { keyCreated, personRegistered } from '../_support/directory-vocabulary.ts';
import { Crash, endingLog } from '../_support/ending-log.ts';
import { record } from '../_support/recorded-log.ts';
import * as words from '../_support/wallet-vocabulary.ts';
import { asking } from './_ending-process.ts';

/** A write that is repeated after its process has ended between any two steps. */

const rename = adminOperation({
  id: 'renameIt',
  method: 'post',
  path: '/it',
  command: 'it rename',
  summary: 'Make it, and give it a name.',
  action: 'tenants.write',
  input: z.strictObject({ id: z.uuid().optional(), scope_id: z.uuid(), name: z.string() }),
  output: z.strictObject({ name: z.string().optional() }),
  run: async ({ scope_id, name }, { deps }) => {
    if (name === 'nothing') throw new GatewayError('resource_not_found');
    const [own, place] = [{ ...deps, actor: 'cli:test' }, { kind: 'tenant', scopeId: scope_id } as const];
    const scope = { scope_kind: 'tenant', scope_id, parent_id: null, name: 'first' } as const;
    await changeScope(own, place, { type: 'create_scope', scope });
    const answer = await changeScope(own, place, { type: 'rename_scope', name });
    return { name: answer.state?.name };
  },
});

for (const isWritten of [true, false]) {
  for (const appends of [1, 2, 3, 4]) {
    test(`a write whose process ended at append ${appends}, ${isWritten ? 'after' : 'before'} it, is done when it is repeated`, async (t) => {
      const log = createMemoryEventLog();
      const input = { scope_id: randomUUID(), name: 'second' };
      await t.throwsAsync(runOperation(rename, input, asking(endingLog(log, appends, isWritten), 'k')), {
        instanceOf: Crash,
      });
      const written = await log.readAll();
      const isBegun = written.length > 0;
      if (isBegun) t.is(written[0]?.type, 'AdministrationBegan');
      const other = runOperation(rename, { ...input, name: 'other' }, asking(log, 'k'));
      if (isBegun) {
        const error = await t.throwsAsync(other, { instanceOf: GatewayError });
        t.is(error?.code, 'already_exists');
        t.deepEqual(await log.readAll(), written);
      } else {
        await other;
      }
      const name = isBegun ? 'second' : 'other';
      t.deepEqual(await runOperation(rename, { ...input, name }, asking(log, 'k')), { name });
      t.is((await recordedScope(log, 'tenant', input.scope_id))?.name, name);
      const types = (await log.readAll()).map(({ type }) => type);
      t.deepEqual(types, ['AdministrationBegan', 'ScopeCreated', 'ScopeChanged', 'AdministrationAnswered']);
    });
  }
}

test('one of several different requests under one name at once is done', async (t) => {
  const log = createMemoryEventLog();
  const scope_id = randomUUID();
  const asked = ['one', 'two', 'three'].map((name) => runOperation(rename, { scope_id, name }, asking(log, 'k')));
  const settled = await Promise.allSettled(asked);
  t.is(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  const types = (await log.readAll()).map(({ type }) => type);
  t.deepEqual(types, ['AdministrationBegan', 'ScopeCreated', 'ScopeChanged', 'AdministrationAnswered']);
});

test('a write without a name is done each time, and recorded only by its own event', async (t) => {
  const log = createMemoryEventLog();
  const scope_id = randomUUID();
  for (const name of ['one', 'two']) await runOperation(rename, { scope_id, name }, asking(log, null));
  const types = (await log.readAll()).map(({ type }) => type);
  t.deepEqual(types, ['ScopeCreated', 'ScopeChanged', 'ScopeChanged']);
});

test('an id and a key name one request: neither may be used for another', async (t) => {
  const log = createMemoryEventLog();
  const input = { id: randomUUID(), scope_id: randomUUID(), name: 'second' };
  await runOperation(rename, input, asking(log, 'k'));
  t.deepEqual(await runOperation(rename, input, asking(log, 'other')), { name: 'second' });
  for (const [other, key] of [
    [{ ...input, id: randomUUID() }, 'k'],
    [{ ...input, name: 'third' }, 'new'],
    [{ ...input, id: randomUUID() }, 'other'],
  ] as const) {
    const error = await t.throwsAsync(runOperation(rename, other, asking(log, key)), { instanceOf: GatewayError });
    t.is(error?.code, 'already_exists');
  }
});

const pay = adminOperation({
  id: 'payIn',
  method: 'post',
  path: '/pay',
  command: 'it pay',
  summary: 'Credit a wallet.',
  action: 'wallets.correct',
  input: z.strictObject({ id: z.uuid(), wallet_id: z.uuid() }),
  output: z.strictObject({ accepted: z.boolean() }),
  run: async ({ id, wallet_id }, { deps }) => {
    const credit = { type: 'credit_wallet', creditId: id, amount: 5n, reason: 'test' } as const;
    const { accepted } = await deps.wallets.execute(wallet_id, credit);
    return { accepted };
  },
});

test('a write to a wallet is recorded before the wallet is written, and answered again without another', async (t) => {
  const log = createMemoryEventLog();
  const [wallet_id, tenantId] = [randomUUID(), randomUUID()];
  const { deps } = asking(log, null);
  await deps.wallets.execute(wallet_id, { type: 'open_wallet', walletId: wallet_id, tenantId });
  const input = { id: randomUUID(), wallet_id };
  const isGone = runOperation(pay, input, asking(endingLog(log, 2, false), null));
  await t.throwsAsync(isGone, { instanceOf: Crash });
  const types = async () => (await log.readAll()).map(({ type }) => type);
  t.deepEqual(await types(), ['WalletOpened', 'AdministrationBegan']);
  t.deepEqual(await runOperation(pay, input, asking(log, null)), { accepted: true });
  const paid = ['WalletOpened', 'AdministrationBegan', 'WalletCredited', 'AdministrationAnswered'];
  t.deepEqual(await types(), paid);
  t.deepEqual(await runOperation(pay, input, asking(log, null)), { accepted: true });
  t.deepEqual(await types(), paid);
});

/** Requests that only some time admits; each is repeated after that. */
const untilLater: Readonly<Record<string, (walletId: string, keyId: string) => object>> = {
  grantCredit: (wallet_id) => ({ wallet_id, amount_eur: '3', reason: 'gift', expires_at: '1970-01-02T00:00:00Z' }),
  raiseKeyBudget: (_, key_id) => ({
    key_id,
    per: 'total',
    amount_eur: '9',
    until: '1970-01-02T00:00:00Z',
    reason: 'end of year',
  }),
};

for (const [id, asked] of Object.entries(untilLater)) {
  for (const appends of [1, 2, 3]) {
    test(`${id} whose process ended after append ${appends} is answered after its time as it was before`, async (t) => {
      const after = Date.parse('1970-01-03T00:00:00Z');
      const operation = adminOperations.find((each) => each.id === id) ?? rename;
      const answers = [0, after].map(async (now) => {
        const log = createMemoryEventLog();
        const { walletId, keyA } = words;
        const { wallets } = asking(log, null).deps;
        await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: words.tenantId });
        await record(log, apiKeyStream(keyA), keyCreated({ budget_eur: '5.000000000' }));
        await record(log, principalStream(words.userId), personRegistered());
        const input = operation.input.parse(asked(walletId, keyA));
        const ended = runOperation(operation, input, asking(endingLog(log, appends, true), words.reservation));
        await t.throwsAsync(ended, { instanceOf: Crash });
        const answer = await runOperation(operation, input, asking(log, words.reservation, now));
        return { answer, types: (await log.readAll()).map(({ type }) => type) };
      });
      const [before, later] = await Promise.all(answers);
      t.deepEqual(later, before);
    });
  }
  test(`${id} after its time is refused`, async (t) => {
    const operation = adminOperations.find((each) => each.id === id) ?? rename;
    const log = createMemoryEventLog();
    const { walletId, keyA } = words;
    await record(log, apiKeyStream(keyA), keyCreated({ budget_eur: '5.000000000' }));
    await record(log, principalStream(words.userId), personRegistered());
    const late = asking(log, null, Date.parse('1970-01-03T00:00:00Z'));
    const input = operation.input.parse(asked(walletId, keyA));
    const error = await t.throwsAsync(runOperation(operation, input, late), { instanceOf: GatewayError });
    t.is(error?.code, 'invalid_value');
  });
}

test('a different request under a known name is refused before its content is checked', async (t) => {
  const log = createMemoryEventLog();
  const input = { scope_id: randomUUID(), name: 'second' };
  await runOperation(rename, input, asking(log, 'k'));
  const codeUnder = async (key: string) => {
    const asked = runOperation(rename, { ...input, name: 'nothing' }, asking(log, key));
    return (await t.throwsAsync(asked, { instanceOf: GatewayError }))?.code;
  };
  t.is(await codeUnder('k'), 'already_exists');
  t.is(await codeUnder('other'), 'resource_not_found');
});
