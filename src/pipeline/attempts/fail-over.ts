import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import { keyBudgetAt } from '../../domain/budgets/caller-budgets.ts';
import type { AttemptCall, FailAttempt, LeftOpen } from '../../domain/attempts/attempt-commands.ts';
import { larger, type NanoEur } from '../../domain/money.ts';
import type { WalletAnswer } from '../../ledger/wallet-mailbox.ts';
import type { Wallets } from '../../ledger/wallets.ts';
import { heardWithinMs } from '../../ledger/within-ms.ts';
import type { Clock } from '../../time/clock.ts';
import type { Timer } from '../../time/timer.ts';
import { inferenceAt } from '../selection/inference-at.ts';
import type { BoundMember } from '../selection/route-options.ts';
import type { Routed } from '../records.ts';
import { nextTurn } from './turn-in-hand.ts';

export interface FailOverDeps {
  readonly wallets: Pick<Wallets, 'execute'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly createId: () => string;
  readonly instanceId: string;
  /** After this time a request counts as overdue, milliseconds. */
  readonly reservationTtlMs: number;
  /** Longest that a request waits for the ledger to hold the credit, or to record an attempt, milliseconds. */
  readonly reserveWaitMs: number;
}

/** An attempt that failed before anything was passed on. */
export interface FailedAttempt {
  readonly failure: AttemptFailure;
  /** Whether the upstream may have executed it. */
  readonly isInDoubt: boolean;
}

/**
 * Records the failed attempt and returns the request at the next target. The possible cost of the failed attempt stays
 * held beside the next one. Returns `null` when there is no next attempt: no target is left, the credit does not cover
 * both, the caller is gone, or the ledger did not confirm the record. Never raises.
 */
export async function failOver(routed: Routed, failed: FailedAttempt, deps: FailOverDeps): Promise<Routed | null> {
  const { exchange, client } = routed;
  routed.turn.attempt.end(failed.failure);
  if (exchange.signal.aborted || client.isGone) return null;
  const turn = await nextTurn(routed.turn, client, exchange.signal);
  if (turn === null) return null;
  const { member, members } = turn;
  const next = { ...routed, ...member, turn, route: member.target, attempt: routed.attempt + 1 };
  if (routed.reservationId === null) return next;
  const billingReference = deps.createId();
  const inDoubt = failed.isInDoubt ? new Set([...routed.inDoubt, routed.route]) : routed.inDoubt;
  const left = members.filter((one) => one === member || !inDoubt.has(one.target));
  for (const hold of holdsFor(member, left, routed.hold)) {
    const command = failAttempt({ routed, failed, to: member, next: billingReference, hold }, deps);
    const answer = await record(routed, command, deps);
    if (answer === 'recorded') return { ...next, billingReference, hold, inDoubt };
    if (answer === 'in_doubt') return null;
  }
  return null;
}

/**
 * Holds to try for the remaining attempts, the larger first: enough for the most expensive of them, else for the next
 * alone.
 */
function holdsFor(next: BoundMember, left: readonly BoundMember[], most: NanoEur): readonly NanoEur[] {
  const dearest = left.reduce((found, { worstCase }) => larger(found, worstCase), next.worstCase);
  return [...new Set([dearest, next.worstCase])].filter((hold) => hold <= most);
}

interface Failing {
  readonly routed: Routed;
  readonly failed: FailedAttempt;
  readonly to: BoundMember;
  /** The billing reference of the next attempt. */
  readonly next: string;
  readonly hold: NanoEur;
}

function failAttempt({ routed, failed, to, next, hold }: Failing, deps: FailOverDeps): FailAttempt | null {
  const { reservationId, billingReference, grant, caller, selection } = routed;
  if (reservationId === null || billingReference === null) return null;
  const from = routed.turn.member;
  const { requestCap } = grant;
  const { budget_eur } = caller.key;
  return {
    type: 'fail_attempt',
    reservationId,
    attempt: routed.attempt,
    failed: callAt(routed, from, billingReference),
    failure: failed.failure.class,
    leftOpen: failed.isInDoubt ? leftOpen(routed, from, deps) : null,
    next: callAt(routed, to, next),
    hold,
    // The cost of choosing a route counts against the request cap too.
    requestCap: requestCap === null ? null : requestCap - (selection?.costMax ?? 0n),
    keyBudget: budget_eur === null ? null : keyBudgetAt(caller.key, budget_eur, deps.clock.now()),
  };
}

function leftOpen({ caller }: Routed, { worstCase: amount }: BoundMember, deps: FailOverDeps): LeftOpen {
  const { createId, instanceId, clock, reservationTtlMs } = deps;
  const expiresAt = new Date(clock.now() + reservationTtlMs).toISOString();
  return { reservationId: createId(), amount, userId: caller.key.user_id, instanceId, expiresAt };
}

function callAt(routed: Routed, { target, bound }: BoundMember, billingReference: string): AttemptCall {
  return { ...bound, billingReference, inference: inferenceAt(routed, target), priceList: target.priceList };
}

/** `in_doubt`: the record is not confirmed in time, so nothing may be forwarded. */
async function record(
  { caller }: Routed,
  command: FailAttempt | null,
  { wallets, reserveWaitMs, timer }: FailOverDeps,
): Promise<'recorded' | 'refused' | 'in_doubt'> {
  if (command === null) return 'in_doubt';
  try {
    const recording = (): Promise<WalletAnswer> => wallets.execute(caller.key.wallet_id, command);
    const answer = await heardWithinMs(recording, reserveWaitMs, timer);
    if (answer === 'too_late') return 'in_doubt';
    if (answer.accepted) return 'recorded';
    return answer.refusal === 'attempts_exceed_credit' ? 'refused' : 'in_doubt';
  } catch {
    return 'in_doubt';
  }
}
