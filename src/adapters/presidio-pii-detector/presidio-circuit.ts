/** Says how a call went. `unjudged`: whoever asked went away, which says nothing about who was asked. */
type Verdict = 'ok' | 'failed' | 'unjudged';

export interface PresidioCircuit {
  /** Whether nothing may be sent now. */
  isOpen(): boolean;
  /** Leave for one call, to be told how it went; `null`: nothing may be sent. */
  enter(): ((verdict: Verdict) => void) | null;
}

/** Opens after failures in a row; after a while one call may see, and the others wait for what it tells. */
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
