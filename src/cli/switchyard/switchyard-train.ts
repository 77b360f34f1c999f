import { rename, rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { setsLeftOut } from '../../routing/training/evaluate-outcomes.ts';
import type { ScannedOutcome } from '../../routing/training/scanned-outcome.ts';
import { documented } from '../arguments.ts';
import { notUsable } from '../cli-error.ts';
import { note, printFields, printJson } from '../output.ts';
import { Progress } from '../progress.ts';

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
      'JSON lines, optionally gzipped: {"prompt","economical_right","advanced_right"} and, if known, "subject" and "set"',
    )
    .requiredOption('--out <table>', 'file for the table; the same outcomes give the same bytes')
    .action(train);
  documented(command, {
    example: 'waybill switchyard train --data outcomes.jsonl.gz --out switchyard.table',
    json: '{"version","bytes","outcomes","domains","economical_quality","gain","lambdas":{"economy","balanced","quality"},\n   "sets_left_out":[{"set","outcomes","apgr","untrained_apgr"}],\n   "below_chance":[{"subject","model","outcomes","right","chance"}]}',
  });
}

async function train({ data, out, json = false }: Options): Promise<void> {
  const { readOutcomeFile } = await import('./outcome-file.ts');
  const { trainTable } = await import('../../routing/training/train-table.ts');
  const { readTableFile, writeTable } = await import('../../routing/table-file.ts');
  const { setsLeftOut } = await import('../../routing/training/evaluate-outcomes.ts');
  const { subjectsBelowChance } = await import('../../routing/training/below-chance.ts');
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
    sets_left_out: setsIn(outcomes, setsLeftOut),
    below_chance: subjectsBelowChance(outcomes),
  };
  if (json) {
    printJson(summary);
    return;
  }
  const { lambdas: _, sets_left_out: sets, below_chance: misjudged, ...fields } = summary;
  printFields({
    ...fields,
    ...Object.fromEntries(Object.entries(lambdas).map(([name, value]) => [`λ ${name}`, value])),
  });
  for (const { set, apgr, untrained_apgr: untrained } of sets)
    note(`trained without ${set}: APGR ${apgr} on it; the heuristic: ${untrained}`);
  for (const { subject, model, outcomes: count, right, chance } of misjudged)
    note(
      `${subject}: the ${model} model is right on ${percent(right)} of ${count} questions with options, and chance on ${percent(chance)}: check how its answers were judged, or leave the subject out`,
    );
  if (pair.gain <= 0)
    note('the advanced model is no better on these outcomes: the cheapest candidate will always be chosen');
}

function setsIn(
  outcomes: readonly ScannedOutcome[],
  leftOut: typeof setsLeftOut,
): readonly {
  readonly set: string;
  readonly outcomes: number;
  readonly apgr: number;
  readonly untrained_apgr: number;
}[] {
  const progress = new Progress('sets left out');
  const figures = leftOut(outcomes, (done) => progress.show(done));
  progress.end();
  return figures.map(({ set, outcomes: count, ranking, untrained }) => ({
    set,
    outcomes: count,
    apgr: Number(ranking.apgr.toFixed(3)),
    untrained_apgr: Number(untrained.apgr.toFixed(3)),
  }));
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

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
