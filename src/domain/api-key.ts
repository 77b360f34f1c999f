import { actorMember } from './actor.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { ApiKeyEvent } from './api-key-events.ts';

/** A personal API key as its events tell it. Plain JSON: it is also the document of the key directory. */
export interface ApiKey {
  readonly key_id: string;
  readonly name: string;
  readonly key_hash: string;
  readonly key_prefix: string;
  readonly user_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly allowed_profiles: readonly string[];
  readonly allow_all_models: boolean;
  readonly max_request_eur: string | null;
  readonly budget_eur: string | null;
  readonly expires_at: string | null;
  readonly revoked: boolean;
  /** Actors, where they are known: see `actor.ts`. */
  readonly created_by?: string;
  readonly revoked_by?: string;
}

/** A key as it is asked for. */
export type NewKey = Omit<ApiKey, 'revoked' | 'created_by' | 'revoked_by'>;

export type ApiKeyCommand =
  | { readonly type: 'create_api_key'; readonly key: NewKey; readonly actor?: string }
  | { readonly type: 'revoke_api_key'; readonly reason: string; readonly actor?: string };

export type ApiKeyRefusal = 'api_key_already_created' | 'api_key_not_created' | 'api_key_already_revoked';

export const apiKey: Decider<ApiKey | null, ApiKeyCommand, ApiKeyEvent, ApiKeyRefusal> = {
  initialState: null,
  evolve: evolveApiKey,
  decide,
};

function decide(command: ApiKeyCommand, state: ApiKey | null): Decision<ApiKeyEvent, ApiKeyRefusal> {
  switch (command.type) {
    case 'create_api_key': {
      if (state !== null) return refuse('api_key_already_created');
      const { allowed_profiles, ...key } = command.key;
      const data = { ...key, allowed_profiles: [...allowed_profiles], ...actorMember(command.actor) };
      return accept({ type: 'ApiKeyCreated', data });
    }
    case 'revoke_api_key': {
      if (state === null) return refuse('api_key_not_created');
      if (state.revoked) return refuse('api_key_already_revoked');
      const data = { key_id: state.key_id, reason: command.reason, ...actorMember(command.actor) };
      return accept({ type: 'ApiKeyRevoked', data });
    }
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveApiKey(state: ApiKey | null, event: ApiKeyEvent): ApiKey | null {
  switch (event.type) {
    case 'ApiKeyCreated': {
      const { actor, ...key } = event.data;
      return { ...key, revoked: false, ...(actor === undefined ? {} : { created_by: actor }) };
    }
    case 'ApiKeyRevoked': {
      const { actor } = event.data;
      return state === null ? null : { ...state, revoked: true, ...(actor === undefined ? {} : { revoked_by: actor }) };
    }
  }
}

/** Why a key that exists may not be used at `now` (milliseconds since the epoch); `null` when it may. */
export function refusalOfKey(key: ApiKey, now: number): 'api_key_revoked' | 'api_key_expired' | null {
  if (key.revoked) return 'api_key_revoked';
  // Stated so that a time nobody can read has passed.
  if (key.expires_at !== null && !(now < Date.parse(key.expires_at))) return 'api_key_expired';
  return null;
}
