import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { PrincipalEvent } from '../principal-events.ts';
import type { LogInEvent } from './log-in-events.ts';

/** A link that was made for a person. */
export interface Invitation {
  readonly invitation_id: string;
  readonly invitation_hash: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** A passkey of a person: what verifies it, and nothing that opens anything. */
export interface Passkey {
  readonly passkey_id: string;
  readonly credential_hash: string;
  readonly public_key: string;
  readonly sign_count: number;
}

/** How a person logs in to the console without a key. */
export interface LogIns {
  /** The last one, if it was not used; it may have expired. */
  readonly invitation: Invitation | null;
  readonly passkeys: readonly Passkey[];
  /** Ids of accounts at issuers that were joined to the person. */
  readonly accounts: readonly string[];
}

/** Somebody who was just registered. */
export const noLogIns: LogIns = { invitation: null, passkeys: [], accounts: [] };

/** Most passkeys of a person, and most accounts. */
const [passkeysMax, accountsMax] = [20, 20];

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for how a person logs in. */
export type LogInCommand =
  | (Administered & {
      readonly type: 'invite_principal';
      readonly userId: string;
      readonly invitation: Invitation;
      readonly replaces: boolean;
    })
  | (Administered & {
      readonly type: 'set_passkey';
      readonly userId: string;
      readonly invitationHash: string;
      readonly passkey: Passkey;
      /** ISO 8601. */
      readonly at: string;
    })
  | (Administered & { readonly type: 'remove_passkey'; readonly userId: string; readonly passkeyId: string })
  | (Administered & {
      readonly type: 'join_account';
      readonly userId: string;
      readonly invitationHash: string;
      readonly accountId: string;
      /** ISO 8601. */
      readonly at: string;
    });

/** The rules that can be broken, in the order in which they are checked. */
export const logInRefusals = [
  'principal_not_registered',
  'invitation_not_open',
  'principal_has_too_many_passkeys',
  'principal_has_too_many_accounts',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type LogInRefusal = (typeof logInRefusals)[number];

/**
 * How a person logs in, folded from their stream beside the person themself. An invitation is used once, whoever uses it
 * first. `null`: nobody is registered.
 */
export const logIns: Decider<LogIns | null, LogInCommand, PrincipalEvent, LogInRefusal> = {
  initialState: null,
  evolve: evolveLogIns,
  decide,
};

function decide(command: LogInCommand, state: LogIns | null): Decision<LogInEvent, LogInRefusal> {
  if (state === null) return refuse('principal_not_registered');
  const data = { user_id: command.userId, ...actorMember(command.actor) };
  switch (command.type) {
    case 'invite_principal': {
      const { invitation, replaces } = command;
      if (state.invitation?.invitation_id === invitation.invitation_id) return accept();
      const ended = replaces ? { replaces } : {};
      return accept({ type: 'PrincipalInvited', data: { ...data, ...invitation, ...ended } });
    }
    case 'set_passkey': {
      const { invitationHash, passkey, at } = command;
      if (state.invitation === null || !isOpen(state.invitation, invitationHash, at))
        return refuse('invitation_not_open');
      if (state.passkeys.length >= passkeysMax) return refuse('principal_has_too_many_passkeys');
      const { invitation_id } = state.invitation;
      return accept({ type: 'PrincipalPasskeySet', data: { ...data, ...passkey, invitation_id } });
    }
    case 'remove_passkey': {
      const { passkeyId: passkey_id } = command;
      if (!state.passkeys.some((each) => each.passkey_id === passkey_id)) return accept();
      return accept({ type: 'PrincipalPasskeyRemoved', data: { ...data, passkey_id } });
    }
    case 'join_account': {
      const { invitationHash, accountId: account_id, at } = command;
      if (state.accounts.includes(account_id)) return accept();
      if (state.invitation === null || !isOpen(state.invitation, invitationHash, at))
        return refuse('invitation_not_open');
      if (state.accounts.length >= accountsMax) return refuse('principal_has_too_many_accounts');
      const { invitation_id } = state.invitation;
      return accept({ type: 'PrincipalAccountJoined', data: { ...data, account_id, invitation_id } });
    }
  }
}

/** Whether the secret with this hash may still be used, at a time in ISO 8601. */
export function isOpen({ invitation_hash, expires_at }: Invitation, hash: string, at: string): boolean {
  return invitation_hash === hash && Date.parse(at) < Date.parse(expires_at);
}

/** One step of the fold. Pure; never rejects a recorded event. */
function evolveLogIns(state: LogIns | null, event: PrincipalEvent): LogIns | null {
  if (event.type === 'PrincipalRegistered') return noLogIns;
  if (state === null) return null;
  switch (event.type) {
    case 'PrincipalInvited': {
      const { invitation_id, invitation_hash, expires_at, replaces } = event.data;
      const kept = replaces === true ? noLogIns : state;
      return { ...kept, invitation: { invitation_id, invitation_hash, expires_at } };
    }
    case 'PrincipalPasskeySet': {
      const { passkey_id, credential_hash, public_key, sign_count } = event.data;
      const set = { passkey_id, credential_hash, public_key, sign_count };
      // The device has replaced the passkey that it had under the same id.
      const others = state.passkeys.filter((each) => each.credential_hash !== credential_hash);
      return { ...state, invitation: null, passkeys: [...others, set] };
    }
    case 'PrincipalPasskeyRemoved': {
      const { passkey_id } = event.data;
      return { ...state, passkeys: state.passkeys.filter((each) => each.passkey_id !== passkey_id) };
    }
    case 'PrincipalAccountJoined':
      return { ...state, invitation: null, accounts: [...state.accounts, event.data.account_id] };
    case 'PrincipalClosed':
      return noLogIns;
    case 'PrincipalChanged':
    case 'PrincipalPiiChanged':
    case 'PlatformRoleGranted':
    case 'PrincipalLimitsSet':
    case 'PrincipalBudgetsSet':
    case 'PrincipalBudgetRaised':
    case 'PrincipalJoinedGroup':
    case 'PrincipalLeftGroup':
    case 'PrincipalSuspended':
    case 'PrincipalResumed':
      return state;
  }
}
