import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { ConfigurationEvent } from '../../src/domain/configuration/configuration-events.ts';
import { priceListsLoaded } from '../../src/domain/configuration/price-lists-loaded.ts';
import { ConfigurationRecorder } from '../../src/ledger/configuration-recorder.ts';
import { AppendOutcomeUnknown, EventLogUnavailable, type EventLog } from '../../src/ports/event-log.ts';

const prices = { id: 'plain', version: '1', eur_per_million_tokens: { input: '1', output: '2' } };
const start = priceListsLoaded('gateway', [prices]);
const change: ConfigurationEvent = {
  type: 'ConfigurationChanged',
  data: { instance_id: 'gateway', digest: 'ab'.repeat(32), settings: ['targets'], price_lists: [], actor: 'cli:ops' },
};

/** A recorder at a log that raises what `faults` has, one of them an append; after the append for `written` ones. */
function recorderAt(...faults: readonly { readonly error: Error; readonly written?: true }[]) {
  const log = createMemoryEventLog();
  const left = [...faults];
  const failing: EventLog = {
    ...log,
    append: async (...all) => {
      const fault = left.shift();
      if (fault === undefined) return await log.append(...all);
      if (fault.written) await log.append(...all);
      throw fault.error;
    },
  };
  const types = async () => (await log.readStream('configuration-gateway')).map(({ type }) => type);
  const deps = { log: failing, instanceId: 'gateway', createId: randomUUID };
  return { recorder: new ConfigurationRecorder(deps, start), types };
}

const away = { error: new EventLogUnavailable('a fault of the test') };

test('what a start owes is recorded once, when the log answers', async (t) => {
  const { recorder, types } = recorderAt(away);
  await t.throwsAsync(recorder.recordStart(), { instanceOf: EventLogUnavailable });
  t.deepEqual(await types(), []);
  await Promise.all([recorder.recordStart(), recorder.recordStart()]);
  t.deepEqual(await types(), ['PriceListsLoaded']);
});

test('a change is recorded behind what the start owes', async (t) => {
  const { recorder, types } = recorderAt(away);
  await t.throwsAsync(recorder.recordStart());
  await recorder.record([change]);
  t.deepEqual(await types(), ['PriceListsLoaded', 'ConfigurationChanged']);
});

test('an append without an answer is repeated with the same ids, and recorded once', async (t) => {
  const lost = { error: new AppendOutcomeUnknown('a fault of the test'), written: true } as const;
  const { recorder, types } = recorderAt(lost, away);
  await t.throwsAsync(recorder.recordStart(), { instanceOf: AppendOutcomeUnknown });
  await recorder.record([change]);
  t.deepEqual(await types(), ['PriceListsLoaded', 'ConfigurationChanged']);
});
