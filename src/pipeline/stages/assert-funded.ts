import { mayBeFree } from '../../catalogue/free-surfaces.ts';
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
import { everyMember, type Member } from '../selection/route-options.ts';
import type { Admitted, Authenticated, Profiled, Readable } from '../records.ts';
import { isKeyKnown, type ClaimKeyDeps } from './claim-key.ts';

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
 * Refuses to read the body for an empty wallet, unless a target is free, or the answer may already be recorded under the
 * request's key. A free request, such as token counting, is work too: an empty wallet has none done. Raises what
 * {@link assertMayPay} raises.
 */
export async function assertMayBeRead(admitted: Admitted, deps: AssertFundedDeps & ClaimKeyDeps): Promise<Readable> {
  const { surface } = admitted;
  if (deps.freeSurfaces.has(surface.name)) return { ...admitted, mayBeRead: true };
  try {
    await assertMayPay(admitted, deps);
  } catch (error) {
    if (surface.isFree === true || !(await isKeyKnown(admitted, deps))) throw error;
  }
  return { ...admitted, mayBeRead: true };
}

/**
 * Refuses the same once the model is known, on a surface where some are free, before work is done for the request: that
 * another model is free does not matter any longer. Raises what {@link assertMayPay} raises.
 */
export async function assertMayBeCast(profiled: Profiled, deps: AssertFundedDeps): Promise<void> {
  const isFree = ({ target }: Member): boolean => mayBeFree(profiled.surface.name, target);
  if (!everyMember(profiled).some(isFree)) await assertMayPay(profiled, deps);
}

/**
 * Refuses a caller whose wallet or budget cannot hold even the smallest amount, before the body is read and without
 * writing to the ledger. The wallet's own rules decide. Raises 402; 429 when the wallet admits one request at a time and
 * one is running, which a free request is not kept from; 503 when the ledger does not answer.
 */
async function assertMayPay(asked: Admitted, deps: AssertFundedDeps): Promise<void> {
  if (asked.surface.isFree === true) return assertNotEmpty(asked, deps);
  const answer = await previewed(asked.caller, deps);
  if (answer !== null && !answer.accepted) throw unfundedError(answer, asked.caller, deps);
}

/**
 * Like {@link assertMayPay}, for work that holds no credit: a restricted wallet passes although its one request is
 * running. Raises 402, and 503 when the ledger does not answer.
 */
export async function assertNotEmpty({ caller }: Identified, deps: AssertFundedDeps): Promise<void> {
  const answer = await previewed(caller, deps);
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

/** What the wallet would answer; `null`: it accepts, as is known without waiting. */
async function previewed(caller: Caller, deps: AssertFundedDeps): Promise<WalletAnswer | null> {
  const { wallets, clock, reserveWaitMs } = deps;
  const previewing = wallets.preview(caller.key.wallet_id, leastHoldOf(caller, clock.now()));
  if (previewing === null) return null;
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
