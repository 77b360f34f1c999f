import { createHmac } from 'node:crypto';
import { RecentMap } from '../limits/recent-map.ts';
import type { RoutingQuestion } from './question.ts';

/** How many tasks are remembered; the least recently used is evicted. */
const rememberedMax = 10_000;

/**
 * The profiles that a judge has chosen for tasks in a tool loop. The turns of a loop are one task: it is judged once
 * and stays with its profile, although nothing of it is stored. Only keyed digests of its texts are kept, in memory.
 */
export class OpenTasks {
  readonly #secret: Buffer;
  readonly #profiles = new RecentMap<string, string>(rememberedMax);

  /** `secret` keys the digests; each gateway has its own. */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** `caller`: the caller. Tasks of other callers are different, even with the same words. */
  remember(caller: string, question: RoutingQuestion, profile: string): void {
    this.#profiles.set(this.#taskOf(caller, question), profile);
  }

  /** The profile of a task that goes on; `null`: it is new, or forgotten. */
  recall(caller: string, question: RoutingQuestion): string | null {
    if (question.toolResults.length === 0) return null;
    return this.#profiles.get(this.#taskOf(caller, question)) ?? null;
  }

  #taskOf(caller: string, { openingText, latestText }: RoutingQuestion): string {
    const texts = JSON.stringify([caller, openingText, latestText]);
    return createHmac('sha256', this.#secret).update(texts).digest('base64');
  }
}
