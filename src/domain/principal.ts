import { actorMember } from './actor.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { PrincipalEvent } from './principal-events.ts';

/** The person behind a key (specification §2.3), with the scopes whose policies apply. Plain JSON: a directory document. */
export interface Principal {
  readonly user_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly role: string;
  readonly platform_role: 'operator' | 'finance' | 'auditor' | null;
  readonly pii_enabled: boolean;
  readonly reseller_id: string | null;
  readonly group_ids: readonly string[];
}

export type PrincipalCommand =
  | { readonly type: 'register_principal'; readonly principal: Principal; readonly actor?: string }
  | { readonly type: 'change_principal_pii'; readonly piiEnabled: boolean; readonly actor?: string };

export type PrincipalRefusal = 'principal_already_registered' | 'principal_not_registered';

export const principal: Decider<Principal | null, PrincipalCommand, PrincipalEvent, PrincipalRefusal> = {
  initialState: null,
  evolve: evolvePrincipal,
  decide,
};

function decide(command: PrincipalCommand, state: Principal | null): Decision<PrincipalEvent, PrincipalRefusal> {
  switch (command.type) {
    case 'register_principal': {
      if (state !== null) return refuse('principal_already_registered');
      const { group_ids, ...person } = command.principal;
      const data = { ...person, group_ids: [...group_ids], ...actorMember(command.actor) };
      return accept({ type: 'PrincipalRegistered', data });
    }
    case 'change_principal_pii': {
      if (state === null) return refuse('principal_not_registered');
      if (state.pii_enabled === command.piiEnabled) return accept();
      return accept({
        type: 'PrincipalPiiChanged',
        data: { user_id: state.user_id, pii_enabled: command.piiEnabled, ...actorMember(command.actor) },
      });
    }
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolvePrincipal(state: Principal | null, event: PrincipalEvent): Principal | null {
  switch (event.type) {
    case 'PrincipalRegistered': {
      const { actor: _, ...person } = event.data;
      return person;
    }
    case 'PrincipalPiiChanged':
      return state === null ? null : { ...state, pii_enabled: event.data.pii_enabled };
  }
}
