import test from 'ava';
import { Exchanges } from '../../src/pipeline/exchanges.ts';
import { UpstreamFailure } from '../../src/ports/upstream.ts';

const limits = { requestTotalMsMax: 60_000, disconnectDrainMsMax: null };

function exchangeWith(waitedMs: number) {
  let leave = (): void => undefined;
  const reader = {
    isGone: false,
    waitedMs,
    onGone: (listener: () => void) => {
      leave = listener;
      return () => undefined;
    },
  };
  const exchange = new Exchanges(limits).begin(reader);
  return { exchange, leave: () => leave() };
}

const reset = new UpstreamFailure('reset', 'unknown');
const tooLong = new UpstreamFailure('total_timeout', 'unknown');

for (const [waitedMs, by] of [
  [0, 'upstream'],
  [999, 'upstream'],
  [1_000, 'caller'],
  [60_000, 'caller'],
] as const) {
  test(`a failure of the upstream whose reader stalled for ${waitedMs} ms counts as the ${by}’s`, (t) => {
    const { exchange } = exchangeWith(waitedMs);
    t.is(exchange.cutBy(reset), by);
    t.is(exchange.cutBy(tooLong), by);
    t.is(exchange.cutBy(new Error('a fault of ours')), 'gateway');
    exchange.end();
  });
}

test('after the reader has left only a timeout counts as the caller’s, and the first cut counts', (t) => {
  const { exchange, leave } = exchangeWith(0);
  leave();
  t.is(exchange.cutBy(tooLong), 'caller');
  t.is(exchange.cutBy(reset), 'upstream');
  exchange.cut('shutdown');
  exchange.cut('caller');
  t.is(exchange.cutBy(reset), 'shutdown');
  t.true(exchange.signal.aborted);
  exchange.end();
});
