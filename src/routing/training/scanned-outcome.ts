import { clippedText } from '../question.ts';
import { TextScanner, type TextFeatures } from '../text-features.ts';
import type { TrainingOutcome } from './outcome.ts';

/** An outcome whose prompt was scanned, once for everything that is fitted to it. */
export interface ScannedOutcome {
  readonly features: TextFeatures;
  readonly subject: string | null;
  readonly set: string | null;
  /** How many options the question gives; 0: none. */
  readonly options: number;
  /** 0 or 1. */
  readonly economical: number;
  /** 1: only the advanced model was correct; −1: only the economical one; 0: they agreed. */
  readonly gain: number;
  /** Equal for equal prompts. */
  readonly promptHash: number;
}

export class OutcomeScanner {
  readonly #scanner = new TextScanner();

  scan({ prompt, subject, set, economicalRight, advancedRight }: TrainingOutcome): ScannedOutcome {
    const { wordCount, buckets, bucketsUsed, shape } = this.#scanner.scan(clippedText(prompt));
    const features = { wordCount, bucketsUsed, buckets: buckets.slice(0, bucketsUsed), shape: shape.slice() };
    const economical = economicalRight ? 1 : 0;
    const gain = (advancedRight ? 1 : 0) - economical;
    return { features, subject, set, options: optionsOf(prompt), economical, gain, promptHash: hashOf(prompt) };
  }
}

function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const option = /^\s*\(?([A-J])[.):]\s/gmu;

/** How many options a question gives, on lines that begin with A, B and so on; 0: none. */
export function optionsOf(prompt: string): number {
  let count = 0;
  for (const [, letter] of prompt.matchAll(option)) if (letter === 'ABCDEFGHIJ'[count]) count += 1;
  return count;
}
