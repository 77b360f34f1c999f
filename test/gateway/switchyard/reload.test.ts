import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { writeTable } from '../../../src/routing/table-file.ts';
import { trainTable } from '../../../src/routing/training/train-table.ts';
import { freePort } from '../../_support/free-port.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { always, choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';
import { scannedOutcomes, syntheticOutcomes } from '../../_support/synthetic-outcomes.ts';

test('a running gateway applies a changed switchyard section to the next request, and running requests end unchanged', async (t) => {
  const { ask, reconfigure, ledger, tenant, sandbox } = await setSwitchyardScene(t, { switchyard: always.economical });
  await sandbox.misbehave('delay_ms=400');
  const running = ask('What is the capital of Italy?');
  while ((await sandbox.requests()).length === 0);
  const outcome = await reconfigure({ switchyard: { ...always.capable, candidates: undefined } });
  t.is(outcome.kind, 'refused', 'a section with a fault is not taken');
  t.like(await reconfigure({ switchyard: always.capable }), { kind: 'taken', settings: ['switchyard.trade_off'] });
  const next = await ask('What is the capital of Italy?');
  t.is(next.headers.get('x-waybill-selected-profile'), 'advanced');
  t.is((await running).headers.get('x-waybill-selected-profile'), 'light');
  t.like(await reconfigure({ switchyard: null }), { kind: 'taken', settings: ['switchyard'] });
  t.is((await ask('What is the capital of Italy?')).status, 403);
  t.is((await reconfigure({ switchyard: always.economical })).kind, 'taken');
  t.is((await ask('What is the capital of Italy?')).headers.get('x-waybill-selected-profile'), 'light');
  const choices = choicesIn(await ledger.settledWallet(tenant.walletId, 3));
  t.deepEqual(choices.map(({ policy }) => policy).toSorted(), ['lambda=0', 'lambda=10', 'lambda=10']);
});

test('a table is read only where one is configured, and one that is gone changes nothing', async (t) => {
  const table = join(scratchFolder(t), 'mine.table');
  writeFileSync(table, writeTable(trainTable(scannedOutcomes(syntheticOutcomes()))));
  const { ask, reconfigure, ledger, tenant } = await setSwitchyardScene(t);
  await ask('What is the capital of Italy?');
  t.like(await reconfigure({ switchyard: { table } }), { kind: 'taken', settings: ['switchyard.table'] });
  await ask('What is the capital of Italy?');
  const gone = await reconfigure({ switchyard: { table: `${table}.gone` } });
  t.regex(
    gone.kind === 'refused' ? gone.reason : '',
    /^switchyard\.table: .* cannot be read \(ENOENT\)\. Make one with /,
  );
  await ask('What is the capital of Italy?');
  const versions = choicesIn(await ledger.settledWallet(tenant.walletId, 3)).map(
    ({ strategy_version }) => strategy_version,
  );
  t.deepEqual([versions[0], versions[1] === versions[2]], ['untrained', true]);
  t.regex(versions[1] ?? '', /^sha256:[0-9a-f]{64}$/);
});

test('two editions share one engine port: the new judge is reached while a request of the old edition runs', async (t) => {
  const port = await freePort();
  const engine = { ask: 'engine', judge: 'judge', engine_url: 'http://127.0.0.1:1', engine_port: port } as const;
  const { ask, reconfigure, sandbox } = await setSwitchyardScene(t, { switchyard: engine });
  await sandbox.misbehave('delay_ms=1500');
  const running = ask('Hello');
  while ((await sandbox.requests()).length === 0);
  t.is((await reconfigure({ switchyard: { ...engine, deadline_ms: 1_000 } })).kind, 'taken');
  // It listens, and refuses what nobody awaits.
  const call = () => fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', body: '{}' });
  t.is((await call()).status, 403);
  t.is((await running).status, 200);
  t.is((await call()).status, 403, 'the end of the one before does not close it');
  t.is((await reconfigure({ switchyard: always.economical })).kind, 'taken');
  await ask('Hello');
  await t.throwsAsync(call());
});
