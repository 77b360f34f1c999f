import { rename, rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { documented } from '../arguments.ts';
import { notUsable } from '../cli-error.ts';
import { note, printFields, printJson } from '../output.ts';

interface Options {
  readonly data: string;
  readonly out: string;
  readonly json?: boolean;
}

export function switchyardTrain(switchyard: Command): void {
  const command = switchyard
    .command('train')
    .description('train a table for the embedded strategy from outcomes of two models on the same prompts')
    .requiredOption(
      '--data <file>',
      'JSON lines, optionally gzipped: {"prompt","economical_right","advanced_right"} and, if known, "subject"',
    )
    .requiredOption('--out <table>', 'file for the table; the same outcomes give the same bytes')
    .action(train);
  documented(command, {
    example: 'waybill switchyard train --data outcomes.jsonl.gz --out switchyard.table',
    json: '{"version","bytes","outcomes","domains","economical_quality","gain","lambdas":{"economy","balanced","quality"}}',
  });
}

async function train({ data, out, json = false }: Options): Promise<void> {
  const { readOutcomeFile } = await import('./outcome-file.ts');
  const { trainTable } = await import('../../routing/training/train-table.ts');
  const { readTableFile, writeTable } = await import('../../routing/table-file.ts');
  const outcomes = await readOutcomeFile(data);
  const bytes = tableOf(() => writeTable(trainTable(outcomes)));
  await replaced(out, bytes);
  const { version, pair, lambdas, learned } = readTableFile(bytes);
  const summary = {
    version,
    bytes: bytes.length,
    outcomes: outcomes.length,
    domains: learned?.domains.domains.length ?? 0,
    economical_quality: pair.economical,
    gain: pair.gain,
    lambdas,
  };
  if (json) {
    printJson(summary);
    return;
  }
  const { lambdas: _, ...fields } = summary;
  printFields({
    ...fields,
    ...Object.fromEntries(Object.entries(lambdas).map(([name, value]) => [`λ ${name}`, value])),
  });
  if (pair.gain <= 0)
    note('the advanced model is no better on these outcomes: the cheapest candidate will always be chosen');
}

function tableOf(make: () => Uint8Array): Uint8Array {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw notUsable('data_unusable', error.message);
    throw error;
  }
}

/** Replaces the file atomically: a concurrent reader sees the old table or the new one. */
async function replaced(path: string, bytes: Uint8Array): Promise<void> {
  const written = `${path}.${process.pid}.new`;
  try {
    await writeFile(written, bytes);
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw notUsable('table_unwritable', `${path} cannot be written (${code})`);
  }
}
