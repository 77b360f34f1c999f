/** The levels from which a scope or a person can be suspended or closed, from the narrowest to the widest. */
export const suspensionLevels = ['tenant', 'reseller', 'platform'] as const;
/** The name of such a level. */
export type SuspensionLevel = (typeof suspensionLevels)[number];

/**
 * The level of an actor, which its event records: see `actor.ts`. Commands on the machine, parts of the program and events
 * from before there were actors count as the platform. So does any other unknown actor, because the platform can always
 * lift a suspension.
 */
export function levelOf(actor: string | undefined): SuspensionLevel {
  const role = actor?.startsWith('api:') === true ? /\brole=(\w+)/.exec(actor)?.[1] : undefined;
  return levels.get(role ?? '') ?? 'platform';
}

/** The level of each role that is not the platform's. */
const levels: ReadonlyMap<string, SuspensionLevel> = new Map([
  ['tenant_admin', 'tenant'],
  ['reseller_admin', 'reseller'],
  // Neither of these suspends. Older events name them for people who did so with a role in their tenant.
  ['finance', 'reseller'],
  ['auditor', 'reseller'],
]);

/** Whether an actor may lift what `blockedBy` suspended: its own level or a wider one. */
export function mayLift(actor: string | undefined, blockedBy: SuspensionLevel | undefined): boolean {
  return blockedBy === undefined || isAsWide(levelOf(actor), blockedBy);
}

/** The wider of the level of an actor and the level that suspended before. */
export function widerLevel(actor: string | undefined, before: SuspensionLevel | undefined): SuspensionLevel {
  const level = levelOf(actor);
  return before === undefined || isAsWide(level, before) ? level : before;
}

function isAsWide(level: SuspensionLevel, other: SuspensionLevel): boolean {
  return suspensionLevels.indexOf(level) >= suspensionLevels.indexOf(other);
}
