import { GatewayError } from '../../errors.ts';
import { actingRole, type AdminAction } from '../../domain/scopes/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import type { IdentifiedCaller } from '../../pipeline/caller-access.ts';
import { Administrator } from '../administrator.ts';

/** The caller in the role that allows the action. Raises `not_permitted` if none does, or if the key was not made for this. */
export function callingAdministrator(
  { caller: { key, principal } }: Pick<IdentifiedCaller, 'caller'>,
  action: AdminAction,
): Administrator {
  if (key.administers !== true) {
    throw new GatewayError('not_permitted', { detail: 'This key may not call the management API.' });
  }
  const role = actingRole(principal, action) ?? 'member';
  const actor = `api:key=${key.key_id} user=${key.user_id} role=${role}`;
  const administrator = new Administrator(principal, actor, key.key_id);
  administrator.reach(action);
  return administrator;
}

/** A person without a key, in the role that allows the action. Raises `not_permitted` if none does. */
export function actingPerson(person: Principal, action: AdminAction): Administrator {
  const role = actingRole(person, action) ?? 'member';
  const administrator = new Administrator(person, `console:user=${person.user_id} role=${role}`);
  administrator.reach(action);
  return administrator;
}
