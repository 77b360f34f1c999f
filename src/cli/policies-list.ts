import type { Command } from 'commander';
import { documented } from './arguments.ts';
import { printJson, printTable } from './output.ts';

export function policiesList(policies: Command): void {
  documented(
    policies
      .command('list')
      .description('list the policies of all scopes, one for each level that set one')
      .action(list),
    {
      example: 'waybill policies list',
      json: '{"policies":[{"scope_kind","scope_id","allowed_profiles","default_profile","pii_required","max_request_eur",\n   "allow_all_models","level","set_by"}]}; level: tenant, reseller or platform, that set it; set_by is absent where none was named',
    },
  );
}

async function list({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { policies } = await import('../../projections/policies.ts');
  const { policiesOf, shownPolicy } = await import('../domain/scopes/scope-policies.ts');
  const { eachDocument } = await import('../ledger/read-models/each-document.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const scopes = await withLedger([policies], async ({ readModels }) => [...eachDocument(readModels, policies)]);
  const all = scopes.flatMap(({ document }) => policiesOf(document)).map(shownPolicy);
  if (json) {
    printJson({ policies: all });
    return;
  }
  printTable(
    ['scope', 'id', 'level', 'max_request_eur', 'pii', 'default', 'set_by', 'profiles'],
    all.map((rules) => [
      rules.scope_kind,
      rules.scope_id,
      rules.level,
      rules.max_request_eur,
      rules.pii_required ? 'required' : '',
      rules.default_profile,
      rules.set_by ?? '–',
      rules.allow_all_models ? 'all' : rules.allowed_profiles.join(','),
    ]),
  );
}
