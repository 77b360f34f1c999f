import test, { type ExecutionContext } from 'ava';
import type { Edition } from '../../../src/composition/configuration/edition.ts';
import { Editions } from '../../../src/composition/configuration/editions.ts';
import { Reload } from '../../../src/composition/configuration/reload.ts';
import { readConfig } from '../../../src/config.ts';
import { LimitsInForce, type ConfiguredLimits } from '../../../src/limits/caller-limits.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { dataDirectory, environmentFor, testConfig } from '../../_support/gateway.ts';

const upstream = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key' };

/** A reload of another setting while the ledger is away, or not. */
function scene(t: ExecutionContext) {
  const directory = dataDirectory(t);
  const environment = environmentFor(directory, testConfig(upstream));
  const before = readConfig(environment);
  environmentFor(directory, testConfig(upstream, { profiles: { more: { targets: ['small'] } } }));
  const done: string[] = [];
  const told: unknown[] = [];
  const editionOf = (config: Edition['config'], name: string): Edition => {
    const parts: Pick<Edition, 'config' | 'close'> = {
      config,
      close: async () => void done.push(`${name} closed`),
    };
    // `as`: nothing else of an edition is used here.
    return parts as Edition;
  };
  const editions = new Editions(editionOf(before.config, 'old edition'));
  const limits = new LimitsInForce({} as ConfiguredLimits);
  let isAway = true;
  const reload = new Reload({
    read: () => readConfig(environment),
    editions,
    open: (config) => editionOf(config, 'new edition'),
    prepareContentKeys: async () => () => void done.push('content keys used'),
    limits,
    record: async () => {
      if (isAway) throw new EventLogUnavailable('a fault of the test');
    },
    instanceId: 'gateway-1',
    telemetry: { info: (what) => void told.push(what), warn: (what, facts) => void told.push([what, facts]) },
  });
  return { reload, editions, done, told, comeBack: () => void (isAway = false) };
}

test('a configuration that cannot be recorded does not take effect, and the next reload takes it', async (t) => {
  const { reload, editions, done, told, comeBack } = scene(t);
  const reason = 'a fault of the test';
  t.deepEqual(await reload.take('cli:ops'), { kind: 'refused', reason });
  t.deepEqual(done, ['new edition closed']);
  t.deepEqual(told, [['configuration_refused', { actor: 'cli:ops', reason }]]);
  t.false('more' in editions.config.profiles);
  comeBack();
  t.like(await reload.take('cli:ops'), { kind: 'taken' });
  t.true('more' in editions.config.profiles);
  t.deepEqual(done, ['new edition closed', 'content keys used', 'old edition closed']);
  t.deepEqual(await reload.take('cli:ops'), { kind: 'unchanged' });
});
