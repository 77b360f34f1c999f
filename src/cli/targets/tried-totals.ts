import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import type { TriedAnswer } from './tried-answer.ts';

type Counts = Readonly<Record<string, number>>;

/** Tried answers, counted by kind. */
export interface TriedTotals {
  readonly answers: number;
  readonly verdicts: Counts;
  /** Verdicts by surface, `streamed` or `whole`. */
  readonly surfaces: Readonly<Record<string, Counts>>;
  readonly places: Counts;
  readonly meanings: Counts;
  /** Numbers that no row of the table knows. */
  readonly unknown: Counts;
  /** What callers get otherwise than it was sent: `(same)`, or a path. */
  readonly changed: Counts;
  /** Requests that the gateway refuses: the code and the member. */
  readonly refused: Counts;
  readonly cost_eur: string;
}

export function triedTotals(answers: readonly TriedAnswer[]): TriedTotals {
  const surfaces: Record<string, Record<string, number>> = {};
  for (const { surface, streamed, verdict } of answers) {
    const counts = (surfaces[`${surface} ${streamed ? 'streamed' : 'whole'}`] ??= {});
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  const cost = answers.reduce((sum, { cost_eur }) => sum + nanoFromEur(cost_eur ?? '0'), 0n);
  return {
    answers: answers.length,
    verdicts: counted(answers.map(({ verdict }) => verdict)),
    surfaces,
    places: counted(answers.flatMap(({ place }) => (place === null ? [] : [place]))),
    meanings: counted(answers.flatMap(({ meaning }) => (meaning === null ? [] : [meaning]))),
    unknown: counted(answers.flatMap(({ unknown }) => unknown)),
    changed: counted(answers.flatMap(({ changed }) => (changed.length === 0 ? ['(same)'] : changed))),
    refused: counted(answers.flatMap(({ refused }) => (refused === null ? [] : [refusalKind(refused)]))),
    cost_eur: eurFromNano(cost),
  };
}

function refusalKind({ code, param, message }: NonNullable<TriedAnswer['refused']>): string {
  const tool = /^The tool ("[^"]*")/.exec(message)?.[1];
  return `${code}: ${tool ?? param ?? ''}`;
}

/** How often each word comes, the most frequent first. */
function counted(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one));
}
