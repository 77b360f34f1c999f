import type { Principal } from '../domain/principal.ts';
import {
  isWithin,
  mayGrant,
  reachOf,
  type AdminAction,
  type ScopePlace,
  type Reach,
  type Roles,
} from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';

/** The caller of a management operation, and what they may do. */
export class Administrator {
  /** `null`: a command on the machine that holds the data, which may do everything. */
  readonly person: Principal | null;
  /** The actor in events: see `domain/actor.ts`. */
  readonly actor: string;
  /** The key with which they call; `null`: none. */
  readonly keyId: string | null;

  constructor(person: Principal | null, actor: string, keyId: string | null = null) {
    this.person = person;
    this.actor = actor;
    this.keyId = keyId;
  }

  /** How far an action of theirs reaches. Raises `not_permitted` if none of their roles allows it. */
  reach(action: AdminAction): Reach {
    const reach = this.person === null ? 'all' : reachOf(this.person, action);
    if (reach !== null) return reach;
    throw new GatewayError('not_permitted', { detail: `Your roles do not allow ${action}.` });
  }

  /** Whether they may do an action in a place. */
  may(action: AdminAction, place: ScopePlace): boolean {
    if (this.person === null) return true;
    const reach = reachOf(this.person, action);
    return reach !== null && isWithin(reach, this.person, place);
  }

  /** Raises `not_permitted`, and `resource_not_found` for a resource out of their reach, as if it did not exist. */
  assertMay(action: AdminAction, place: ScopePlace, what: string): void {
    this.reach(action);
    if (!this.may(action, place)) throw notFound(what);
  }

  /** Raises `not_permitted` for roles that they may not give, take or act for. */
  assertMayGrant(roles: Roles): void {
    if (this.person === null || mayGrant(this.person, roles)) return;
    throw new GatewayError('not_permitted', {
      detail: 'These roles are above yours, or only the operator may give them.',
    });
  }
}

/** The error for a resource that does not exist or is out of reach. */
export function notFound(what: string): GatewayError {
  return new GatewayError('resource_not_found', { detail: `There is no such ${what}.` });
}
