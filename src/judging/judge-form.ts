import type { TokenUsage } from '../domain/usage.ts';
import type { AskedQuestion } from '../ports/route-judge.ts';

/** How a question is put to an upstream, and its verdict read. */
export interface JudgeForm {
  /** Names what is asked, with the edition of its words. */
  readonly version: string;
  /** Below the base URL. */
  readonly path: string;
  /** Most tokens of an answer. */
  readonly outputTokensMax: number;
  /** Tokens of a verdict. */
  readonly outputTokensExpected: number;
  /** The body; it quotes no more than so many bytes of each text. */
  write(asked: Pick<AskedQuestion, 'question' | 'tiers'>, textBytesMax: number): Buffer;
  /** Of an answer, parsed; `null`: there is none that can be used. */
  readVerdict(answer: unknown, tiers: number): JudgeVerdict | null;
  /** Its counters; `null`: it tells none. */
  readUsage(answer: unknown): TokenUsage | null;
}

export interface JudgeVerdict {
  /** The candidate's place, from the most economical on. */
  readonly tier: number;
  readonly confidence: number | null;
}

/** A letter for each candidate: nothing is told of who stands behind it. */
export function tierLabels(tiers: number): readonly string[] {
  return Array.from({ length: tiers }, (_, tier) => String.fromCharCode(65 + tier));
}

/** A text of at most so many bytes: its beginning and its end, where it is longer. */
export function clippedInTheMiddle(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const half = Math.floor((bytesMax - gap.length) / 2);
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(bytes.length - half)];
  return `${decoded(head)}${gap}${decoded(tail)}`;
}

const gap = ' […] ';

/** What was cut within a character goes. */
function decoded(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\uFFFD', '');
}

/** A member of what an upstream has written, where that is an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** A probability, or `null`. */
export function probability(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
