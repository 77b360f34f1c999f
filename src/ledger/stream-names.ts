import { scopeKey, type ScopeKind } from '../domain/policy-events.ts';

/** The names of the ledger's streams: `<category>-<id>`. Nothing else in the code spells one. */
export const walletPrefix = 'wallet-';
export const apiKeyPrefix = 'api-key-';
export const principalPrefix = 'principal-';
export const policyPrefix = 'policy-';

export const walletStream = (walletId: string): string => walletPrefix + walletId;
export const apiKeyStream = (keyId: string): string => apiKeyPrefix + keyId;
export const principalStream = (userId: string): string => principalPrefix + userId;
export const policyStream = (kind: ScopeKind, scopeId: string): string => policyPrefix + scopeKey(kind, scopeId);

/** The wallet whose stream this is. */
export const walletIdOf = (stream: string): string => stream.slice(walletPrefix.length);
