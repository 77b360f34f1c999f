import { shapeNames } from './text-features.ts';

/** What a feature adds to the gain that is guessed: judged by hand, learned from nothing. */
const guesses: Readonly<Partial<Record<(typeof shapeNames)[number], number>>> = {
  length: 0.03,
  digits: 0.01,
  operators: 0.015,
  questions: -0.01,
  commas: 0.01,
  longShare: -0.02,
  negates: 0.01,
  asksWhy: 0.04,
  supposes: 0.03,
  demands: 0.12,
};

const perFeature = Float64Array.from(shapeNames, (name) => guesses[name] ?? 0);

/** A guess at the gain of a text, where no table was learned. */
export function untrainedGain(shape: Float64Array): number {
  let gain = 0;
  for (let index = 0; index < perFeature.length; index += 1) gain += (perFeature[index] ?? 0) * (shape[index] ?? 0);
  return Math.min(0.5, gain);
}
