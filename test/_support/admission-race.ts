// The race for credit: many calls at once, and a wallet or a budget that holds exactly some of them.
import type { ExecutionContext } from 'ava';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { chatAnswer, errorOf, type Callee } from './chat-call.ts';
import { assertWalletIsSound, type LedgerView } from './ledger-view.ts';
import { assertBillingRecordsAgree, worstBillOf, type SimplePrices } from './sandbox-bill.ts';
import { chat, streamed, type Body, type Seen } from './sandbox-post.ts';
import type { SandboxForTest } from './sandbox.ts';
import type { SeededRandom } from './seeded-random.ts';
import { until } from './until.ts';
import type { UpstreamGate } from './upstream-gate.ts';
import { heldTokens } from './held-tokens.ts';

const callsPerRound = 200;
export const admissionRounds = { ordinary: 5, nightly: 100 };

/** Prices that leave fractions of a nano-euro to round. */
export const unevenPrices = {
  id: 'uneven',
  version: '1',
  eur_per_million_tokens: { input: '0.123456789', output: '1.987654321' },
};
export const unevenNano: SimplePrices = { input: 123_456_789n, output: 1_987_654_321n };

/** Gateways of one ledger, and a sandbox whose door can be shut. */
export interface Arena {
  readonly gateways: readonly [Callee, ...Callee[]];
  readonly gate: UpstreamGate;
  readonly sandbox: SandboxForTest;
  readonly ledger: LedgerView;
}

export interface Round {
  readonly random: SeededRandom;
  /** What is worth exactly so many worst cases. */
  readonly limitedBy: 'credit' | 'budget';
}

/**
 * All answers are held back at the upstream until every call was either answered or forwarded, so that no settlement
 * gives credit back while the calls compete for it.
 */
export async function playRound(t: ExecutionContext, arena: Arena, { random, limitedBy }: Round): Promise<void> {
  const { gate, gateways, ledger, sandbox } = arena;
  const admitted = random.whole(7, 40);
  const outputTokensMax = random.whole(1, 900);
  const words = `${'word '.repeat(random.whole(1, 60))}end`;
  const body: Body = random.oneOf([chat, streamed])(words, { model: 'light', max_tokens: outputTokensMax });
  const worst = worstBillOf(heldTokens(body), outputTokensMax, unevenNano);
  const limit = worst * BigInt(admitted) + BigInt(random.whole(0, Number(worst) - 1));
  const tenant = await ledger.tenant(
    limitedBy === 'credit' ? { creditEur: eurFromNano(limit) } : { creditEur: '1000', budgetEur: eurFromNano(limit) },
  );

  gate.close();
  const refused: Seen[] = [];
  const served: Seen[] = [];
  const calls = Array.from({ length: callsPerRound }, async () => {
    const seen = await chatAnswer(random.oneOf(gateways), tenant.apiKey, body);
    (seen.status === 200 ? served : refused).push(seen);
  });
  await until('every call was answered or forwarded', () => refused.length + gate.held === callsPerRound);
  const round = `seed ${random.seed}: ${admitted} worst cases of ${worst} nano-euro`;
  t.is(gate.held, admitted, round);
  const code = limitedBy === 'credit' ? 'insufficient_credit' : 'key_budget_exceeded';
  t.deepEqual([...new Set(refused.map((seen) => `${seen.status} ${errorOf(seen)?.code}`))], [`402 ${code}`], round);
  t.deepEqual([...new Set(refused.map(({ headers }) => headers['x-should-retry']))], ['false']);

  gate.open();
  await Promise.all(calls);
  t.is(served.length, admitted, round);
  t.is(served.filter(({ broken }) => broken).length, 0);
  const wallet = await ledger.settledWallet(tenant.walletId, admitted);
  t.is(wallet.reservations.length, admitted);
  assertWalletIsSound(t, wallet);
  const cost = await assertBillingRecordsAgree(t, { wallet, sandbox, prices: unevenNano });
  t.is(nanoFromEur(limitedBy === 'credit' ? eurFromNano(limit) : '1000') - cost, wallet.state.posted);
  const entries = (await sandbox.billingRecords()).entries.filter(({ reservation_id }) =>
    wallet.reservations.some(({ id }) => id === reservation_id),
  );
  t.deepEqual(
    entries.map(({ state }) => state),
    Array.from({ length: admitted }, () => 'charged'),
  );
}
