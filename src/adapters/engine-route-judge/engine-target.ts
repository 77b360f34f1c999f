/** The route that the engine is asked for. */
export const engineRoute = 'switchyard';

/** The candidate's place of a name that the engine has answered; -1: it is none of ours. */
export function rankOfTarget(target: unknown): number {
  return typeof target === 'string' && /^[A-P]$/.test(target) ? target.charCodeAt(0) - 65 : -1;
}
