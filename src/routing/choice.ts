import type { NanoEur } from '../domain/money.ts';

/** Why a candidate was chosen. A closed list: it goes into events and metrics. */
export const reasonCodes = [
  /** One candidate was left. */
  'only_candidate',
  /** Only one candidate is worth its price. */
  'dominated',
  /** The expected gain is worth its price. */
  'worth_its_price',
  /** The expected gain of a more expensive candidate is not worth its price. */
  'not_worth_its_price',
  /** Tools failed in a way that needs the most capable. */
  'critical_failure',
  /** Earlier turns were replaced by a summary. */
  'compacted',
  /** Something was written and its tests passed: the rest is simple. */
  'settled_run',
  /** The trajectory of tool results spoke for the more capable. */
  'struggling_run',
  /** The trajectory of tool results spoke for the more economical. */
  'progressing_run',
  /** There is no text to judge. */
  'no_text',
  /** No table was learned, or the words of the text indicate no single domain. */
  'domain_unknown',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** The assessment of one candidate. Figures are rounded to four digits. */
export interface CandidateScore {
  readonly profile: string;
  /** The share of such requests that it answers correctly, 0 to 1. */
  readonly expectedQuality: number;
  readonly expectedCost: NanoEur;
  /** `expectedQuality` − λ × `expectedCost` ÷ the cost of the most expensive candidate. */
  readonly score: number;
}

/** The result of a strategy, as it is recorded. Contains nothing of a text. */
export interface RouteChoice {
  /** The name of a profile. */
  readonly selected: string;
  /** The other profiles, the next best first. */
  readonly fallbackOrder: readonly string[];
  /** One for each candidate, the best score first. A rule may select another than the first. */
  readonly scores: readonly CandidateScore[];
  /** The score of the selected profile. */
  readonly score: number;
  /** How certain the choice is, 0.5 to 1: 0.5 when two candidates are equal. */
  readonly confidence: number;
  /** How far the score of the selected profile is above the next; 1 when a rule left no other. */
  readonly margin: number;
  /** The gain in quality from which the most expensive candidate is worth its price. */
  readonly threshold: number;
  readonly reasonCodes: readonly ReasonCode[];
  /** Features in coarse steps, by name, e.g. `words: 20-99`. */
  readonly bins: Readonly<Record<string, string>>;
}
