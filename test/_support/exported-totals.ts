import type { ExecutionContext } from 'ava';
import { waybillJson, type CommandEnvironment } from './waybill-command.ts';

const nano = (eur: unknown): bigint => BigInt(String(eur).replace('.', ''));

/** The balances of an exported ledger are the totals that its verification finds. `balances`: nano-euro by account. */
export async function assertExportedTotals(
  t: ExecutionContext,
  environment: CommandEnvironment,
  balances: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { totals } = (await waybillJson(t, environment, 'ledger', 'verify')) as { totals: Record<string, string> };
  const sumOf = (ending: string): bigint =>
    [...balances].reduce((sum, [account, each]) => (account.endsWith(ending) ? sum + each : sum), 0n);
  t.is(sumOf(':available'), -nano(totals['available_eur']));
  t.is(sumOf(':reserved'), -nano(totals['reserved_eur']));
  for (const account of ['revenue', 'granted', 'breakage']) {
    t.is(sumOf(`platform:${account}`), -nano(totals[`${account}_eur`]), account);
  }
  t.is(sumOf(':margin'), -nano(totals['margin_eur']));
  t.is(sumOf(''), 0n);
}
