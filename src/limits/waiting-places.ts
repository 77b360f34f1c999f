/** The waiting places of a queue, and how they are shared. */
export interface WaitingPlaces {
  readonly waitingMax: number;
  /** The part of what the others leave that one tenant, and within it one key, may take: from 0 to 1. */
  readonly part: number;
}

/**
 * Whether one more may wait, when so many wait altogether, of its tenant and of its key. A sharer of whom nobody waits
 * finds a place as long as there is one.
 */
export function mayWait(
  { waitingMax, part }: WaitingPlaces,
  { all, tenant, key }: { readonly all: number; readonly tenant: number; readonly key: number },
): boolean {
  if (all >= waitingMax) return false;
  const tenantShare = Math.ceil(part * (waitingMax - all + tenant));
  const keyShare = Math.ceil(part * (tenantShare - tenant + key));
  return tenant === 0 || (tenant < tenantShare && (key === 0 || key < keyShare));
}
