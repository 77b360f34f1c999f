import type { Usage } from '../domain/usage.ts';
import type { AskedQuestion } from '../ports/route-judge.ts';

/** How a question is written for an upstream, and how its verdict is read. */
export interface JudgeForm {
  /** The name of the form, with the version of its wording. */
  readonly version: string;
  /** The path below the base URL. */
  readonly path: string;
  /** Most tokens of an answer. */
  readonly outputTokensMax: number;
  /** Tokens of a verdict. */
  readonly outputTokensExpected: number;
  /** Writes the body, with at most this many bytes of each text. */
  write(asked: Pick<AskedQuestion, 'question' | 'tiers'>, textBytesMax: number): Buffer;
  /** Reads a parsed answer; `null`: it has no usable verdict. */
  readVerdict(answer: unknown, tiers: number): JudgeVerdict | null;
  /** The counters of an answer; `null`: it has none. */
  readUsage(answer: unknown): Usage | null;
}

export interface JudgeVerdict {
  /** The place of the candidate: 0 is the most economical. */
  readonly tier: number;
  readonly confidence: number | null;
}

/** A letter for each candidate, which reveals nothing about it. */
export function tierLabels(tiers: number): readonly string[] {
  return Array.from({ length: tiers }, (_, tier) => String.fromCharCode(65 + tier));
}

/** A text of at most this many bytes: the beginning and the end of a longer one. */
export function clippedInTheMiddle(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const half = Math.floor((bytesMax - gap.length) / 2);
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(bytes.length - half)];
  return `${decoded(head)}${gap}${decoded(tail)}`;
}

const gap = ' […] ';

/** Removes a character that was cut. */
function decoded(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\uFFFD', '');
}

/** A member of a parsed answer; `undefined` when the answer is no object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** A probability, or `null`. */
export function probability(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
