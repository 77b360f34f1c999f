import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { secretPrefix, shownPrefix } from '../domain/api-key-secret.ts';
import { documented, reason } from './arguments.ts';
import type { ApiKeyRefusal } from '../domain/api-key.ts';
import { cliActor } from './cli-actor.ts';
import { refused, type CliError } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly reason: string;
  readonly json?: boolean;
}

const refusals = {
  api_key_not_created: 'the key does not exist: waybill keys list shows all keys',
  api_key_already_created: 'the key exists already',
  api_key_not_narrower: 'the key is already narrower',
  api_key_already_revoked: 'the key is already revoked',
} as const satisfies Partial<Record<ApiKeyRefusal, string>>;
type RevocationRefusal = keyof typeof refusals;

export function keysRevoke(keys: Command): void {
  const command = keys
    .command('revoke')
    .description('revoke an API key; running requests finish')
    .argument('<key_id>', 'id of the key, not its secret')
    .option('--reason <text>', 'recorded with the revocation', reason, 'operator')
    .action(revoke);
  documented(command, {
    example: 'waybill keys revoke 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11 --reason "laptop lost"',
    json: '{"key_id","revoked":true}',
  });
}

async function revoke(keyId: string, options: Options): Promise<void> {
  if (keyId.startsWith(secretPrefix)) throw secretGiven(keyId);
  const { revokeApiKey } = await import('../ledger/identities.ts');
  const { withLog } = await import('./open-ledger.ts');
  await withLog(async (log) => {
    const refusal = await revokeApiKey({ log, createId: randomUUID, actor: cliActor() }, keyId, options.reason);
    if (refusal !== null) throw refused(refusal, `${keyId}: ${refusals[refusal as RevocationRefusal]}`);
  });
  if (options.json === true) printJson({ key_id: keyId, revoked: true });
  else printLine(`revoked: ${keyId}`);
}

/** A leaked secret in the place of the id. The message does not repeat it, because the output of commands is often kept. */
function secretGiven(secret: string): CliError {
  const find = `waybill keys list --key-prefix ${shownPrefix(secret)}`;
  return refused('api_key_not_created', `this is a secret, not an id: ${find} shows the id of the key`);
}
