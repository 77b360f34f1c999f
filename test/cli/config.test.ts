import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { stringify } from 'yaml';
import {
  dataDirectory,
  environmentFor,
  plainPrices,
  seedTenant,
  startTestGateway,
  testConfig,
} from '../_support/gateway.ts';
import { waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

const upstream = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'secret-of-the-upstream' };
type Overrides = Parameters<typeof testConfig>[1];

function scene(t: ExecutionContext, overrides: Overrides = {}) {
  const directory = dataDirectory(t);
  const environment = environmentFor(directory, testConfig(upstream, overrides));
  const next = (more: Overrides): string => {
    const path = join(dirname(environment['WAYBILL_CONFIG'] ?? ''), 'next.yaml');
    writeFileSync(path, stringify(testConfig(upstream, more)));
    return path;
  };
  const configure = (more: Overrides): void => void environmentFor(directory, testConfig(upstream, more));
  return { environment, next, configure };
}

const dearer = { ...plainPrices, version: '2', eur_per_million_tokens: { input: '3', output: '6' } };

test('check prints the content of a configuration, and the fault of a wrong one with its place', async (t) => {
  const { environment, next } = scene(t);
  t.like(await waybillJson(t, environment, 'config', 'check'), { upstreams: 1, targets: 1, profiles: 1, aliases: 0 });
  const { stdout } = await waybill(t, environment, 'config', 'check');
  t.regex(stdout, / can be used: 1 upstream, 1 target, 1 profile, 0 aliases\n$/);
  const { code, message, exitCode } = await waybillFailure(
    t,
    environment,
    'config',
    'check',
    next({ target: { upstream: 'nowhere' } }),
  );
  t.is(exitCode, 3);
  t.is(code, 'configuration_unusable');
  t.regex(String(message), /targets\.small\.upstream names nowhere/);
});

test('check refuses a configured table that is not there or is none, and says what to do', async (t) => {
  const { environment, next } = scene(t);
  const candidates = [{ profile: 'light' }, { profile: 'dear' }];
  for (const [table, message] of [
    ['src/routing/switchyard.table', /^switchyard\.table: src\/routing\/switchyard\.table cannot be read \(ENOENT\)/],
    ['README.md', /^switchyard\.table: README\.md is not a table: it does not begin with WBROUTE1/],
    ['src', /^switchyard\.table: src cannot be read \(EISDIR\)/],
  ] as const) {
    const path = next({ profiles: { dear: { targets: ['small'] } }, top: { switchyard: { candidates, table } } });
    const failure = await waybillFailure(t, environment, 'config', 'check', path);
    t.like(failure, { exitCode: 3, code: 'configuration_unusable' });
    t.regex(String(failure.message), message);
    t.regex(
      String(failure.message),
      /waybill switchyard train`, or leave switchyard\.table out: the heuristic needs none$/,
    );
  }
});

test('diff shows changed prices, new and removed names, and the keys that lose them', async (t) => {
  const { environment, next } = scene(t, { profiles: { dear: { targets: ['small'] } } });
  const { keyId } = await seedTenant(environment, { profiles: ['light', 'dear'] });
  const path = next({ target: { prices: dearer }, profiles: { new: { targets: ['small'] } } });

  const told = await waybillJson(t, environment, 'config', 'diff', path);

  t.like(told, { names_gone: ['dear'], names_new: ['new'], needs_restart: [], refused: null });
  t.deepEqual(told['prices'], [{ target: 'small', before: plainPrices, after: dearer }]);
  t.true(JSON.stringify(told['losing']).includes(JSON.stringify({ kind: 'key', id: keyId, loses: ['dear'] })));
  const { stdout } = await waybill(t, environment, 'config', 'diff', path);
  t.regex(stdout, /^gone {7}dear$/m);
  t.regex(stdout, new RegExp(`^loses {6}key ${keyId}: dear$`, 'm'));
  t.notRegex(stdout, /secret/);
});

test('diff ends with 1 when a running gateway would refuse the configuration', async (t) => {
  const { environment, next } = scene(t);
  const path = next({ server: { heartbeat_ms: 5_000 } });
  for (const more of [[], ['--json']]) {
    const { exitCode, stdout } = await waybill(t, environment, 'config', 'diff', path, ...more);
    t.is(exitCode, 1);
    t.regex(stdout, /refused.*only a restart changes server\.heartbeat_ms/);
  }
});

test('diff of the current file with itself changes nothing, and advises to compare a copy', async (t) => {
  const { environment } = scene(t);
  const { exitCode, stdout, stderr } = await waybill(
    t,
    environment,
    'config',
    'diff',
    environment['WAYBILL_CONFIG'] ?? '',
  );
  t.is(exitCode, 0);
  t.is(stdout, 'nothing changes\n');
  t.regex(stderr, /change a copy of it, and compare the copy/);
});

test('several faults of a configuration are told in one line, each with its place', async (t) => {
  const { environment, next } = scene(t);
  const path = next({ server: { heartbeat_ms: 'slow', sse_record_bytes_max: -1 } });
  const { stderr } = await waybill(t, environment, 'config', 'check', path);
  t.regex(
    stderr,
    /^waybill: \S+ cannot be used: ✖ [^;]+ → at server\.sse_record_bytes_max; ✖ [^;]+ → at server\.heartbeat_ms\n$/,
  );
});

test('reload makes the gateway take the file, or shows why it does not', async (t) => {
  const { environment, configure } = scene(t);
  await startTestGateway(t, environment);
  configure({ target: { prices: dearer } });

  const taken = await waybillJson(t, environment, 'config', 'reload');

  t.like((taken['gateways'] as readonly object[])[0], { outcome: 'taken', price_lists: ['plain 2'], reason: null });
  configure({ target: { prices: dearer }, server: { heartbeat_ms: 5_000 } });
  const { exitCode, stdout } = await waybill(t, environment, 'config', 'reload');
  t.is(exitCode, 1);
  t.regex(stdout, /refused, the old configuration stays: only a restart changes server\.heartbeat_ms/);
});

test('reload without a gateway is refused', async (t) => {
  const { environment } = scene(t);
  await seedTenant(environment);
  const { code, exitCode } = await waybillFailure(t, environment, 'config', 'reload');
  t.deepEqual([code, exitCode], ['no_gateway', 1]);
});

test('check and diff without a configuration name the variable, and advise', async (t) => {
  const { environment, next } = scene(t);
  const file = next({});
  const { WAYBILL_CONFIG: _, ...unset } = environment;
  const cases = [
    [['check'], /^WAYBILL_CONFIG is not set: name the file, as in waybill config check waybill\.yaml, or set it\./],
    [['diff', file], /^WAYBILL_CONFIG is not set: set it to the current configuration file\./],
  ] as const;
  for (const [command, told] of cases) {
    const { code, message, exitCode } = await waybillFailure(t, unset, 'config', ...command);
    t.is(exitCode, 3);
    t.is(code, 'no_configuration');
    t.regex(String(message), told);
    t.regex(String(message), /a gateway serves the sandbox/);
  }
  t.like(await waybillJson(t, unset, 'config', 'check', file), { file, targets: 1 });
});
