// The cost of the sandbox's billing records of messages: computed anew, with none of the gateway's own arithmetic.
import type { ExecutionContext } from 'ava';
import type { WalletSight } from './ledger-view.ts';
import { toolBill } from './sandbox-bill.ts';
import type { SandboxForTest } from './sandbox.ts';

/** Euro per million tokens times ten thousand: whole numbers for four decimals. */
export interface CounterPrices {
  readonly input: bigint;
  readonly cacheRead: bigint;
  readonly cacheWrite: bigint;
  readonly cacheWriteHour: bigint;
  readonly output: bigint;
  readonly thinking: bigint;
}

/** Of `plainPrices`. */
export const plainCounters: CounterPrices = {
  input: 10_000n,
  cacheRead: 10_000n,
  cacheWrite: 10_000n,
  cacheWriteHour: 10_000n,
  output: 20_000n,
  thinking: 20_000n,
};

interface BookedUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details?: { readonly thinking_tokens: number };
}

/** Nano-euro, rounded half to even. */
export function messageBill(usage: BookedUsage, prices: CounterPrices): bigint {
  const thinking = BigInt(usage.output_tokens_details?.thinking_tokens ?? 0);
  const writtenForAnHour = BigInt(usage.cache_creation?.ephemeral_1h_input_tokens ?? 0);
  const exact =
    BigInt(usage.input_tokens) * prices.input +
    BigInt(usage.cache_read_input_tokens) * prices.cacheRead +
    (BigInt(usage.cache_creation_input_tokens) - writtenForAnHour) * prices.cacheWrite +
    writtenForAnHour * prices.cacheWriteHour +
    (BigInt(usage.output_tokens) - thinking) * prices.output +
    thinking * prices.thinking;
  const [whole, rest] = [exact / 10n, exact % 10n];
  const tokens = rest > 5n || (rest === 5n && whole % 2n === 1n) ? whole + 1n : whole;
  return tokens + toolBill({ ...usage });
}

/** Each reservation of the wallet is charged what the billing records say, to the nano. Returns how many were charged. */
export async function assertMessageBillingRecordsAgree(
  t: ExecutionContext,
  { reservations }: WalletSight,
  sandbox: SandboxForTest,
  pricesOf: (target: string) => CounterPrices = () => plainCounters,
): Promise<number> {
  let charged = 0;
  for (const { id, reserved, charged: cost, story } of reservations) {
    const billingRecords = await sandbox.lookUp(id);
    t.not(billingRecords?.state, 'running');
    t.true((billingRecords?.charged_count ?? 0) <= 1, 'charged once at most');
    // The billing records of this surface have this shape.
    const usage = (billingRecords?.usage ?? null) as BookedUsage | null;
    const due = usage === null ? 0n : messageBill(usage, pricesOf(reserved.inference.target));
    t.is(cost, due, `${id}: ${story.join(', ')}`);
    if (usage !== null) charged += 1;
  }
  return charged;
}
