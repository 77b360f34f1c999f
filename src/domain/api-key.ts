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
}

export type ApiKeyCommand =
  | { readonly type: 'create_api_key'; readonly key: Omit<ApiKey, 'revoked'> }
  | { readonly type: 'revoke_api_key'; readonly reason: string };

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
      return accept({ type: 'ApiKeyCreated', data: { ...key, allowed_profiles: [...allowed_profiles] } });
    }
    case 'revoke_api_key':
      if (state === null) return refuse('api_key_not_created');
      if (state.revoked) return refuse('api_key_already_revoked');
      return accept({ type: 'ApiKeyRevoked', data: { key_id: state.key_id, reason: command.reason } });
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveApiKey(state: ApiKey | null, event: ApiKeyEvent): ApiKey | null {
  switch (event.type) {
    case 'ApiKeyCreated':
      return { ...event.data, revoked: false };
    case 'ApiKeyRevoked':
      return state === null ? null : { ...state, revoked: true };
  }
}

/** Why a key that exists may not be used at `now` (milliseconds since the epoch); `null` when it may. */
export function refusalOfKey(key: ApiKey, now: number): 'api_key_revoked' | 'api_key_expired' | null {
  if (key.revoked) return 'api_key_revoked';
  // Stated so that a time nobody can read has passed.
  if (key.expires_at !== null && !(now < Date.parse(key.expires_at))) return 'api_key_expired';
  return null;
}
