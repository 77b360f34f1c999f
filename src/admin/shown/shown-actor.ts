import { z } from 'zod';
import type { AdminAction } from '../../domain/scopes/permissions.ts';
import { isAsWide, levelOf, type Level } from '../../domain/scopes/level.ts';
import type { Administrator } from '../administrator.ts';
import { levelOutput } from '../outputs.ts';

/** Who did something, by ids. */
export const actorMembers = {
  actor: z
    .string()
    .nullable()
    .describe(
      '`api`, `console` without a key, or what else events name: `cli:uid-1000`, `system:payments`; `null`: nobody commanded it.',
    ),
  actor_user_id: z.string().nullable(),
  actor_key_id: z.string().nullable(),
  actor_role: z.string().nullable(),
  actor_level: levelOutput.nullable(),
};

/** Who did something, as the API shows it. */
export type ShownActor = Readonly<z.infer<z.ZodObject<typeof actorMembers>>>;

/**
 * The actor of an event, see `domain/actor.ts`, for somebody who reads it by an action. Of who stands above its readers they
 * learn kind, role and level; a member learns the ids of nobody else.
 */
export function shownActor(actor: string | undefined, reader: Administrator, action: AdminAction): ShownActor {
  if (actor === undefined) {
    return { actor: null, actor_user_id: null, actor_key_id: null, actor_role: null, actor_level: null };
  }
  const [, key = null, user = null, role = null] =
    /^(?:api:key=(\S+)|console:) ?user=(\S+) role=(\w+)$/.exec(actor) ?? [];
  const level = role === 'member' ? 'tenant' : levelOf(actor);
  const isKnown = knows(reader, action, { user, level });
  return {
    actor: role === null && isKnown ? actor : actor.replace(/:.*$/, ''),
    actor_user_id: isKnown ? user : null,
    actor_key_id: isKnown ? key : null,
    actor_role: role,
    actor_level: level,
  };
}

function knows(
  reader: Administrator,
  action: AdminAction,
  { user, level }: { readonly user: string | null; readonly level: Level },
): boolean {
  const reach = reader.reach(action);
  if (reach === 'own') return user !== null && user === reader.person?.user_id;
  return reach === 'all' || isAsWide(reach, level);
}
