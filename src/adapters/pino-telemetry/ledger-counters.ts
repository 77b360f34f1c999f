import { Counter, Histogram, type Registry } from 'prom-client';
import type { AppendFacts } from '../../ports/telemetry.ts';
import { remembered } from './remembered.ts';

/** Counts the appends to the ledger and the closings of wallets that failed. */
export function ledgerCountersIn(registry: Registry) {
  return { append: appendCountersIn(registry), closingsFailed: failedClosingsIn(registry) };
}

function failedClosingsIn(registry: Registry): Counter {
  return new Counter({
    name: 'waybill_wallet_closings_failed_total',
    help: 'Closings of wallets that could not be recorded; each is tried again after some more events of its wallet.',
    registers: [registry],
  });
}

function appendCountersIn(registry: Registry): (facts: AppendFacts) => void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'waybill_ledger_append_seconds',
    help: 'Time of an append to the ledger, by outcome: written, conflict, unknown, refused.',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const events = new Histogram({
    name: 'waybill_ledger_append_events',
    help: 'Events of an append that was written: how many commands of a wallet share one.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000],
    registers,
  });
  const series = remembered((outcome: AppendFacts['outcome']) => seconds.labels(outcome));
  return ({ outcome, events: size, milliseconds }) => {
    series(outcome).observe(milliseconds / 1000);
    if (outcome === 'written') events.observe(size);
  };
}
