import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ApiKey } from '../../domain/api-key.ts';
import type { Policy } from '../../domain/policy.ts';
import { documented } from '../arguments.ts';
import { assertConfigurationNamed } from './assert-configuration-named.ts';
import { exitCodes } from '../cli-error.ts';
import { note, printJson, printLine } from '../output.ts';

interface Losing {
  /** `key` or the kind of a scope. */
  readonly kind: string;
  readonly id: string;
  /** Profile names that the new configuration no longer has. */
  readonly loses: readonly string[];
}

export function configDiff(config: Command): void {
  const command = config
    .command('diff')
    .description('what a new configuration changes: settings, prices, profiles, and which callers lose which profiles')
    .argument('<file>', 'new configuration file, compared with WAYBILL_CONFIG')
    .action(diff);
  documented(command, {
    example: 'WAYBILL_CONFIG=waybill.yaml waybill config diff waybill.next.yaml',
    json: '{"settings":[…],"needs_restart":[…],"prices":[{"target","before","after"}],"names_gone":[…],"names_new":[…],\n   "losing":[{"kind","id","loses"}],"refused"}; refused: why a running gateway would refuse it (exit code 1), or null',
  });
}

async function diff(file: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const { processEnvironment, readConfig } = await import('../../config.ts');
  const { changeBetween, refusedChange } = await import('../../config/configuration-change.ts');
  const environment = processEnvironment();
  assertConfigurationNamed(environment, 'set it to the current configuration file');
  const before = readConfig(environment).config;
  const after = readConfig({ ...environment, WAYBILL_CONFIG: resolve(file) }).config;
  const change = changeBetween(before, after);
  const namesOf = ({ profiles, aliases }: typeof before): readonly string[] =>
    [...Object.keys(profiles), ...Object.keys(aliases)].sort();
  const [named, toCome] = [namesOf(before), namesOf(after)];
  const gone = named.filter((name) => !toCome.includes(name));
  const report = {
    settings: change.settings,
    needs_restart: change.needsRestart,
    prices: pricesChanged(before.targets, after.targets),
    names_gone: gone,
    names_new: toCome.filter((name) => !named.includes(name)),
    losing: gone.length === 0 ? [] : await losing(gone),
    refused: refusedChange(change),
  };
  if (json) printJson(report);
  else print(report);
  if (resolve(file) === resolve(environment['WAYBILL_CONFIG'] ?? '')) {
    note('WAYBILL_CONFIG names this very file: change a copy of it, and compare the copy');
  }
  if (report.refused !== null) process.exitCode = exitCodes.refused;
}

type Targets = Readonly<Record<string, { readonly prices: object }>>;

function pricesChanged(before: Targets, after: Targets): readonly { target: string; before: object; after: object }[] {
  return Object.entries(after).flatMap(([target, { prices }]) => {
    const old = before[target]?.prices;
    return old === undefined || JSON.stringify(old) === JSON.stringify(prices)
      ? []
      : [{ target, before: old, after: prices }];
  });
}

/** Keys and scopes that use a removed name. None without a ledger. */
async function losing(gone: readonly string[]): Promise<readonly Losing[]> {
  const { apiKeys } = await import('../../../projections/api-keys.ts');
  const { policies } = await import('../../../projections/policies.ts');
  const { policiesOf } = await import('../../domain/scopes/scope-policies.ts');
  const { eachDocument } = await import('../../ledger/read-models/each-document.ts');
  const { withLedger } = await import('../open-ledger.ts');
  const lost = ({ allowed_profiles: allowed }: ApiKey | Policy): readonly string[] =>
    allowed.filter((name) => gone.includes(name));
  try {
    return await withLedger([apiKeys, policies], async ({ readModels }) => [
      ...[...eachDocument(readModels, apiKeys)].flatMap(({ document: key }) =>
        key.revoked || lost(key).length === 0 ? [] : [{ kind: 'key', id: key.key_id, loses: lost(key) }],
      ),
      ...[...eachDocument(readModels, policies)]
        .flatMap(({ document }) => policiesOf(document))
        .flatMap((rules) =>
          lost(rules).length === 0 ? [] : [{ kind: rules.scope_kind, id: rules.scope_id, loses: lost(rules) }],
        ),
    ]);
  } catch (error) {
    note(`it is unknown who uses these names: ${error instanceof Error ? error.message : 'no ledger can be read'}`);
    return [];
  }
}

interface Report {
  readonly settings: readonly string[];
  readonly prices: ReturnType<typeof pricesChanged>;
  readonly names_gone: readonly string[];
  readonly names_new: readonly string[];
  readonly losing: readonly Losing[];
  readonly refused: string | null;
}

function print(report: Report): void {
  if (report.settings.length === 0) printLine('nothing changes');
  for (const path of report.settings) printLine(`changes    ${path}`);
  for (const { target, before, after } of report.prices) {
    printLine(`prices     ${target}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`);
  }
  for (const name of report.names_new) printLine(`new        ${name}`);
  for (const name of report.names_gone) printLine(`gone       ${name}`);
  for (const { kind, id, loses } of report.losing) printLine(`loses      ${kind} ${id}: ${loses.join(', ')}`);
  if (report.refused !== null) printLine(`refused    ${report.refused}`);
}
