import type { Principal } from '../domain/principal.ts';
import {
  isWithin,
  mayGrant,
  reachOf,
  type AdminAction,
  type Place,
  type Reach,
  type Roles,
} from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';

/** Who administers, and what they may do. */
export class Administrator {
  /** `null`: whoever runs commands on the machine that holds the data, who may do everything. */
  readonly person: Principal | null;
  /** For the events: see `domain/actor.ts`. */
  readonly actor: string;

  constructor(person: Principal | null, actor: string) {
    this.person = person;
    this.actor = actor;
  }

  /** How far they may do something. Raises `not_permitted` where no role of theirs does it. */
  reach(action: AdminAction): Reach {
    const reach = this.person === null ? 'all' : reachOf(this.person, action);
    if (reach !== null) return reach;
    throw new GatewayError('not_permitted', { detail: `Your roles do not allow ${action}.` });
  }

  /** Whether they may do something there. */
  may(action: AdminAction, place: Place): boolean {
    if (this.person === null) return true;
    const reach = reachOf(this.person, action);
    return reach !== null && isWithin(reach, this.person, place);
  }

  /** Raises `not_permitted`, and `resource_not_found` for what they cannot reach: it is as if it were not there. */
  assertMay(action: AdminAction, place: Place, what: string): void {
    this.reach(action);
    if (!this.may(action, place)) throw notFound(what);
  }

  /** Raises `not_permitted` where these roles are not theirs to give, take or act for. */
  assertMayGrant(roles: Roles): void {
    if (this.person === null || mayGrant(this.person, roles)) return;
    throw new GatewayError('not_permitted', {
      detail: 'These roles stand above yours, or are the operator’s to give.',
    });
  }
}

/** What is not there, or is out of reach. */
export function notFound(what: string): GatewayError {
  return new GatewayError('resource_not_found', { detail: `There is no such ${what}.` });
}
