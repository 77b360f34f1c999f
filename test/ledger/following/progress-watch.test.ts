import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { ProgressWatch, type WatchedStatus } from '../../../src/ledger/following/progress-watch.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { EventLogUnavailable, type Position } from '../../../src/ports/event-log.ts';
import { logWith, record } from '../../_support/recorded-log.ts';
import * as words from '../../_support/wallet-vocabulary.ts';

const stream = walletStream(words.walletId);
const oneEuro = words.credited('1');

/** A follower that moves when the test says so, a watch over it, and a clock that the test moves. */
function room(settings: { readonly isAway?: () => boolean } = {}) {
  const log = createMemoryEventLog();
  let nowMs = 0;
  const status = { handledUpTo: null as Position | null, streamPrefixes: ['wallet-'], isBusy: false };
  let current: WatchedStatus | null = status;
  const restarts: string[] = [];
  const watch = new ProgressWatch({
    logEnd: logWith(log, {
      end: async (options) => {
        if (settings.isAway?.() === true) throw new EventLogUnavailable('away');
        return log.end(options);
      },
    }),
    comparePositions: (a, b) => log.comparePositions(a, b),
    lookMs: 3_600_000,
    stuckMs: 10_000,
    now: () => nowMs,
    onStuck: (name) => restarts.push(name),
  });
  watch.add({ name: 'follower', status: () => current, restart: () => undefined });
  return {
    log,
    watch,
    restarts,
    status,
    pass: (ms: number) => (nowMs += ms),
    leave: () => (current = null),
    handleAll: async () => (status.handledUpTo = (await log.readAll()).at(-1)?.position ?? null),
  };
}

test('the lag of a follower without events is measured from the end of the log', async (t) => {
  const { log, watch, pass, handleAll } = room();
  await watch.look();
  t.is(watch.lagMs('follower'), 0, 'nothing was recorded');
  await record(log, stream, oneEuro);
  await watch.look();
  pass(3_000);
  t.is(watch.lagMs('follower'), 3_000);
  await record(log, stream, oneEuro);
  await watch.look();
  pass(1_000);
  t.is(watch.lagMs('follower'), 4_000, 'the oldest counts');
  await handleAll();
  t.is(watch.lagMs('follower'), 0);
  watch.stop();
});

test('events that a follower does not handle cause no lag', async (t) => {
  const { log, watch, pass } = room();
  await record(log, 'other-1', oneEuro);
  await watch.look();
  pass(60_000);
  await watch.look();
  t.is(watch.lagMs('follower'), 0);
  watch.stop();
});

test('a follower that stands still while the log grows is restarted, and reported until it moves', async (t) => {
  const { log, watch, pass, restarts, handleAll } = room();
  await record(log, stream, oneEuro);
  for (let second = 0; second < 10; second += 1) {
    await watch.look();
    pass(1_000);
  }
  t.deepEqual(restarts, [], 'not before its time');
  await watch.look();
  t.deepEqual(restarts, ['follower']);
  t.like(watch.lags()[0], { isStuck: true, restarts: 1 });
  pass(9_000);
  await watch.look();
  t.is(restarts.length, 1, 'it has its time again');
  await handleAll();
  await watch.look();
  t.like(watch.lags()[0], { isStuck: false, restarts: 1, lagMs: 0 });
  watch.stop();
});

test('a follower that moves, works, does not run or has nothing to do is not restarted', async (t) => {
  const { log, watch, pass, restarts, status, handleAll, leave } = room();
  for (let second = 0; second < 30; second += 1) {
    await handleAll();
    await record(log, stream, oneEuro);
    await watch.look();
    pass(1_000);
  }
  t.deepEqual(restarts, [], 'it moves');
  status.isBusy = true;
  pass(60_000);
  await watch.look();
  t.deepEqual(restarts, [], 'it waits for another than the log');
  t.true(watch.lagMs('follower') >= 60_000, 'and lags');
  status.isBusy = false;
  await handleAll();
  pass(60_000);
  await watch.look();
  t.deepEqual(restarts, [], 'it has nothing to do');
  await record(log, stream, oneEuro);
  leave();
  pass(60_000);
  await watch.look();
  t.deepEqual(restarts, [], 'it does not run');
  t.is(watch.lagMs('follower'), 0);
  watch.stop();
});

test('no follower is restarted while the engine is unavailable', async (t) => {
  let isAway = false;
  const { log, watch, pass, restarts } = room({ isAway: () => isAway });
  await record(log, stream, oneEuro);
  await watch.look();
  isAway = true;
  pass(60_000);
  await watch.look();
  t.deepEqual(restarts, []);
  watch.stop();
});
