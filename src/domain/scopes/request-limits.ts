import { z } from 'zod';
import { levels, withSetting, type ByLevel, type Level } from './level.ts';

const limit = (max: number, description: string) => z.int().min(1).max(max).optional().describe(description);

/** Limits of a key, a person, a group or a tenant, below those configured for all. */
export const requestLimitsSchema = {
  requests_per_minute_max: limit(1_000_000, 'Most requests per minute; absent: only the configured limit applies.'),
  tokens_per_minute_max: limit(
    1_000_000_000,
    'Most tokens per minute, of input and output together; absent: only the configured limit applies.',
  ),
  requests_at_once_max: limit(1_000_000, 'Most concurrent requests; absent: only the configured limit applies.'),
};

const limitNames = ['requests_per_minute_max', 'tokens_per_minute_max', 'requests_at_once_max'] as const;

/** An absent member means the configured limit. Plain JSON. */
export type RequestLimits = Readonly<Partial<Record<(typeof limitNames)[number], number | undefined>>>;

/** The limits of a key, a person, a group or a tenant, as their documents contain them. */
export interface SetLimits {
  /** Those that apply: the smallest of all levels. Absent: none were set. */
  readonly limits?: RequestLimits;
  /** Where {@link limits} come from. */
  readonly limits_by?: ByLevel<RequestLimits>;
}

/**
 * The limits after an actor has set some. They replace those of the actor's level; the other levels keep theirs. To set none
 * lifts those of the levels below too, so that nothing set from below is out of an upper level's reach.
 */
export function withLimits(known: SetLimits, limits: RequestLimits, actor: string | undefined): SetLimits {
  const lifts = limitNames.every((name) => limits[name] === undefined);
  const limits_by = withSetting(known.limits_by ?? {}, lifts ? null : limits, actor);
  const set = Object.values(limits_by);
  return set.length === 0 ? {} : { limits: smallestOf(set), limits_by };
}

/** Whether an actor who sets these limits would change nothing. */
export function areKnownLimits({ limits_by: known = {} }: SetLimits, limits: RequestLimits, actor?: string): boolean {
  const { limits_by: next = {} } = withLimits({ limits_by: known }, limits, actor);
  return levels.every((level) => limitNames.every((name) => known[level]?.[name] === next[level]?.[name]));
}

/** The limits that apply, and the widest level that set each of them: nobody below it can widen it. */
export function shownLimits({ limits, limits_by: byLevel }: SetLimits): {
  readonly limits?: RequestLimits;
  readonly limited_by?: Readonly<Partial<Record<(typeof limitNames)[number], Level>>>;
} {
  if (limits === undefined || byLevel === undefined) return {};
  const limitedBy = limitNames.flatMap((name) => {
    const level = levels.findLast((each) => limits[name] !== undefined && byLevel[each]?.[name] === limits[name]);
    return level === undefined ? [] : [[name, level] as const];
  });
  return { limits, limited_by: Object.fromEntries(limitedBy) };
}

function smallestOf(all: readonly RequestLimits[]): RequestLimits {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const set = all.flatMap((limits) => limits[name] ?? []);
      return set.length === 0 ? [] : [[name, Math.min(...set)] as const];
    }),
  );
}
