// The cost of what the sandbox's billing records hold: computed here anew, with none of the gateway's own arithmetic.
import type { ExecutionContext } from 'ava';
import { plainPrices } from './gateway.ts';
import type { ReservationSight, WalletSight } from './ledger-view.ts';
import type { SandboxForTest } from './sandbox.ts';

/** Nano-euro per million tokens. */
export interface SimplePrices {
  readonly input: bigint;
  readonly output: bigint;
}

/** Of `plainPrices`. */
export const plainNano: SimplePrices = { input: 1_000_000_000n, output: 2_000_000_000n };

/** Ten times `plainPrices`. */
export const dearPrices = { id: 'dear', version: '1', eur_per_million_tokens: { input: '10', output: '20' } };
const dearNano: SimplePrices = { input: 10_000_000_000n, output: 20_000_000_000n };

/** Audio beside `plainPrices`: 15 euro per million characters, 0.36 per hour of audio. */
export const audioPrices = { ...plainPrices, eur_per_million_characters: '15', eur_per_audio_hour: '0.36' };
const audioNano = { character: 15_000n, second: 100_000n };

/** Tools of the upstream's beside `plainPrices`: 10 euro per thousand searches, 1 per thousand pages. */
export const toolPrices = {
  ...plainPrices,
  eur_per_thousand_web_searches: '10',
  eur_per_thousand_web_fetches: '1',
};
const toolNano = { search: 10_000_000n, fetch: 1_000_000n };

/** What the billing records of messages and of responses say of tools, at `toolPrices`, nano-euro. */
export function toolBill(usage: Readonly<Record<string, unknown>>): bigint {
  // The billing records of these surfaces have these shapes.
  const { server_tool_use: messages, tool_usage: responses } = usage as {
    readonly server_tool_use?: { readonly web_search_requests: number; readonly web_fetch_requests: number };
    readonly tool_usage?: { readonly web_search: { readonly num_requests: number } };
  };
  const searches = messages?.web_search_requests ?? responses?.web_search.num_requests ?? 0;
  return BigInt(searches) * toolNano.search + BigInt(messages?.web_fetch_requests ?? 0) * toolNano.fetch;
}

const million = 1_000_000n;

/** Tokens × prices, rounded half to even, nano-euro. */
export function billOf(promptTokens: number, completionTokens: number, prices: SimplePrices): bigint {
  const exact = BigInt(promptTokens) * prices.input + BigInt(completionTokens) * prices.output;
  const [whole, rest] = [exact / million, (exact % million) * 2n];
  return rest > million || (rest === million && whole % 2n === 1n) ? whole + 1n : whole;
}

/** The most that a request of so many input and output tokens can cost, rounded up, nano-euro. */
export function worstBillOf(inputTokens: number, completionTokens: number, prices: SimplePrices): bigint {
  const exact = BigInt(inputTokens) * prices.input + BigInt(completionTokens) * prices.output;
  return (exact + million - 1n) / million;
}

/** The cost of a reservation by the billing records, nano-euro; asserts that it was charged once at most. */
async function chargedInRecords(
  t: ExecutionContext,
  sandbox: SandboxForTest,
  { reservation, prices }: { readonly reservation: ReservationSight; readonly prices: SimplePrices },
): Promise<bigint> {
  const billingRecords = await sandbox.lookUp(reservation.reference);
  if (billingRecords === null) return 0n;
  t.not(billingRecords.state, 'running');
  t.true(billingRecords.charged_count <= 1, 'charged once at most');
  if (billingRecords.usage === null) return 0n;
  const { prompt_tokens, completion_tokens, input_tokens, output_tokens, input_characters, seconds } =
    billingRecords.usage;
  if (input_characters !== undefined) return BigInt(Number(input_characters)) * audioNano.character;
  if (seconds !== undefined) return BigInt(Number(seconds)) * audioNano.second;
  const tokens = billOf(Number(prompt_tokens ?? input_tokens), Number(completion_tokens ?? output_tokens ?? 0), prices);
  return tokens + toolBill(billingRecords.usage);
}

/** Each reservation of the wallet is charged what the billing records say, to the nano. Returns the sum. */
export async function assertBillingRecordsAgree(
  t: ExecutionContext,
  {
    wallet,
    sandbox,
    prices = plainNano,
  }: {
    readonly wallet: WalletSight;
    readonly sandbox: SandboxForTest;
    readonly prices?: SimplePrices;
  },
): Promise<bigint> {
  let sum = 0n;
  for (const reservation of wallet.reservations) {
    const isDear = reservation.settled?.price_list_id === dearPrices.id;
    const charged = await chargedInRecords(t, sandbox, { reservation, prices: isDear ? dearNano : prices });
    t.is(reservation.charged, charged, `${reservation.id}: ${reservation.story.join(', ')}`);
    sum += charged;
  }
  return sum;
}
