import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { DomainTable } from '../../routing/domain-table.ts';
import type { Evaluation, MixFigures, RankFigures } from '../../routing/training/evaluate-outcomes.ts';
import { documented } from '../arguments.ts';
import { notUsable } from '../cli-error.ts';
import { counted, printJson, printLine, printTable } from '../output.ts';
import { Progress } from '../progress.ts';

interface Options {
  readonly data: string;
  readonly table?: string;
  readonly tariffRatio: number;
  readonly json?: boolean;
}

export function switchyardEvaluate(switchyard: Command): void {
  const command = switchyard
    .command('evaluate')
    .description('compare quality and cost of the embedded strategy with a random mix and with one model alone')
    .requiredOption('--data <file>', 'outcomes in the format of `switchyard train`')
    .option('--table <table>', 'table to evaluate, on outcomes it was not trained on (default: cross-validation)')
    .option('--tariff-ratio <number>', 'price of the advanced model divided by that of the economical one', ratio, 10)
    .action(evaluate);
  documented(command, {
    example: 'waybill switchyard evaluate --data outcomes.jsonl.gz',
    json: '{"judged_by","evaluation":{"outcomes","economicalQuality","advancedQuality","tariffRatio",\n   "ranking":{"apgr","apgrLow","apgrHigh","cpt50","cpt80","cpt95"},"untrained","leaveSubjectOut","leaveSetOut":[{"set","outcomes","ranking","untrained"}],\n   "policies":[{"policy","advancedShare","quality","gapRecovered","cost","randomCost","randomQuality"}],\n   "untrainedPolicies":[{"policy",…}],"atQuality":[{"aimedAt",…}]}}; costs are shares of always asking the advanced model',
  });
}

async function evaluate({ data, table: path, tariffRatio, json = false }: Options): Promise<void> {
  const { readOutcomeFile } = await import('./outcome-file.ts');
  const { evaluateOutcomes } = await import('../../routing/training/evaluate-outcomes.ts');
  const { outcomesMin } = await import('../../routing/training/train-table.ts');
  const table = path === undefined ? null : await tableIn(path);
  const outcomes = await readOutcomeFile(data);
  const least = table === null ? outcomesMin : 2;
  if (outcomes.length < least) throw notUsable('data_unusable', `${data}: at least ${least} outcomes are needed`);
  const progress = new Progress('parts learned without and judged');
  const evaluation = evaluateOutcomes(outcomes, { table, tariffRatio, onFold: (done) => progress.show(done) });
  progress.end();
  const judgedBy = table === null ? 'cross-validation' : table.version;
  if (json) printJson({ judged_by: judgedBy, evaluation });
  else printEvaluation(evaluation, judgedBy);
}

async function tableIn(path: string): Promise<DomainTable> {
  const { readTableFile, TableUnreadable } = await import('../../routing/table-file.ts');
  try {
    return readTableFile(await readFile(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof TableUnreadable) throw notUsable('table_unusable', `${path} is not a table: ${error.message}`);
    throw notUsable('table_unusable', `${path} cannot be read (${code})`);
  }
}

function printEvaluation(evaluation: Evaluation, judgedBy: string): void {
  const { outcomes, tariffRatio, ranking, untrained, leaveSubjectOut, leaveSetOut } = evaluation;
  printLine(
    `${counted(outcomes, 'outcome')}; judged by ${judgedBy}; tariffs 1 : ${tariffRatio}, choosing costs nothing`,
  );
  printLine('');
  printTable(
    ['order of requests', 'APGR', '95 % within', 'CPT50', 'CPT80', 'CPT95'],
    [
      rankRow('embedded', ranking),
      ...(leaveSubjectOut === null ? [] : [rankRow('embedded, subjects never seen', leaveSubjectOut)]),
      rankRow('untrained', untrained),
      ...leaveSetOut.flatMap(({ set, ...figures }) => [
        rankRow(`${set}, a set never seen`, figures.ranking),
        rankRow(`${set}, untrained`, figures.untrained),
      ]),
      ['random mix', '0.500', '', '0.500', '0.800', '0.950'],
    ],
  );
  printLine('');
  printTable(
    ['requests go', 'advanced', 'right', 'of the gap', 'cost', 'random mix as good', 'random mix as dear: right'],
    [
      ['always economical', '0 %', percent(evaluation.economicalQuality), '0 %', three(1 / tariffRatio), '', ''],
      ...evaluation.policies.map((figures) => mixRow(`by policy ${figures.policy}`, figures)),
      ...evaluation.untrainedPolicies.map((figures) => mixRow(`by policy ${figures.policy}, untrained`, figures)),
      ...evaluation.atQuality.map((figures) => mixRow(`for ${percent(figures.aimedAt)} of the gap`, figures)),
      ['always advanced', '100 %', percent(evaluation.advancedQuality), '100 %', three(1), '', ''],
    ],
  );
}

function rankRow(name: string, { apgr, apgrLow, apgrHigh, cpt50, cpt80, cpt95 }: RankFigures): readonly string[] {
  return [name, three(apgr), `${three(apgrLow)}–${three(apgrHigh)}`, three(cpt50), three(cpt80), three(cpt95)];
}

function mixRow(name: string, figures: MixFigures): readonly string[] {
  const { advancedShare, quality, gapRecovered, cost, randomCost, randomQuality } = figures;
  const shares = [percent(advancedShare), percent(quality), percent(gapRecovered)];
  return [name, ...shares, three(cost), three(randomCost), percent(randomQuality)];
}

const three = (figure: number): string => figure.toFixed(3);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function ratio(argument: string): number {
  const value = Number(argument);
  if (/^\d{1,4}(\.\d{1,4})?$/.test(argument) && value >= 1) return value;
  throw new InvalidArgumentError('It must be a number of at least 1, e.g. 10.');
}
