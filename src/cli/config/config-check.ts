import { resolve } from 'node:path';
import type { Command } from 'commander';
import { documented } from '../arguments.ts';
import { exitCodes, wrongUsage } from '../cli-error.ts';
import { counted, printJson, printLine } from '../output.ts';
import type { ComparedPrices, comparedPrices } from '../prices/compared-prices.ts';
import { withPriceFileOptions, type PriceFileOptions } from '../prices/price-file.ts';
import { assertConfigurationNamed } from './assert-configuration-named.ts';

export function configCheck(config: Command): void {
  const command = withPriceFileOptions(
    config
      .command('check')
      .description('check a configuration as the gateway does at its start, and print what is wrong with it')
      .argument('[file]', 'configuration file (default: WAYBILL_CONFIG)')
      .option(
        '--prices <file>',
        'also name prices that differ by more than 1 % from this file: set --from and --usd-eur',
      ),
  ).action(check);
  documented(command, {
    example: 'waybill config check waybill.next.yaml',
    json: '{"file","digest","upstreams","targets","profiles","aliases"}: their numbers; digest: SHA-256 of the file. With --prices:\n   "prices":{"compared","differences":[{"target","counter","service_tier","above_input_tokens","configured_eur","file_eur"}],\n   "not_compared":[…]}; a difference has exit code 1',
  });
}

interface Options extends PriceFileOptions {
  readonly prices?: string;
  readonly json?: boolean;
}

async function check(file: string | undefined, options: Options): Promise<void> {
  const { json = false } = options;
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
  const prices = await comparedWithFile(targets, options);
  if (prices !== null && prices.differences.length > 0) process.exitCode = exitCodes.refused;
  if (json) return printJson({ file: path, digest: read.digest, ...counts, ...(prices !== null && { prices }) });
  const parts = [
    counted(counts.upstreams, 'upstream'),
    counted(counts.targets, 'target'),
    counted(counts.profiles, 'profile'),
    counted(counts.aliases, 'alias', 'aliases'),
  ];
  printLine(`${path} can be used: ${parts.join(', ')}`);
  if (prices !== null) printCompared(prices);
}

async function comparedWithFile(
  targets: Parameters<typeof comparedPrices>[0],
  { prices, from, usdEur }: Options,
): Promise<ComparedPrices | null> {
  if (prices === undefined && from === undefined && usdEur === undefined) return null;
  if (prices === undefined || from === undefined || usdEur === undefined) {
    throw wrongUsage('--prices, --from and --usd-eur go together: set all three');
  }
  const { readPriceFile } = await import('../prices/price-file.ts');
  const { comparedPrices: compare } = await import('../prices/compared-prices.ts');
  const source = await readPriceFile(prices, from, new Date().toISOString().slice(0, 10));
  return compare(targets, source, usdEur);
}

function printCompared({ compared, differences, not_compared }: ComparedPrices): void {
  for (const { target, counter, service_tier, above_input_tokens, configured_eur, file_eur } of differences) {
    const tier = service_tier === null ? '' : ` of ${service_tier}`;
    const above = above_input_tokens === 0 ? '' : ` above ${above_input_tokens} tokens of input`;
    printLine(`targets.${target}: ${counter}${tier}${above} costs ${configured_eur}, in the file ${file_eur}`);
  }
  for (const target of not_compared) printLine(`targets.${target}: the file has no such model, or several`);
  printLine(`${counted(compared, 'price list')} compared: ${counted(differences.length, 'difference')} above 1 %`);
}
