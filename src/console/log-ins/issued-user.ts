import { Administrator } from '../../admin/administrator.ts';
import type { AdminDeps } from '../../admin/operation.ts';
import { adminOperations } from '../../admin/operations.ts';
import { checkedInput } from '../../admin/read-input.ts';
import { runOperation } from '../../admin/run-operation.ts';
import { GatewayError } from '../../errors.ts';
import type { ConsoleIssuer } from './issuers.ts';

interface Issued {
  readonly userId: string;
  readonly issuer: Pick<ConsoleIssuer, 'name'>;
}

/**
 * Registers a person whom an issuer vouches for, as a member, once: two log-ins at the same time make the same one. Raises
 * what the operation raises.
 */
export async function createIssuedUser(deps: AdminDeps, { userId, tenantId, issuer }: Issued & { tenantId: string }) {
  await run(deps, 'createUser', { id: userId, tenant_id: tenantId, role: 'member' }, issuer);
}

/** Gives a person the role that their groups at the issuer have. Raises what the operation raises. */
export async function setIssuedRole(deps: AdminDeps, { userId, role, issuer }: Issued & { role: string }) {
  await run(deps, 'changeUser', { user_id: userId, role }, issuer);
}

/** The configuration says what an issuer may do, so it acts as the machine does, under a name of its own. */
async function run(deps: AdminDeps, id: string, asked: object, { name }: Issued['issuer']): Promise<void> {
  const operation = adminOperations.find((each) => each.id === id);
  if (operation === undefined) throw new GatewayError('internal_error');
  const administrator = new Administrator(null, `console:issuer=${name}`);
  await runOperation(operation, checkedInput(operation, asked), { administrator, deps, idempotencyKey: null });
}
