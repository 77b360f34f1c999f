import { resolve } from 'node:path';
import type { Command } from 'commander';
import { documented } from '../arguments.ts';
import { assertConfigurationNamed } from './assert-configuration-named.ts';
import { counted, printJson, printLine } from '../output.ts';

export function configCheck(config: Command): void {
  const command = config
    .command('check')
    .description('check a configuration as the gateway does at its start, and print what is wrong with it')
    .argument('[file]', 'configuration file (default: WAYBILL_CONFIG)')
    .action(check);
  documented(command, {
    example: 'waybill config check waybill.next.yaml',
    json: '{"file","digest","upstreams","targets","profiles","aliases"}: their numbers; digest: SHA-256 of the file',
  });
}

async function check(file: string | undefined, { json = false }: { readonly json?: boolean }): Promise<void> {
  const { processEnvironment, readConfig } = await import('../../config.ts');
  const environment = processEnvironment();
  if (file === undefined)
    assertConfigurationNamed(environment, 'name the file, as in waybill config check waybill.yaml, or set it');
  const read = readConfig(file === undefined ? environment : { ...environment, WAYBILL_CONFIG: resolve(file) });
  const { routingTable } = await import('../../composition/routing-table.ts');
  const { upstreams, targets, profiles, aliases, switchyard } = read.config;
  routingTable(switchyard?.table);
  const count = (section: object): number => Object.keys(section).length;
  const counts = {
    upstreams: count(upstreams),
    targets: count(targets),
    profiles: count(profiles),
    aliases: count(aliases),
  };
  const path = read.files[0] ?? '';
  if (json) return printJson({ file: path, digest: read.digest, ...counts });
  const parts = [
    counted(counts.upstreams, 'upstream'),
    counted(counts.targets, 'target'),
    counted(counts.profiles, 'profile'),
    counted(counts.aliases, 'alias', 'aliases'),
  ];
  printLine(`${path} can be used: ${parts.join(', ')}`);
}
