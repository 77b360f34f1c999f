import type { Exchange } from './exchanges.ts';
import type { Reserved, Routed } from './stages.ts';

/** The target that answers. Only `switchyard` has a choice to make; every other profile was resolved to one target. */
export function chooseRoute(reserved: Reserved, exchange: Exchange): Routed {
  return { ...reserved, route: reserved.target, exchange };
}
