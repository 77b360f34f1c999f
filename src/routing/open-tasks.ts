import { createHmac } from 'node:crypto';
import type { RoutingQuestion } from './question.ts';

/** How many tasks are remembered; the least recently used is evicted. */
const rememberedMax = 10_000;

/**
 * The profiles that a judge has chosen for tasks in a tool loop. The turns of a loop are one task: it is judged once
 * and stays with its profile, although nothing of it is stored. Only keyed digests of its texts are kept, in memory.
 */
export class OpenTasks {
  readonly #secret: Buffer;
  readonly #profiles = new Map<string, string>();

  /** `secret` keys the digests; each gateway has its own. */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** `asker`: who asks. Tasks of other askers are different, even with the same words. */
  remember(asker: string, question: RoutingQuestion, profile: string): void {
    const task = this.#taskOf(asker, question);
    this.#profiles.delete(task);
    this.#profiles.set(task, profile);
    const [oldest] = this.#profiles.keys();
    if (this.#profiles.size > rememberedMax && oldest !== undefined) this.#profiles.delete(oldest);
  }

  /** The profile of a task that goes on; `null`: it is new, or forgotten. */
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
