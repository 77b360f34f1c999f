import type { ExpiredResponse, ResponseIndex } from '../../src/ports/response-index.ts';
import { limits } from './_settings.ts';
import type { World } from './_world.ts';

interface Kept {
  readonly keptAt: number;
  readonly expiresAtMs: number;
  removedAt: number | null;
}

/** Stored responses, as far as their removal by age looks at them. */
export class ResponseShelf implements ResponseIndex {
  readonly #world: World;
  readonly #kept = new Map<string, Kept>();

  constructor(world: World) {
    this.#world = world;
  }

  keep(nowMs: number): void {
    const kept = { keptAt: this.#world.now, expiresAtMs: nowMs + limits.responseTtlMs, removedAt: null };
    this.#kept.set(this.#world.createId(), kept);
  }

  async holderOf(): Promise<null> {
    return null;
  }

  async expired(
    now: Date,
    { afterKey, limit }: { readonly afterKey: string | null; readonly limit: number },
  ): Promise<readonly ExpiredResponse[]> {
    return [...this.#kept]
      .filter(([, { expiresAtMs, removedAt }]) => removedAt === null && expiresAtMs <= now.getTime())
      .map(([responseId]) => ({ key: responseId, responseId }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .filter(({ key }) => afterKey === null || key > afterKey)
      .slice(0, limit);
  }

  async expire(responseId: string): Promise<boolean> {
    const kept = this.#kept.get(responseId);
    if (kept === undefined) return false;
    kept.removedAt = this.#world.now;
    return true;
  }

  /** Removed before their time had passed. */
  get removedEarly(): number {
    return [...this.#kept.values()].filter(
      ({ keptAt, removedAt }) => removedAt !== null && removedAt - keptAt < limits.responseTtlMs,
    ).length;
  }
}
