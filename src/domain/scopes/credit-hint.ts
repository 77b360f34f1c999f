import type { DirectoryEntry } from './directory-entry.ts';

/** Where callers get credit, in the operator's words: for all, and for those of single resellers and tenants, by id. */
export interface CreditHints {
  readonly text?: string | undefined;
  readonly resellers: Readonly<Record<string, string>>;
  readonly tenants: Readonly<Record<string, string>>;
}

/** The narrowest hint for a caller; `null`: there is none. */
export function creditHintFor(
  { principal, resellerId }: Pick<DirectoryEntry, 'principal' | 'resellerId'>,
  { text, resellers, tenants }: CreditHints,
): string | null {
  return tenants[principal.tenant_id] ?? resellers[resellerId ?? ''] ?? text ?? null;
}
