import type { LogInRefusal, LogIns, Passkey } from '../../domain/log-ins/log-ins.ts';
import { accountKey, ownedIds } from '../../../projections/owned-ids.ts';
import { rolesOf } from '../../domain/scopes/permissions.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Principal } from '../../domain/principal.ts';
import { changeLogIns, recordedLogIns } from '../../ledger/administration/recorded-log-ins.ts';
import type { Directory } from '../../ports/directory.ts';
import type { AdminDeps } from '../operation.ts';

export interface PeopleLogInsDeps {
  readonly admin: Pick<AdminDeps, 'log' | 'createId' | 'now' | 'readModels' | 'catchUp'>;
  readonly directory: Pick<Directory, 'findPerson'>;
}

/** A person who may log in without a key, and how. */
export interface LoggingIn {
  readonly entry: DirectoryEntry;
  readonly logIns: LogIns;
}

/** People who log in to the console without a key. All raise what the log and its read models raise. */
export class PeopleLogIns {
  readonly #deps: PeopleLogInsDeps;

  constructor(deps: PeopleLogInsDeps) {
    this.#deps = deps;
  }

  /** Whether somebody is registered under the id, whatever their status. */
  async isRegistered(userId: string): Promise<boolean> {
    return (await recordedLogIns(this.#deps.admin.log, userId)) !== null;
  }

  /** `null`: nobody is registered under the id, or the person or a scope above is suspended or closed. */
  async find(userId: string): Promise<LoggingIn | null> {
    const { directory, admin } = this.#deps;
    const entry = await directory.findPerson(userId);
    if (entry === null || entry.shutOut !== undefined) return null;
    const logIns = await recordedLogIns(admin.log, userId);
    return logIns === null ? null : { entry, logIns };
  }

  /** Sets a passkey by an invitation, which ends with it. Returns the refusal, or `null`. */
  async setPasskey(person: Principal, invitationHash: string, passkey: Passkey): Promise<LogInRefusal | null> {
    const { admin } = this.#deps;
    const at = new Date(admin.now()).toISOString();
    const asked = { userId: person.user_id, invitationHash, passkey, at };
    const answer = await changeLogIns({ ...admin, actor: actorOf(person) }, { type: 'set_passkey', ...asked });
    return answer.accepted ? null : answer.refusal;
  }

  /** Who logs in with an account at an issuer: whoever is registered under its id, else to whom it was joined; `null`: nobody. */
  async personOf(accountId: string): Promise<string | null> {
    if (await this.isRegistered(accountId)) return accountId;
    const { admin } = this.#deps;
    await admin.catchUp([ownedIds]);
    const userId = admin.readModels.get(ownedIds, accountKey(accountId))?.id ?? null;
    const logIns = userId === null ? null : await recordedLogIns(admin.log, userId);
    return logIns?.accounts.includes(accountId) === true ? userId : null;
  }

  /** Joins an account at an issuer to a person by an invitation, which ends with it. Returns the refusal, or `null`. */
  async joinAccount(person: Principal, invitationHash: string, accountId: string): Promise<LogInRefusal | null> {
    const { admin } = this.#deps;
    const at = new Date(admin.now()).toISOString();
    const asked = { userId: person.user_id, invitationHash, accountId, at };
    const answer = await changeLogIns({ ...admin, actor: actorOf(person) }, { type: 'join_account', ...asked });
    return answer.accepted ? null : answer.refusal;
  }

  /** Removes a passkey of a person at their own wish; nothing, if there is none. */
  async removePasskey(userId: string, passkeyId: string, actor: string): Promise<void> {
    await changeLogIns({ ...this.#deps.admin, actor }, { type: 'remove_passkey', userId, passkeyId });
  }
}

/** A person who sets up how they log in. */
function actorOf(person: Principal): string {
  return `console:user=${person.user_id} role=${rolesOf(person)[0] ?? 'member'}`;
}
