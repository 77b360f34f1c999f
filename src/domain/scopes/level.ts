/** The levels of administration, from the narrowest to the widest. What one sets or suspends, none below it can undo. */
export const levels = ['tenant', 'reseller', 'platform'] as const;
/** The name of a level. */
export type Level = (typeof levels)[number];

/** What each level has set; absent: it has set nothing. Plain JSON. */
export type ByLevel<Value> = Readonly<Partial<Record<Level, Value>>>;

/**
 * The level of an actor, which its event records: see `actor.ts`. Commands on the machine, parts of the program and
 * events without an actor count as the platform. So does any other unknown actor, because the platform can always
 * undo what was done.
 */
export function levelOf(actor: string | undefined): Level {
  const role = actor === undefined ? undefined : /^(?:api|console):.*\brole=(\w+)/.exec(actor)?.[1];
  return levelOfRole.get(role ?? '') ?? 'platform';
}

/** The level of each role that is not the platform's. */
const levelOfRole: ReadonlyMap<string, Level> = new Map([
  ['tenant_admin', 'tenant'],
  ['reseller_admin', 'reseller'],
]);

/** Whether an actor may lift what `by` did: their own level or a wider one. */
export function mayLift(actor: string | undefined, by: Level | undefined): boolean {
  return by === undefined || isAsWide(levelOf(actor), by);
}

/** The wider of the level of an actor and the level that suspended before. */
export function widerLevel(actor: string | undefined, before: Level | undefined): Level {
  const level = levelOf(actor);
  return before === undefined || isAsWide(level, before) ? level : before;
}

/** Whether a level is the other one or above it. */
export function isAsWide(level: Level, other: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(other);
}

/** What stays when a level lifts what it and the levels below have set. */
export function withoutUpTo<Value>(own: Level, known: ByLevel<Value>): ByLevel<Value> {
  const kept = levels.filter((level) => known[level] !== undefined && !isAsWide(own, level));
  return Object.fromEntries(kept.map((level) => [level, known[level]]));
}

/**
 * What each level has set after an actor has set something, in the order of the levels, so that equal settings are written
 * alike. `null`: the actor lifts what their level and those below have set.
 */
export function withSetting<Value>(known: ByLevel<Value>, value: Value | null, actor?: string): ByLevel<Value> {
  const own = levelOf(actor);
  const next: ByLevel<Value> = value === null ? withoutUpTo(own, known) : { ...known, [own]: value };
  return Object.fromEntries(levels.flatMap((level) => (level in next ? [[level, next[level]] as const] : [])));
}
