import type { Evaluation, MixFigures, RankFigures } from '../../src/routing/training/evaluate-outcomes.ts';

export interface Goal {
  readonly id: string;
  readonly aim: string;
  readonly measured: string;
  readonly isReached: boolean;
}

export function goalRow({ id, aim, measured, isReached }: Goal): string {
  return `| ${id} | ${aim} | ${measured} | ${isReached ? 'reached' : '**missed**'} |`;
}

/** R2 and R3. */
export function evaluationTables(evaluation: Evaluation): {
  readonly goals: readonly Goal[];
  readonly tables: readonly string[];
} {
  const { ranking, untrained, leaveSubjectOut, policies, atQuality, outcomes, tariffRatio } = evaluation;
  return {
    goals: [...rankGoals(evaluation), ...atQuality.flatMap(costGoals)],
    tables: [
      '## Quality (R2)',
      '',
      `${outcomes} outcomes. The economical model was right on ${percent(evaluation.economicalQuality)} of them, the advanced one on`,
      `${percent(evaluation.advancedQuality)}. Each is judged by what the other folds teach: five folds by the hash of the prompt, and twelve by`,
      'subject. *APGR*: the mean share of the gap between both that is recovered, over all mixes. *CPTx*: the share of advanced',
      'answers that recovers x % of it.',
      '',
      '| order of requests | APGR | 95 % within | CPT50 | CPT80 | CPT95 |',
      '|---|---:|---:|---:|---:|---:|',
      rankRow('embedded', ranking),
      ...(leaveSubjectOut === null ? [] : [rankRow('embedded, subjects never seen', leaveSubjectOut)]),
      rankRow('untrained', untrained),
      '| random mix | .500 | | .500 | .800 | .950 |',
      '',
      '## Cost (R3)',
      '',
      `Tariffs 1 : ${tariffRatio}, as long answers of both, choosing costs nothing. Costs are shares of always asking the advanced model. Every`,
      'threshold was read on four folds and used on the fifth.',
      '',
      '| requests go | advanced | right | of the gap | cost | random mix as good | random mix as dear: right |',
      '|---|---:|---:|---:|---:|---:|---:|',
      `| always economical | 0 % | ${percent(evaluation.economicalQuality)} | 0 % | ${(1 / tariffRatio).toFixed(3)} | | |`,
      ...policies.map((figures) => mixRow(`policy \`${figures.policy}\``, figures)),
      ...atQuality.map((figures) => mixRow(`for ${percent(figures.aimedAt)} of the gap`, figures)),
      `| always advanced | 100 % | ${percent(evaluation.advancedQuality)} | 100 % | 1.000 | | |`,
      '',
    ],
  };
}

function rankGoals({ ranking, untrained, leaveSubjectOut }: Evaluation): readonly Goal[] {
  const { apgr, apgrLow, cpt50, cpt80 } = ranking;
  const unseen = leaveSubjectOut?.apgr ?? Number.NaN;
  return [
    { id: 'R2', aim: 'APGR ≥ .62', measured: three(apgr), isReached: apgr >= 0.62 },
    { id: 'R2', aim: 'its 95 % bound ≥ .60', measured: three(apgrLow), isReached: apgrLow >= 0.6 },
    { id: 'R2', aim: 'CPT50 ≤ .33', measured: three(cpt50), isReached: cpt50 <= 0.33 },
    { id: 'R2', aim: 'CPT80 ≤ .66', measured: three(cpt80), isReached: cpt80 <= 0.66 },
    { id: 'R2', aim: 'untrained: APGR ≥ .53', measured: three(untrained.apgr), isReached: untrained.apgr >= 0.53 },
    { id: 'R2', aim: 'subjects never seen: APGR ≥ .55', measured: three(unseen), isReached: unseen >= 0.55 },
  ];
}

const costAims: ReadonlyMap<number, readonly [cost: number, ofRandom: number]> = new Map([
  [0.8, [0.7, 0.85]],
  [0.95, [0.88, 0.93]],
]);

function costGoals({ aimedAt, cost, randomCost, gapRecovered }: MixFigures & { aimedAt: number }): readonly Goal[] {
  const aims = costAims.get(aimedAt);
  if (aims === undefined) return [];
  const [most, ofRandom] = aims;
  const aim = `${100 * aimedAt} % of the gap: cost ≤ ${three(most)}, and ≤ ${three(ofRandom)} of a random mix`;
  const share = cost / randomCost;
  const measured = `${three(cost)}, and ${three(share)}, for ${percent(gapRecovered)}`;
  return [{ id: 'R3', aim, measured, isReached: cost <= most && share <= ofRandom }];
}

function rankRow(name: string, { apgr, apgrLow, apgrHigh, cpt50, cpt80, cpt95 }: RankFigures): string {
  const within = `${three(apgrLow)}–${three(apgrHigh)}`;
  return `| ${[name, three(apgr), within, three(cpt50), three(cpt80), three(cpt95)].join(' | ')} |`;
}

function mixRow(name: string, figures: MixFigures): string {
  const { advancedShare, quality, gapRecovered, cost, randomCost, randomQuality } = figures;
  const shares = [percent(advancedShare), percent(quality), percent(gapRecovered)];
  return `| ${[name, ...shares, cost.toFixed(3), randomCost.toFixed(3), percent(randomQuality)].join(' | ')} |`;
}

const three = (figure: number): string => figure.toFixed(3).replace(/^0/, '');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
