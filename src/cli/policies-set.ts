import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { eurFromNano, type NanoEur } from '../domain/money.ts';
import type { ScopeKind } from '../domain/policy-events.ts';
import type { Policy } from '../domain/policy.ts';
import { isPiiEntity, piiEntities, piiGrades, type PiiRequirements } from '../personal-data/pii-kinds.ts';
import { amount, castingWords, documented, names, uuid } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { wrongUsage } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly scope: ScopeKind;
  readonly id?: string;
  readonly profiles?: readonly string[];
  readonly defaultProfile: string;
  readonly maxRequestEur: NanoEur;
  readonly piiRequired?: boolean;
  readonly piiGrades?: PiiRequirements;
  readonly allModels?: boolean;
  readonly json?: boolean;
}

/** From the widest to the narrowest. */
const scopes: readonly ScopeKind[] = ['platform', 'reseller', 'tenant', 'group', 'user'];

export function policiesSet(policies: Command): void {
  const command = policies
    .command('set')
    .description('replace the policy of a scope; a policy narrows what the scopes above it allow')
    .addOption(new Option('--scope <kind>', 'kind of the scope').choices(scopes).makeOptionMandatory())
    .option('--id <uuid>', 'id of the reseller, tenant, group or user; not for the platform', uuid)
    .option('--profiles <names>', 'allowed profiles, separated by commas', names)
    .option('--all-models', 'allow all profiles that the scopes above allow, now and later')
    .requiredOption('--default-profile <name>', 'profile of a request that names no model')
    .requiredOption('--max-request-eur <eur>', 'maximum cost of one request', amount)
    .option('--pii-required', `cast personal data in all requests below the scope: ${castingWords}`)
    .option('--pii-grades <kinds>', 'kinds that must be found, with the lowest grade, e.g. PERSON=B,IBAN=A', grades)
    .action(set);
  documented(command, {
    example:
      'waybill policies set --scope tenant --id 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11 --profiles light,average \\\n      --default-profile light --max-request-eur 0.50',
    json: '{"scope_kind","scope_id","allowed_profiles","default_profile","pii_required","max_request_eur","allow_all_models",\n   "pii_grades"}; pii_grades only if grades are required',
  });
}

async function set(options: Options): Promise<void> {
  const { setPolicy } = await import('../ledger/identities.ts');
  const { withLog } = await import('./open-ledger.ts');
  const rules = await policyOf(options);
  await withLog((log) => setPolicy({ log, mintId: randomUUID, actor: cliActor() }, rules));
  if (options.json === true) printJson(rules);
  else printLine(`set: policy of ${rules.scope_kind} ${rules.scope_id}`);
}

async function policyOf(options: Options): Promise<Policy> {
  const { profileNames } = await import('./profile-names.ts');
  const allModels = options.allModels ?? false;
  if (options.profiles === undefined && !allModels) throw wrongUsage('set --profiles or --all-models');
  const allowed = profileNames(options.profiles ?? [options.defaultProfile]);
  if (!allModels && !allowed.includes(options.defaultProfile)) {
    throw wrongUsage(`the default profile ${options.defaultProfile} is not among --profiles: add it`);
  }
  return {
    scope_kind: options.scope,
    scope_id: await scopeIdOf(options),
    allowed_profiles: allowed,
    default_profile: options.defaultProfile,
    pii_required: options.piiRequired ?? false,
    max_request_eur: eurFromNano(options.maxRequestEur),
    allow_all_models: allModels,
    ...(options.piiGrades !== undefined && { pii_grades: options.piiGrades }),
  };
}

async function scopeIdOf({ scope, id }: Options): Promise<string> {
  const { platformScopeId } = await import('../domain/policy-events.ts');
  if (scope !== 'platform') {
    if (id === undefined) throw wrongUsage(`--scope ${scope} needs --id, the id of the ${scope}`);
    return id;
  }
  if (id === undefined || id === platformScopeId) return platformScopeId;
  throw wrongUsage('the platform has no id: leave --id out');
}

function grades(argument: string): PiiRequirements {
  return Object.fromEntries(
    argument.split(',').map((part) => {
      const [entity = '', grade = ''] = part.trim().toUpperCase().split('=');
      if (isPiiEntity(entity) && piiGrades.some((each) => each === grade)) return [entity, grade];
      throw new InvalidArgumentError(`Write KIND=GRADE, with ${piiGrades.join(', ')} and ${piiEntities.join(', ')}.`);
    }),
  );
}
