import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { checkpointStream } from '../../src/ledger/stream-names.ts';
import { startTakingCheckpoints, takeDueCheckpoint } from '../../src/reactors/take-checkpoints.ts';
import { signerOf } from '../_support/checkpoints.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { until } from '../_support/until.ts';

test('a checkpoint is taken when the last one, or the first event, is old enough, whichever process took it', async (t) => {
  let now = Date.parse('2026-11-29T12:00:00.000Z');
  const log = chainedLog(createMemoryEventLog({ clock: { now: () => now } }));
  await recordLedger(log);
  const deps = {
    log,
    signer: signerOf('ledger'),
    createId: randomUUID,
    checkpointMs: 900_000,
    now: () => now,
    telemetry: { warn: () => undefined },
  };
  const { signal } = new AbortController();
  const taken = async (): Promise<number> => (await log.readStream(checkpointStream)).length;
  now += 899_999;
  await takeDueCheckpoint(deps, signal);
  t.is(await taken(), 0);
  now += 1;
  await takeDueCheckpoint(deps, signal);
  t.is(await taken(), 1);
  const event = { id: randomUUID(), type: 'CreditIdKept', data: '{}', metadata: '{"v":1}' };
  await log.append('credit-a', 'no_stream', [event]);
  now += 899_999;
  await takeDueCheckpoint({ ...deps, signer: signerOf('other') }, signal);
  t.is(await taken(), 1);
  now += 1;
  await takeDueCheckpoint(deps, signal);
  t.is(await taken(), 2);
});

test('a look that fails is reported, and the next one takes the checkpoint', async (t) => {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  const warned: string[] = [];
  let looks = 0;
  const telemetry = { warn: (event: string) => void warned.push(event) };
  const failing = {
    ...log,
    readStream: async (...read: Parameters<typeof log.readStream>) => {
      looks += 1;
      if (looks === 1) throw new Error('away');
      return await log.readStream(...read);
    },
  };
  const deps = {
    signer: signerOf('ledger'),
    createId: randomUUID,
    checkpointMs: 1,
    now: () => Date.now() + 1_000,
    telemetry,
  };
  const taking = startTakingCheckpoints({ ...deps, log: failing }, 1);
  await until('a checkpoint', async () => (await log.readStream(checkpointStream)).length > 0);
  await taking.stop();
  t.deepEqual(warned, ['checkpoint_not_taken']);
});
