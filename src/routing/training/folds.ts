import type { ScannedOutcome } from './scanned-outcome.ts';

/** Indexes of outcomes that are evaluated by what the others teach. */
export type Fold = readonly number[];

const promptFolds = 5;
const subjectFolds = 12;

/** Folds by the hash of the prompt: the same prompt is never on both sides. */
export function foldsByPrompt(outcomes: readonly ScannedOutcome[]): readonly Fold[] {
  return foldsBy(outcomes, ({ promptHash }) => `${promptHash % promptFolds}`);
}

/** Folds by groups of subjects: no subject is on both sides. */
export function foldsBySubject(outcomes: readonly ScannedOutcome[]): readonly Fold[] {
  const subjects = [...new Set(outcomes.map(({ subject }) => subject ?? ''))].toSorted((a, b) => (a < b ? -1 : 1));
  const groups = new Map(subjects.map((subject, index) => [subject, `${index % subjectFolds}`]));
  return foldsBy(outcomes, ({ subject }) => groups.get(subject ?? '') ?? '');
}

/** A fold for each set, with its name; outcomes of no set are in none. */
export function foldsBySet(outcomes: readonly ScannedOutcome[]): ReadonlyMap<string, Fold> {
  const sets = Map.groupBy(outcomes.keys(), (place) => outcomes[place]?.set ?? '');
  sets.delete('');
  return sets;
}

function foldsBy(outcomes: readonly ScannedOutcome[], keyOf: (outcome: ScannedOutcome) => string): readonly Fold[] {
  const folds = Map.groupBy(outcomes.entries(), ([, outcome]) => keyOf(outcome));
  return [...folds.values()].map((members) => members.map(([place]) => place));
}

/**
 * A figure for each outcome, by what all other folds teach. `onFold` is called after each fold, with the number done.
 */
export function outOfFold(
  outcomes: readonly ScannedOutcome[],
  folds: readonly Fold[],
  teach: (taught: readonly ScannedOutcome[]) => (outcome: ScannedOutcome) => number,
  onFold: (done: number) => void = () => undefined,
): Float64Array {
  const figures = new Float64Array(outcomes.length);
  for (const [index, fold] of folds.entries()) {
    const held = new Set(fold);
    const taught = outcomes.filter((_, place) => !held.has(place));
    if (taught.length === 0) continue;
    const figureOf = teach(taught);
    for (const place of fold) {
      const outcome = outcomes[place];
      if (outcome !== undefined) figures[place] = figureOf(outcome);
    }
    onFold(index + 1);
  }
  return figures;
}
