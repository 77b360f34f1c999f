import { callerBudgets, keyBudgetAt } from '../../domain/budgets/caller-budgets.ts';
import { displayEur } from '../../domain/money.ts';
import { createPriceList } from '../../domain/price-list.ts';
import type { ReserveCredit } from '../../domain/wallet-commands.ts';
import { availableNano } from '../../domain/wallet-state.ts';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { WalletAnswer } from '../../ledger/wallet-mailbox.ts';
import type { Wallets } from '../../ledger/wallets.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import type { Clock } from '../../time/clock.ts';
import { exceededBudgetOf, exceededKeyBudget } from '../flow/exceeded-budget.ts';
import type { Authenticated } from '../records.ts';

export interface AssertFundedDeps {
  readonly wallets: Pick<Wallets, 'preview'>;
  /** Longest wait for the ledger, milliseconds. */
  readonly reserveWaitMs: number;
  /** Surfaces that offer something free of charge: an empty wallet is not refused there. */
  readonly freeSurfaces: ReadonlySet<string>;
  readonly clock: Clock;
}

type Identified = Pick<Authenticated, 'caller'>;
type Caller = Authenticated['caller'];

/** The body is not read yet: only budgets that count all requests apply for certain. */
const anyProfile: readonly string[] = [];

/** The smallest hold, without the fields that depend on the key. */
const leastHold = {
  type: 'reserve_credit',
  reservationId: '',
  amount: 1n,
  instanceId: '',
  expiresAt: '',
  inference: { surface: '', profile: '', target: '', upstream: '', upstream_model: '' },
  inputTokensMax: 0,
  outputTokensMax: 0,
  priceList: createPriceList({ id: 'none', version: '0', eur_per_million_tokens: { input: '0', output: '0' } }),
  requestCap: null,
} as const;

/**
 * Refuses a caller whose wallet or budget cannot hold even the smallest amount, before the body is read and without
 * writing to the ledger. The wallet's own rules decide. Returns `null` when they are met without waiting. Raises 402;
 * 429 when the wallet admits one request at a time and one is running; 503 when the ledger does not answer.
 */
export function assertFunded({ caller }: Identified, deps: AssertFundedDeps): Promise<void> | null {
  const previewing = deps.wallets.preview(caller.key.wallet_id, leastHoldOf(caller, deps.clock.now()));
  return previewing === null ? null : fundedBy(previewing, caller, deps);
}

/**
 * Like {@link assertFunded}, for work that holds no credit: a restricted wallet passes although its one request is
 * running. Raises 402, and 503 when the ledger does not answer.
 */
export async function assertNotEmpty({ caller }: Identified, deps: AssertFundedDeps): Promise<void> {
  const previewing = deps.wallets.preview(caller.key.wallet_id, leastHoldOf(caller, deps.clock.now()));
  const answer = previewing === null ? null : await answerOf(previewing, deps);
  // The wallet checks `wallet_restricted` behind the balance and the budgets, so there is credit.
  if (answer === null || answer.accepted || answer.refusal === 'wallet_restricted') return;
  throw unfundedError(answer, caller, deps);
}

function leastHoldOf(caller: Caller, now: number): ReserveCredit {
  const { key, principal } = caller;
  const { budget_eur } = key;
  const hasBudgets = key.budgets !== undefined || principal.budgets_by !== undefined;
  return {
    ...leastHold,
    keyId: key.key_id,
    userId: key.user_id,
    keyBudget: budget_eur === null ? null : keyBudgetAt(key, budget_eur, now),
    ...(hasBudgets && { budgets: callerBudgets(caller, anyProfile, now) }),
  };
}

async function fundedBy(previewing: Promise<WalletAnswer>, caller: Caller, deps: AssertFundedDeps): Promise<void> {
  const answer = await answerOf(previewing, deps);
  if (!answer.accepted) throw unfundedError(answer, caller, deps);
}

async function answerOf(
  previewing: Promise<WalletAnswer>,
  { reserveWaitMs }: Pick<AssertFundedDeps, 'reserveWaitMs'>,
): Promise<WalletAnswer> {
  const answer = await withinMs(previewing, reserveWaitMs).catch((error: unknown) => {
    throw ledgerFailure(error);
  });
  if (answer === 'too_late') throw new GatewayError('ledger_unavailable');
  return answer;
}

type Refused = Extract<WalletAnswer, { readonly accepted: false }>;

function unfundedError(
  { refusal, state }: Refused,
  caller: Caller,
  { clock }: Pick<AssertFundedDeps, 'clock'>,
): GatewayError {
  const now = clock.now();
  if (refusal === 'amount_exceeds_key_budget') {
    const { name, budget } = exceededKeyBudget(caller, state, now);
    return new GatewayError('key_budget_exceeded', { detail: `The ${name}, is spent or held.`, budget });
  }
  if (refusal === 'amount_exceeds_budget') {
    const budgets = callerBudgets(caller, anyProfile, now);
    const { name, advice, budget } = exceededBudgetOf(caller, { budgets, more: leastHold.amount, state });
    return new GatewayError('budget_exceeded', { detail: `The ${name}, is spent or held.`, next: advice, budget });
  }
  if (refusal === 'wallet_restricted') return new GatewayError(refusal);
  const detail = `The wallet has ${displayEur(availableNano(state))} available.`;
  return new GatewayError('insufficient_credit', { detail });
}
