import test from 'ava';
import { StreamBells } from '../../../src/ledger/following/stream-bells.ts';

/** Who waits for events of some streams is woken by them, and by nothing that they did not ask for. */

const longMs = 2 ** 30;
const never = new AbortController().signal;
const of = (...streams: readonly string[]) => streams.map((stream) => ({ stream }));

test('an event wakes those who listen for its stream', async (t) => {
  const bells = new StreamBells();
  const [wallets, keys] = [bells.listen(['wallet-']), bells.listen(['api-key-', 'principal-'])];
  const woken: string[] = [];
  const waiting = new AbortController();
  const ofWallets = wallets.next(longMs, never).then(() => woken.push('wallets'));
  const ofKeys = keys.next(longMs, waiting.signal).then(() => woken.push('keys'));
  bells.ring(of('scope-1', 'wallet-1'));
  await ofWallets;
  t.deepEqual(woken, ['wallets']);
  waiting.abort();
  await ofKeys;
});

test('what comes while nobody waits is told at the next wait, once', async (t) => {
  const bells = new StreamBells();
  const bell = bells.listen(['wallet-']);
  bells.ring(of('wallet-1'));
  bells.ring(of('scope-1'));
  await bell.next(longMs, never);
  const waiting = new AbortController();
  let isWoken = false;
  const next = bell.next(longMs, waiting.signal).then(() => (isWoken = true));
  await new Promise(setImmediate);
  t.false(isWoken);
  waiting.abort();
  await next;
});

test('a wait ends by itself, and at once where it was called off', async (t) => {
  const bell = new StreamBells().listen(['wallet-']);
  await t.notThrowsAsync(bell.next(1, never));
  await t.notThrowsAsync(bell.next(longMs, AbortSignal.abort()));
});

test('who has left is not told any more', async (t) => {
  const bells = new StreamBells();
  const bell = bells.listen(['wallet-']);
  bell[Symbol.dispose]();
  bells.ring(of('wallet-1'));
  let isWoken = false;
  const waiting = new AbortController();
  const next = bell.next(longMs, waiting.signal).then(() => (isWoken = true));
  await new Promise(setImmediate);
  t.false(isWoken);
  waiting.abort();
  await next;
});
