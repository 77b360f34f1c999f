import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DomainTable } from '../../src/routing/domain-table.ts';
import { createEmbeddedChooser } from '../../src/routing/embedded-chooser.ts';
import { routingPolicies } from '../../src/routing/routing-policy.ts';
import { foldsByPrompt } from '../../src/routing/training/folds.ts';
import { outcomeIn, type Outcome } from '../../src/routing/training/outcome.ts';
import { OutcomeScanner, type ScannedOutcome } from '../../src/routing/training/scanned-outcome.ts';
import { trainTable } from '../../src/routing/training/train-table.ts';
import { noises } from '../_support/noisy-paraphrase.ts';
import { lightAndAdvanced, routingQuestion } from '../_support/routing-question.ts';
import { seededRandom } from '../_support/seeded-random.ts';
import type { Goal } from './switchyard-report.ts';

const seed = 20_261_122;

interface Rows {
  readonly goals: readonly Goal[];
  readonly lines: readonly string[];
}

/** A file of outcomes, whole: the bench needs their texts. */
export function outcomesOf(path: string): readonly Outcome[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(outcomeIn);
}

function scannedAll(outcomes: readonly Outcome[]): readonly ScannedOutcome[] {
  const scanner = new OutcomeScanner();
  return outcomes.map((outcome) => scanner.scan(outcome));
}

function trained(outcomes: readonly Outcome[]): DomainTable {
  return { version: 'bench', ...trainTable(scannedAll(outcomes)) };
}

/** R5: how many choices stay, by kind of noise, on prompts of one fold with a table of the others. */
export function stabilityRows(outcomes: readonly Outcome[]): Rows {
  const held = new Set(foldsByPrompt(scannedAll(outcomes))[0]);
  const chooser = createEmbeddedChooser(trained(outcomes.filter((_, place) => !held.has(place))));
  const texts = outcomes.filter((_, place) => held.has(place)).map(({ prompt }) => prompt);
  const selected = (text: string, policy: (typeof routingPolicies)[number]): string =>
    chooser.choose(routingQuestion(text), lightAndAdvanced, policy).selected;
  const kinds = Object.entries(noises).map(([name, noisy]) => {
    const random = seededRandom(seed);
    const pairs = texts.map((text) => [text, noisy(text, random)] as const).filter(([text, noise]) => text !== noise);
    const kept = routingPolicies.map((policy) => {
      const same = pairs.filter(([text, noise]) => selected(text, policy) === selected(noise, policy));
      return same.length / pairs.length;
    });
    return { name, changed: pairs.length, kept };
  });
  const least = kinds.flatMap(({ name, kept }) => kept.map((share) => ({ name, share })));
  const worst = least.reduce((low, each) => (each.share < low.share ? each : low));
  const repeats = texts.filter((text) => selected(text, 'balanced') === selected(text, 'balanced')).length;
  return {
    goals: [
      {
        id: 'R5',
        aim: 'choice unchanged on ≥ 90 % of noisy paraphrases',
        measured: `${percent(worst.share)} at the worst (${worst.name}), of the texts that the noise changed`,
        isReached: worst.share >= 0.9,
      },
      {
        id: 'R5',
        aim: '100 % on repetition',
        measured: percent(repeats / texts.length),
        isReached: repeats === texts.length,
      },
    ],
    lines: [
      '## Noise (R5)',
      '',
      `Of ${texts.length} prompts that the table had not seen, those that the noise changed, and how many of the choices stay.`,
      '',
      `| noise | texts changed | ${routingPolicies.join(' | ')} |`,
      '|---|---:|---:|---:|---:|',
      ...kinds.map(({ name, changed, kept }) => `| ${name} | ${changed} | ${kept.map(percent).join(' | ')} |`),
      '',
    ],
  };
}

/** R4: with both models swapped, and on the subjects in which the economical one was no worse. */
export function dominatedRows(outcomes: readonly Outcome[]): {
  readonly goal: Goal;
  readonly lines: readonly string[];
} {
  const swapped = outcomes.map((outcome) => ({
    ...outcome,
    economicalRight: outcome.advancedRight,
    advancedRight: outcome.economicalRight,
  }));
  const level = [...Map.groupBy(outcomes, ({ subject }) => subject).values()]
    .filter((members) => gainOf(members) <= 0)
    .flat();
  const cases = [
    { name: 'both models swapped', data: swapped },
    { name: 'only subjects in which the economical one was no worse', data: level },
  ].map(({ name, data }) => {
    const chooser = createEmbeddedChooser(trained(data));
    const choices = data.flatMap(({ prompt }) =>
      routingPolicies.map((policy) => chooser.choose(routingQuestion(prompt), lightAndAdvanced, policy).selected),
    );
    const cheap = choices.filter((selected) => selected === 'light').length / choices.length;
    return { name, count: data.length, gain: gainOf(data), cheap };
  });
  const least = Math.min(...cases.map(({ cheap }) => cheap));
  return {
    goal: { id: 'R4', aim: 'dominated pair: ≥ 99 % economical', measured: percent(least), isReached: least >= 0.99 },
    lines: [
      '## A dearer model that is no better (R4)',
      '',
      '| outcomes | count | gain of the dearer | economical chosen, all policies |',
      '|---|---:|---:|---:|',
      ...cases.map(({ name, count, gain, cheap }) => `| ${name} | ${count} | ${gain.toFixed(3)} | ${percent(cheap)} |`),
      '',
    ],
  };
}

function gainOf(outcomes: readonly Outcome[]): number {
  const sum = outcomes.reduce(
    (total, { advancedRight, economicalRight }) => total + Number(advancedRight) - Number(economicalRight),
    0,
  );
  return sum / outcomes.length;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
