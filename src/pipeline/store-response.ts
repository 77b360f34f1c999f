import type { Settled, Stored } from './stages.ts';

/** Keeps the answer where the surface stores responses. Chat completions are stateless: nothing is kept. */
export function storeResponse(settled: Settled): Stored {
  return settled;
}
