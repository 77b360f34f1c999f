import type { PiiEntity, PiiLanguage } from '../pii-kinds.ts';
import type { TextWords } from './text-words.ts';

/** Finds values of some kinds in one text. Keeps no state between texts and waits for nothing. */
export interface DetectionRule {
  /** The kinds that it can find. */
  readonly entities: readonly PiiEntity[];
  find(words: TextWords, found: FoundValue, languages: readonly PiiLanguage[]): void;
}

/**
 * Reports a value: its part of the text, its kind, and the confidence of the rule, at most 1. With a confidence of 0: no
 * value of that kind is within that part.
 */
export type FoundValue = (start: number, end: number, kind: readonly [entity: PiiEntity, score: number]) => void;
