import type { PiiEntity, PiiLanguage } from '../pii-kinds.ts';
import type { TextWords } from './text-words.ts';

/** Finds values of some kinds in one text. It holds nothing between two texts and waits for nothing. */
export interface DetectionRule {
  /** The kinds that it may find. */
  readonly entities: readonly PiiEntity[];
  find(words: TextWords, found: FoundValue, languages: readonly PiiLanguage[]): void;
}

/** Takes a value: a part of the text, its kind, and how sure the rule is, above 0 and at most 1. */
export type FoundValue = (start: number, end: number, kind: readonly [entity: PiiEntity, score: number]) => void;
