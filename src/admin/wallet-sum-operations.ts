import { z } from 'zod';
import { tenantWallets } from '../../projections/tenant-wallets.ts';
import { walletBalances, type WalletBalance } from '../../projections/wallet-balances.ts';
import { eurFromNano, nanoFromSum, type NanoEur } from '../domain/money.ts';
import { nextLoopTurn } from '../ports/done-in-turns.ts';
import { notFound } from './administrator.ts';
import { uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { amountOutput, countOutput, idOutput, type Shown } from './outputs.ts';
import { placeOfTenant } from './reads-within.ts';

const lowestOutput = z
  .strictObject({
    wallet_id: idOutput,
    tenant_id: idOutput.nullable(),
    available_eur: amountOutput,
    posted_eur: amountOutput,
  })
  .meta({ id: 'LowestWallet' });

const amounts = ['posted_eur', 'reserved_eur', 'granted_eur', 'credited_eur', 'debited_eur', 'settled_eur'] as const;

/** What wallets have together. */
export const walletSumsOutput = z
  .strictObject({
    object: z.literal('wallet_sums'),
    wallets: countOutput,
    posted_eur: amountOutput,
    reserved_eur: amountOutput.describe('What running requests hold.'),
    granted_eur: amountOutput,
    credited_eur: amountOutput,
    debited_eur: amountOutput,
    settled_eur: amountOutput.describe('What requests cost.'),
    open_reservations: countOutput,
    flagged_reservations: countOutput.describe('Those whose outcome is unknown.'),
    restricted_wallets: countOutput,
    lowest: z.array(lowestOutput).describe('The wallets with the least available credit, of those that had any.'),
    whole: z.boolean().describe('`false`: there are more wallets than are summed in one call.'),
  })
  .meta({ id: 'WalletSums', description: 'What wallets have together.' });

/** Wallets that are summed, and those between two turns of the event loop. */
const [walletsMax, walletsAtOnce] = [20_000, 250];
const lowestShown = 5;

const measureWallets = adminOperation({
  id: 'measureWallets',
  method: 'get',
  path: '/wallet-sums',
  command: 'wallets measure',
  summary: 'Sum the wallets of a tenant, or of all: what they have, what is held, and which have least.',
  action: 'wallets.read',
  input: z.strictObject({
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller; for the platform, all tenants.'),
  }),
  output: walletSumsOutput,
  run: async ({ tenant_id }, request) => {
    const { administrator, deps } = request;
    const reach = administrator.reach('wallets.read');
    const { person } = administrator;
    const tenantId = tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
    await deps.catchUp([walletBalances, tenantWallets]);
    if (reach === 'own') {
      if (person === null || tenantId !== person.tenant_id) throw notFound('tenant');
      const own = deps.readModels.get(walletBalances, person.wallet_id);
      return new SumsInMaking().add([own?.tenant_id === tenantId ? own : null]).shown(true);
    }
    if (tenantId === null) return await sumInTurns((after) => balancesOfAll(request, after));
    administrator.assertMay('wallets.read', await placeOfTenant(request, tenantId), 'tenant');
    return await sumInTurns((after) => balancesOf(request, `${tenantId}/`, after));
  },
});

/** Operations that sum wallets. */
export const walletSumOperations: readonly AdminOperation[] = [measureWallets];

interface Batch {
  readonly balances: readonly (WalletBalance | null)[];
  /** The last key; `null`: these are the last ones. */
  readonly last: string | null;
}

function balancesOfAll({ deps: { readModels } }: AdminRequest, afterKey: string): Batch {
  const found = readModels.list(walletBalances, { afterKey, limit: walletsAtOnce });
  const last = found.length < walletsAtOnce ? null : (found.at(-1)?.key ?? null);
  return { balances: found.map(({ document }) => document), last };
}

function balancesOf({ deps: { readModels } }: AdminRequest, prefix: string, after: string): Batch {
  const listed = readModels.list(tenantWallets, { afterKey: after === '' ? prefix : after, limit: walletsAtOnce });
  const own = listed.filter(({ key }) => key.startsWith(prefix));
  const last = own.length < walletsAtOnce ? null : (own.at(-1)?.key ?? null);
  return { balances: own.map(({ document }) => readModels.get(walletBalances, document.id)), last };
}

async function sumInTurns(batchAfter: (afterKey: string) => Batch): Promise<Shown<typeof walletSumsOutput>> {
  const sums = new SumsInMaking();
  let last: string | null = '';
  while (last !== null && sums.wallets < walletsMax) {
    const batch = batchAfter(last);
    sums.add(batch.balances);
    last = batch.last;
    // Requests do not wait for whoever reads.
    await nextLoopTurn();
  }
  return sums.shown(last === null);
}

class SumsInMaking {
  wallets = 0;
  readonly #amounts = new Map<(typeof amounts)[number], NanoEur>(amounts.map((name) => [name, 0n]));
  #open = 0;
  #flagged = 0;
  #restricted = 0;
  #lowest: { readonly balance: WalletBalance; readonly available: NanoEur }[] = [];

  add(balances: readonly (WalletBalance | null)[]): this {
    for (const balance of balances) if (balance !== null) this.#addOne(balance);
    return this;
  }

  #addOne(balance: WalletBalance): void {
    this.wallets += 1;
    for (const [name, sum] of this.#amounts) this.#amounts.set(name, sum + nanoFromSum(balance[name]));
    this.#open += balance.open_reservations;
    this.#flagged += balance.flagged_reservations;
    if (balance.restricted) this.#restricted += 1;
    const available = nanoFromSum(balance.available_eur);
    const most = this.#lowest.at(-1)?.available;
    const isFull = this.#lowest.length === lowestShown;
    if (nanoFromSum(balance.credited_eur) === 0n || (isFull && most !== undefined && available >= most)) return;
    const lowest = [...this.#lowest, { balance, available }];
    lowest.sort((one, other) => (one.available < other.available ? -1 : 1));
    this.#lowest = lowest.slice(0, lowestShown);
  }

  shown(whole: boolean): Shown<typeof walletSumsOutput> {
    const sum = (name: (typeof amounts)[number]): string => eurFromNano(this.#amounts.get(name) ?? 0n);
    return {
      object: 'wallet_sums',
      wallets: this.wallets,
      posted_eur: sum('posted_eur'),
      reserved_eur: sum('reserved_eur'),
      granted_eur: sum('granted_eur'),
      credited_eur: sum('credited_eur'),
      debited_eur: sum('debited_eur'),
      settled_eur: sum('settled_eur'),
      open_reservations: this.#open,
      flagged_reservations: this.#flagged,
      restricted_wallets: this.#restricted,
      lowest: this.#lowest.map(({ balance: { wallet_id, tenant_id, available_eur, posted_eur } }) => {
        return { wallet_id, tenant_id, available_eur, posted_eur };
      }),
      whole,
    };
  }
}
