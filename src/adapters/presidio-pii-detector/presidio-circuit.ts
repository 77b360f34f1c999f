/** Reports how a call went. `inconclusive`: the caller left, which says nothing about the analyzer. */
type Verdict = 'ok' | 'failed' | 'inconclusive';

export interface PresidioCircuit {
  /** Whether nothing may be sent now. */
  isOpen(): boolean;
  /** Permission for one call, to be called with its result; `null`: nothing may be sent. */
  enter(): ((verdict: Verdict) => void) | null;
}

/** Opens after consecutive failures; later one call goes through as a probe, which decides for the others. */
export function createPresidioCircuit(limits: {
  readonly failuresInARow: number;
  readonly openMs: number;
  readonly now: () => number;
}): PresidioCircuit {
  let failures = 0;
  let openUntil = 0;
  let isProbed = false;
  const isBroken = (): boolean => failures >= limits.failuresInARow;
  return {
    isOpen: () => isBroken() && limits.now() < openUntil,
    enter: () => {
      if (isBroken() && (limits.now() < openUntil || isProbed)) return null;
      const isProbe = isBroken();
      if (isProbe) isProbed = true;
      return (verdict) => {
        if (isProbe) isProbed = false;
        if (verdict === 'ok') failures = 0;
        if (verdict !== 'failed') return;
        failures += 1;
        openUntil = limits.now() + limits.openMs;
      };
    },
  };
}
