import type { Command } from 'commander';
import { documented } from './arguments.ts';
import { printJson, printTable } from './output.ts';

export function tenantsMeasure(tenants: Command): void {
  documented(
    tenants
      .command('measure')
      .description('count the wallets and the stored bytes of each tenant that has a wallet')
      .action(measure),
    {
      example: 'waybill tenants measure',
      json: '{"tenants":[{"tenant_id","wallets","kept_bytes"}]}',
    },
  );
}

interface TenantRow {
  readonly tenant_id: string;
  readonly wallets: number;
  /** Bytes that count against `limits.tenant.kept_bytes_max`. */
  readonly kept_bytes: number;
}

async function measure({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { walletBalances } = await import('../../projections/wallet-balances.ts');
  const { bytesKeptBy, keptProjections } = await import('../../projections/kept-bytes.ts');
  const { eachDocument } = await import('../ledger/read-models/each-document.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const tenants = await withLedger(
    [walletBalances, ...keptProjections],
    async ({ readModels }): Promise<readonly TenantRow[]> => {
      const wallets = new Map<string, number>();
      for (const { document } of eachDocument(readModels, walletBalances)) {
        const { tenant_id } = document;
        if (tenant_id !== null) wallets.set(tenant_id, (wallets.get(tenant_id) ?? 0) + 1);
      }
      return [...wallets].map(([tenant_id, count]) => ({
        tenant_id,
        wallets: count,
        kept_bytes: bytesKeptBy(tenant_id, readModels, Date.now()),
      }));
    },
  );
  if (json) return printJson({ tenants });
  printTable(
    ['tenant_id', 'wallets', 'kept_bytes'],
    tenants.map(({ tenant_id, wallets, kept_bytes }) => [tenant_id, String(wallets), String(kept_bytes)]),
  );
}
