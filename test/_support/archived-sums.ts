import type { EventLog } from '../../src/ports/event-log.ts';
import { logPages } from '../../src/ledger/log-pages.ts';
import { eurFromNano } from '../../src/domain/money.ts';

/** What the postings and charges of a log come to, from the texts of its events alone. */
export interface LedgerSums {
  /** What each account received less what it gave, euro, by its name in order. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly charged: string;
  readonly held: number;
  readonly events: number;
}

interface Said {
  readonly cost_eur?: string;
  readonly postings?: readonly {
    readonly debit_account: string;
    readonly credit_account: string;
    readonly amount_eur: string;
  }[];
}

const nano = (eur: string): bigint => BigInt(eur.replace('.', ''));

export async function ledgerSums(log: Pick<EventLog, 'readAll'>): Promise<LedgerSums> {
  const accounts = new Map<string, bigint>();
  let [charged, held, events] = [0n, 0, 0];
  for await (const page of logPages(log)) {
    for (const { data, type } of page) {
      events += 1;
      if (type === 'CreditReserved') held += 1;
      const { cost_eur: cost, postings = [] } = JSON.parse(data) as Said;
      if (cost !== undefined) charged += nano(cost);
      for (const { debit_account: debit, credit_account: credit, amount_eur: amount } of postings) {
        accounts.set(debit, (accounts.get(debit) ?? 0n) - nano(amount));
        accounts.set(credit, (accounts.get(credit) ?? 0n) + nano(amount));
      }
    }
  }
  const sorted = [...accounts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sums = Object.fromEntries(sorted.map(([name, sum]) => [name, eurFromNano(sum)]));
  return { accounts: sums, charged: eurFromNano(charged), held, events };
}
