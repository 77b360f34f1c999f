import type { Command } from 'commander';
import type { KeyUse } from '../../projections/usage.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { documented } from './arguments.ts';
import { listPage, nextMember, pagedList, printNext, type PageOptions } from './list-page.ts';
import { printJson, printTable } from './output.ts';

interface Options extends PageOptions {
  readonly tenant?: string;
  readonly user?: string;
  readonly json?: boolean;
}

export function keysList(keys: Command): void {
  const command = pagedList(keys.command('list').description('list API keys, without their secrets'))
    .option('--tenant <uuid>', 'only keys of this tenant')
    .option('--user <uuid>', 'only keys of this user')
    .action(list);
  documented(command, {
    example: 'waybill keys list --tenant 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11',
    json: '{"keys":[{"key_id","key_prefix","name","user_id","tenant_id","wallet_id","allowed_profiles","allow_all_models",\n   "max_request_eur","budget_eur","expires_at","revoked","created_by","revoked_by",\n   "last_used_on"}]}; last_used_on: the day, UTC, on which a request with it has last ended, or null; with --limit also "next": the id to go on after, or null; actors are absent where none was named',
  });
}

async function list({ tenant, user, json = false, ...page }: Options): Promise<void> {
  const { apiKeys } = await import('../../projections/api-keys.ts');
  const { keyUseKey, usage } = await import('../../projections/usage.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const isWanted = (key: ApiKey): boolean =>
    (tenant === undefined || key.tenant_id === tenant) && (user === undefined || key.user_id === user);
  const list = { projection: apiKeys, keyOf: (key: ApiKey): string => key.key_id };
  const { wanted, next } = await withLedger([apiKeys, usage], async ({ readModels }) => {
    const { documents, next } = listPage(readModels, list, page, isWanted);
    const useOf = (key: ApiKey) => readModels.get(usage, keyUseKey(key.wallet_id, key.key_id)) as KeyUse | null;
    return { wanted: documents.map((key) => ({ ...key, last_used_on: useOf(key)?.last_used_on ?? null })), next };
  });
  if (json) {
    printJson({ keys: wanted.map(shown), ...nextMember(page, next) });
    return;
  }
  printTable(
    ['key_id', 'prefix', 'wallet_id', 'state', 'last_used_on', 'created_by', 'name'],
    wanted.map((key) => [
      key.key_id,
      key.key_prefix,
      key.wallet_id,
      key.revoked ? 'revoked' : key.expires_at === null ? 'valid' : `valid until ${key.expires_at}`,
      key.last_used_on ?? '–',
      key.created_by ?? '–',
      key.name,
    ]),
  );
  printNext(next);
}

interface KeyUseMember {
  /** ISO 8601; `null`: it was never used. */
  readonly last_used_on: string | null;
}

/** Leaves the hash of the secret out. */
function shown(key: ApiKey & KeyUseMember): object {
  const { key_hash: _, cut_off_rotation_id: _cutOff, ...facts } = key;
  return facts;
}
