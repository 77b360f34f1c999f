import { createHmac } from 'node:crypto';
import type { RoutingQuestion } from './question.ts';

/** Tasks that are remembered; the one that was looked at longest ago goes first. */
const rememberedMax = 10_000;

/**
 * Whom a judge has chosen for tasks that tools are at work on. The turns of a tool loop are one task: it is judged once, and
 * stays where it began, although nothing of it is stored. Of its texts only a keyed digest is here, in memory.
 */
export class OpenTasks {
  readonly #secret: Buffer;
  readonly #profiles = new Map<string, string>();

  /** `secret` keys the digests; each gateway has its own. */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** `asker`: who asks; tasks of others are others, whatever their words. */
  remember(asker: string, question: RoutingQuestion, profile: string): void {
    const task = this.#taskOf(asker, question);
    this.#profiles.delete(task);
    this.#profiles.set(task, profile);
    const [oldest] = this.#profiles.keys();
    if (this.#profiles.size > rememberedMax && oldest !== undefined) this.#profiles.delete(oldest);
  }

  /** The profile of a task that goes on; `null`: it begins, or nobody remembers. */
  recall(asker: string, question: RoutingQuestion): string | null {
    if (question.toolResults.length === 0) return null;
    const profile = this.#profiles.get(this.#taskOf(asker, question)) ?? null;
    if (profile !== null) this.remember(asker, question, profile);
    return profile;
  }

  #taskOf(asker: string, { openingText, latestText }: RoutingQuestion): string {
    const texts = JSON.stringify([asker, openingText, latestText]);
    return createHmac('sha256', this.#secret).update(texts).digest('base64');
  }
}
