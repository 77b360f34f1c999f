import { randomBytes, randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { commandParts } from '../composition/command-parts.ts';
import { profilesNamedIn } from '../domain/budgets/budget.ts';
import { eurFromNano, type NanoEur } from '../domain/money.ts';
import type { NewApiKey } from '../ledger/identities.ts';
import { amount, castingWords, days, documented, keyName, names, uuid } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { refused, wrongUsage } from './cli-error.ts';
import type { KeyOwner } from './key-owner.ts';
import { note, printFields, printJson } from './output.ts';

const msPerDay = 86_400_000;

interface Options {
  readonly id?: string;
  readonly name: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly walletId?: string;
  readonly allowedProfiles?: readonly string[];
  readonly allowAllModels?: boolean;
  readonly maxRequestEur?: NanoEur;
  readonly budgetEur?: NanoEur;
  readonly budgets?: string;
  readonly expiresInDays?: number;
  readonly administers?: boolean;
  readonly inference?: boolean;
  readonly pii?: boolean;
  readonly json?: boolean;
}

export function keysCreate(keys: Command): void {
  const command = keys
    .command('create')
    .description('create an API key; its secret is shown only once')
    .requiredOption('--name <text>', 'display name of the key', keyName)
    .option('--id <uuid>', 'id of the key (default: generated)', uuid)
    .option('--user-id <uuid>', 'owner of the key; a known user has a tenant and a wallet (default: a new user)', uuid)
    .option('--tenant-id <uuid>', "tenant of the new user (default: the wallet's tenant, or a new one)", uuid)
    .option('--wallet-id <uuid>', "wallet that pays for the key (default: the user's, or a new one)", uuid)
    .option(
      '--allowed-profiles <names>',
      'allowed profiles, separated by commas (default: the public ones of the configuration)',
      names,
    )
    .option('--allow-all-models', 'allow all profiles that the policies above allow, now and later')
    .option('--max-request-eur <eur>', 'maximum cost of one request', amount)
    .option('--budget-eur <eur>', 'maximum cost of all requests together', amount)
    .option(
      '--budgets <json>',
      'maximum cost per day, week, month or in total: a JSON array of {amount_eur, per, zone, profiles}',
    )
    .option('--expires-in-days <days>', '1 to 365 (default: never)', days)
    .option('--administers', 'it may call the management API, with the roles of the user')
    .option('--inference', 'with --administers: it may call models too')
    .option(
      '--pii',
      `cast personal data in all requests of the user: ${castingWords} (default: a new user is protected where personal_data is configured)`,
    )
    .option('--no-pii', 'leave a new user unprotected')
    .action(create);
  documented(command, {
    example: 'waybill keys create --name laptop --allowed-profiles light,average --budget-eur 20 --expires-in-days 90',
    json: '{"api_key","key_id","key_prefix","name","user_id","tenant_id","wallet_id","allowed_profiles","allow_all_models",\n   "max_request_eur","budget_eur","budgets","expires_at","new_user":true|false,"new_wallet":true|false,"pii_enabled":true|false}',
  });
}

async function create(options: Options): Promise<void> {
  const { withLedger } = await import('./open-ledger.ts');
  const { profileNames, protectsPeople, publicProfilesOfConfiguration } = await import('./profile-names.ts');
  const { keyOwner } = await import('./key-owner.ts');
  const { recordApiKey } = await import('../ledger/identities.ts');
  // The keys that such a key makes get profiles of its own.
  const callsNone = options.administers === true && options.inference !== true;
  const profiles = options.allowedProfiles ?? (options.allowAllModels === true ? [] : undefined);
  const allowedProfiles =
    profiles === undefined ? publicProfilesOfConfiguration('--allowed-profiles') : profileNames(profiles);
  if (profiles === undefined && allowedProfiles.length === 0 && !callsNone) {
    throw wrongUsage(
      'no profile of the configuration is public: name profiles with --allowed-profiles, or make some public',
    );
  }
  const budgets = await budgetsOf(options);
  profileNames(profilesNamedIn(budgets.budgets ?? []));
  await withLedger([], async (ledger, directory) => {
    const keyHasher = await commandParts.keyHasher(ledger, directory);
    const owner = await keyOwner(ledger, {
      userId: options.userId,
      tenantId: options.tenantId,
      walletId: options.walletId,
      pii: options.pii,
      protectsNew: protectsPeople(),
    });
    const key = { ...(await newKey(options, owner, allowedProfiles)), ...budgets };
    const refusal = await recordApiKey({ log: ledger.log, createId: randomUUID, actor: cliActor(), keyHasher }, key);
    if (refusal !== null) throw refused('already_exists', `another key has the id ${key.keyId}`);
    await printCreated(key, owner, options.json ?? false);
  });
}

/** One over all time is the budget of `--budget-eur`. */
async function budgetsOf({ budgets = '[]', budgetEur }: Options): Promise<Pick<NewApiKey, 'budgets' | 'budgetEur'>> {
  const { budgetsInput, keyBudgets } = await import('../admin/budgets/new-budgets.ts');
  const { nanoFromEur } = await import('../domain/money.ts');
  const { textAsValue } = await import('../admin/text-as-value.ts');
  const asked = budgetsInput.safeParse(textAsValue(budgetsInput, budgets));
  if (!asked.success) throw wrongUsage(`--budgets: ${asked.error.issues[0]?.message ?? 'is no JSON array of budgets'}`);
  try {
    const budget_eur = budgetEur === undefined ? undefined : eurFromNano(budgetEur);
    const found = keyBudgets({ budgets: asked.data, budget_eur }, randomUUID);
    const { budget_eur: ofLife = null } = found;
    return { budgets: found.budgets, budgetEur: ofLife === null ? null : nanoFromEur(ofLife) };
  } catch (error) {
    throw wrongUsage(`--budgets: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function newKey(options: Options, owner: KeyOwner, allowedProfiles: readonly string[]): Promise<NewApiKey> {
  const { apiKeySecret } = await import('../domain/api-key-secret.ts');
  const { expiresInDays } = options;
  return {
    keyId: options.id ?? randomUUID(),
    secret: apiKeySecret(randomBytes(32)),
    name: options.name,
    userId: owner.userId,
    tenantId: owner.tenantId,
    walletId: owner.walletId,
    allowedProfiles,
    allowAllModels: options.allowAllModels ?? false,
    maxRequestEur: options.maxRequestEur ?? null,
    budgetEur: options.budgetEur ?? null,
    expiresAt: expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * msPerDay).toISOString(),
    ...(options.administers === true && { administers: true, inference: options.inference ?? false }),
  };
}

async function printCreated(key: NewApiKey, owner: KeyOwner, json: boolean): Promise<void> {
  const { shownPrefix } = await import('../domain/api-key-secret.ts');
  const facts = {
    api_key: key.secret,
    key_id: key.keyId,
    key_prefix: shownPrefix(key.secret),
    name: key.name,
    user_id: key.userId,
    tenant_id: key.tenantId,
    wallet_id: key.walletId,
    allowed_profiles: key.allowedProfiles,
    allow_all_models: key.allowAllModels,
    max_request_eur: inEur(key.maxRequestEur),
    budget_eur: inEur(key.budgetEur),
    budgets: key.budgets ?? [],
    expires_at: key.expiresAt,
    new_user: owner.newPrincipal,
    new_wallet: owner.newWallet,
    pii_enabled: owner.piiEnabled,
  };
  if (json) {
    printJson(facts);
    return;
  }
  printFields({
    api_key: facts.api_key,
    key_id: facts.key_id,
    user_id: facts.user_id,
    tenant_id: facts.tenant_id,
    wallet_id: facts.wallet_id,
    profiles: key.allowAllModels ? 'all that the policies above allow' : key.allowedProfiles.join(', '),
    expires_at: facts.expires_at ?? 'never',
    'personal data': owner.piiEnabled ? 'protected' : 'not protected (--pii protects it)',
  });
  note('The secret is shown only once: save it now.');
  if (owner.newWallet) note(`The wallet is new and empty. Credit it: waybill wallets credit ${owner.walletId} 10`);
}

function inEur(nano: NanoEur | null): string | null {
  return nano === null ? null : eurFromNano(nano);
}
