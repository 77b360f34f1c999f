import type { ScannedOutcome } from './scanned-outcome.ts';

/** A subject in which a model is right less often than by choosing an option at random: its answers were misjudged. */
export interface BelowChance {
  readonly subject: string;
  readonly model: 'economical' | 'advanced';
  readonly outcomes: number;
  /** Shares, 0 to 1. */
  readonly right: number;
  readonly chance: number;
}

/** Fewer questions with options say nothing. */
const outcomesMin = 30;
/** Standard deviations below chance. */
const deviations = 3;

/** Subjects of questions with options in which a model is below chance by far more than by accident. */
export function subjectsBelowChance(outcomes: readonly ScannedOutcome[]): readonly BelowChance[] {
  const withOptions = outcomes.filter(({ subject, options }) => subject !== null && options > 1);
  return [...Map.groupBy(withOptions, ({ subject }) => subject ?? '')].flatMap(([subject, those]) =>
    those.length < outcomesMin
      ? []
      : (['economical', 'advanced'] as const).flatMap((model) => {
          const right = those.filter(({ economical, gain }) => economical + (model === 'advanced' ? gain : 0) === 1);
          const expected = those.reduce((sum, { options }) => sum + 1 / options, 0);
          const variance = those.reduce((sum, { options }) => sum + (1 - 1 / options) / options, 0);
          if (right.length >= expected - deviations * Math.sqrt(variance)) return [];
          const count = those.length;
          return [{ subject, model, outcomes: count, right: right.length / count, chance: expected / count }];
        }),
  );
}
