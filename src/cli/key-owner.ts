import { randomUUID } from 'node:crypto';
import type { Principal } from '../domain/principal.ts';
import type { OpenedLedger } from '../composition/opened-ledger.ts';
import { changePrincipalPii, recordedPrincipal, registerPrincipal } from '../ledger/identities.ts';
import { cliActor } from './cli-actor.ts';
import { refused } from './cli-error.ts';
import { tenantOfWallet } from './wallet-account.ts';

/** The owner of a new key, as far as the command line names it. */
export interface OwnerOptions {
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly walletId: string | undefined;
  /** Whether personal data in the user's requests must be cast. `undefined` leaves a known user unchanged. */
  readonly pii: boolean | undefined;
  /** Whether a new user is protected without `pii`. */
  readonly protectsNew: boolean;
}

export interface KeyOwner {
  readonly userId: string;
  readonly tenantId: string;
  readonly walletId: string;
  /** Whether personal data in the user's requests must be cast from now on. */
  readonly piiEnabled: boolean;
  /** Whether user and wallet were created for the key. */
  readonly newPrincipal: boolean;
  readonly newWallet: boolean;
}

/**
 * The user, tenant and wallet of a new key. A known user already has a tenant and a wallet; anything missing is created
 * and recorded, the wallet before the user. Refuses what contradicts the ledger.
 */
export async function keyOwner(ledger: OpenedLedger, options: OwnerOptions): Promise<KeyOwner> {
  const known = options.userId === undefined ? null : await recordedPrincipal(ledger.log, options.userId);
  const tenantId = await tenantOf(ledger, options, known);
  const walletId = options.walletId ?? known?.wallet_id ?? randomUUID();
  const newWallet = await openWallet(ledger, walletId, tenantId);
  const identities = { log: ledger.log, createId: randomUUID, actor: cliActor() };
  if (known !== null) {
    if (options.pii === false && known.pii_enabled) {
      const change = `waybill users change ${known.user_id} --pii-enabled false`;
      throw refused('user_protected', `user ${known.user_id} is protected: leave --no-pii out, or first run ${change}`);
    }
    if (options.pii === true && !known.pii_enabled) await changePrincipalPii(identities, known.user_id, true);
    const piiEnabled = options.pii === true || known.pii_enabled;
    return { userId: known.user_id, tenantId, walletId, piiEnabled, newPrincipal: false, newWallet };
  }
  const person = newPerson(options, tenantId, walletId);
  const refusal = await registerPrincipal(identities, person);
  if (refusal !== null)
    throw refused(refusal, `user ${person.user_id} was registered meanwhile: run the command again`);
  return { userId: person.user_id, tenantId, walletId, piiEnabled: person.pii_enabled, newPrincipal: true, newWallet };
}

async function tenantOf({ log }: OpenedLedger, options: OwnerOptions, known: Principal | null): Promise<string> {
  if (known !== null && options.tenantId !== undefined && options.tenantId !== known.tenant_id) {
    throw refused(
      'tenant_differs',
      `user ${known.user_id} belongs to tenant ${known.tenant_id}: leave --tenant-id out`,
    );
  }
  const ofWallet = options.walletId === undefined ? null : await tenantOfWallet(log, options.walletId);
  const tenantId = known?.tenant_id ?? options.tenantId ?? ofWallet ?? randomUUID();
  if (ofWallet !== null && ofWallet !== tenantId) {
    throw refused('tenant_differs', `wallet ${options.walletId} belongs to tenant ${ofWallet}: name another`);
  }
  return tenantId;
}

/** Returns whether the wallet had to be opened. */
async function openWallet({ wallets }: OpenedLedger, walletId: string, tenantId: string): Promise<boolean> {
  const answer = await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId, actor: cliActor() });
  return answer.accepted;
}

function newPerson(
  { userId = randomUUID(), pii, protectsNew }: OwnerOptions,
  tenantId: string,
  walletId: string,
): Principal {
  return {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    role: 'member',
    platform_role: null,
    pii_enabled: pii ?? protectsNew,
    reseller_id: null,
    group_ids: [],
  };
}
