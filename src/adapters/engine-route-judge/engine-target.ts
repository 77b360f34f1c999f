/** The route requested from the engine. */
export const engineRoute = 'switchyard';

/** The rank of the candidate that the engine named; -1: an unknown name. */
export function rankOfTarget(target: unknown): number {
  return typeof target === 'string' && /^[A-P]$/.test(target) ? target.charCodeAt(0) - 65 : -1;
}
