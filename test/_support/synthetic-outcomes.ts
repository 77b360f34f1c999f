import type { TrainingOutcome } from '../../src/routing/training/outcome.ts';
import { OutcomeScanner, type ScannedOutcome } from '../../src/routing/training/scanned-outcome.ts';
import { seededRandom } from './seeded-random.ts';

const topics = {
  algebra: { words: 'group ring field ideal kernel order element prime', economical: 30, advanced: 90 },
  cooking: { words: 'butter oven flour simmer onion roast dough salt', economical: 90, advanced: 92 },
  history: { words: 'treaty empire war king revolt church trade colony', economical: 70, advanced: 85 },
} as const;

export interface SyntheticOptions {
  readonly seed?: number;
  readonly count?: number;
  /** The advanced model does what the economical one did, and the other way round. */
  readonly isSwapped?: boolean;
  readonly hasSubjects?: boolean;
}

/** Outcomes of three topics with words of their own; in one of them the advanced model is far better. */
export function syntheticOutcomes(options: SyntheticOptions = {}): readonly TrainingOutcome[] {
  const { seed = 7, count = 600, isSwapped = false, hasSubjects = true } = options;
  const random = seededRandom(seed);
  const names = Object.keys(topics) as (keyof typeof topics)[];
  return Array.from({ length: count }, (_, index): TrainingOutcome => {
    const name = names[index % names.length] ?? 'cooking';
    const { words, economical, advanced } = topics[name];
    const list = words.split(' ');
    const said = Array.from({ length: 12 }, () => list[random.whole(0, list.length - 1)]);
    const [cheap, dear] = [random.whole(1, 100) <= economical, random.whole(1, 100) <= advanced];
    return {
      prompt: `What of the ${said.join(' and the ')}, number ${index}?`,
      subject: hasSubjects ? name : null,
      set: hasSubjects ? `set of ${name}` : null,
      economicalRight: isSwapped ? dear : cheap,
      advancedRight: isSwapped ? cheap : dear,
    };
  });
}

export function scannedOutcomes(outcomes: readonly TrainingOutcome[]): readonly ScannedOutcome[] {
  const scanner = new OutcomeScanner();
  return outcomes.map((outcome) => scanner.scan(outcome));
}
