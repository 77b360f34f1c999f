import test from 'ava';
import { parseConfigFile, type Config } from '../../src/config.ts';
import { changeBetween, priceListsOf, refusedChange } from '../../src/config/configuration-change.ts';
import { stringify } from 'yaml';
import { plainPrices, testConfig } from '../_support/gateway.ts';

const sandbox = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'secret-of-the-upstream' };

// `as`: what comes of the environment is the same on both sides.
const read = (overrides: Parameters<typeof testConfig>[1] = {}): Config =>
  parseConfigFile(stringify(testConfig(sandbox, overrides)), {}, 'waybill.yaml') as Config;

test('the same file changes nothing', (t) => {
  const change = changeBetween(read(), read());
  t.deepEqual(change, { settings: [], needsRestart: [], priceLists: [], repriced: null });
  t.is(refusedChange(change), null);
});

test('a changed setting is reported by its path, never by its value', (t) => {
  const change = changeBetween(read(), read({ upstream: { api_key: 'another-secret', connections_max: 5 } }));
  t.deepEqual(change.settings, ['upstreams.sandbox.api_key', 'upstreams.sandbox.connections_max']);
  t.notRegex(JSON.stringify(change), /secret/);
});

test('added and removed entries are reported by name', (t) => {
  const more = { profiles: { dear: { targets: ['small'] } }, top: { aliases: { cheap: 'light' } } };
  t.deepEqual(changeBetween(read(), read(more)).settings, ['aliases.cheap', 'profiles.dear']);
  t.deepEqual(changeBetween(read(more), read()).settings, ['aliases.cheap', 'profiles.dear']);
});

test('a list counts as one setting', (t) => {
  const surfaces = { target: { surfaces: ['chat_completions', 'responses'] } };
  t.deepEqual(changeBetween(read(), read(surfaces)).settings, ['targets.small.surfaces']);
});

test('prices may change only under a new version', (t) => {
  const dearer = { ...plainPrices, eur_per_million_tokens: { input: '3', output: '2' } };
  const silent = changeBetween(read(), read({ target: { prices: dearer } }));
  t.is(silent.repriced, 'plain 1');
  t.regex(refusedChange(silent) ?? '', /plain 1 has other prices/);
  const told = changeBetween(read(), read({ target: { prices: { ...dearer, version: '2' } } }));
  t.is(told.repriced, null);
  t.deepEqual(told.priceLists, ['plain 2']);
  const second = read({ target: { prices: { ...plainPrices, version: '2' } } });
  const known = new Map([...priceListsOf(read()), ...priceListsOf(second)]);
  t.is(
    changeBetween(second, read({ target: { prices: dearer } }), known).repriced,
    'plain 1',
    'earlier lists count too',
  );
  t.is(changeBetween(second, read(), known).repriced, null);
});

test('settings that need a restart are reported separately', (t) => {
  const change = changeBetween(read(), read({ server: { heartbeat_ms: 7_000 }, target: { trusted: true } }));
  t.deepEqual(change.needsRestart, ['server.heartbeat_ms']);
  t.deepEqual(change.settings, ['server.heartbeat_ms', 'targets.small.trusted']);
});
