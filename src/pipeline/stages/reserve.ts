import type { FailOverDeps } from '../attempts/fail-over.ts';
import type { KnownNames } from '../../catalogue/model-catalogue.ts';
import { lessWorkAdvice } from '../../protocols/faces.ts';
import { displayEur, type NanoEur } from '../../domain/money.ts';
import type { ReserveCredit, WalletRefusal } from '../../domain/wallet-commands.ts';
import { callerBudgets, keyBudgetAt } from '../../domain/budgets/caller-budgets.ts';
import { availableNano, type WalletState } from '../../domain/wallet-state.ts';
import { GatewayError, type ErrorCode } from '../../errors.ts';
import type { BudgetRest } from '../../domain/budgets/budget-rest.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { PendingEndings } from '../../ledger/pending-endings.ts';
import type { WalletAnswer } from '../../ledger/wallet-mailbox.ts';
import type { Wallets } from '../../ledger/wallets.ts';
import { heardWithinMs, withinMs } from '../../ledger/within-ms.ts';
import { limitedBy } from '../../limits/caller-limits.ts';
import type { TakenTokens } from '../../limits/caller-counts.ts';
import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../../ports/event-log.ts';
import { holdOffers, type HoldOffer, type HoldOffersDeps } from '../selection/hold-offers.ts';
import { inferenceAt } from '../selection/inference-at.ts';
import { undecidedChoice } from '../selection/selection-choice.ts';
import { SelectionInHand } from '../selection/selection-in-hand.ts';
import type { Affordable, Claimed, Rebuilt, Reserved } from '../records.ts';
import { assertStillAllowed, callerNow, type CallerNowDeps } from '../flow/caller-now.ts';
import { exceededBudgetOf, exceededKeyBudget } from '../flow/exceeded-budget.ts';
import { announceRemaining, tooMany, type CountDeps } from '../flow/announce-remaining.ts';
import { beginTurn, giveBackTurn, tokensExpected, type TurnDeps } from '../attempts/turn-in-hand.ts';

export interface ReserveDeps
  extends
    HoldOffersDeps,
    TurnDeps,
    CountDeps,
    Omit<CallerNowDeps, 'catalogue'>,
    Pick<KnownNames, 'catalogue'>,
    Omit<FailOverDeps, 'wallets' | 'createId'> {
  readonly wallets: Pick<Wallets, 'execute' | 'preview'>;
  readonly pendingEndings: Pick<PendingEndings, 'end'>;
  /**
   * Reservations that this process will end: their request is running, or their ending is being recorded. Each is added before
   * its hold can be recorded. Any other open reservation of this process is left to the reconciler.
   */
  readonly reservationsInHand: Set<string>;
}

/**
 * Holds the worst case in the caller's wallet before anything is forwarded (ADR 0003), and takes the tokens that the
 * request is expected to use from the limits of the caller. Raises 401 and 403 if the key has not let them in since; 402 by
 * the broken rule; 429 without tokens; 503 when the ledger does not confirm the hold.
 */
export async function reserve(claimed: Claimed, deps: ReserveDeps): Promise<Reserved> {
  const tokens = await takeTokens(claimed, deps);
  try {
    return { ...(await held(claimed, deps)), tokens };
  } catch (error) {
    tokens?.counted(0);
    throw error;
  }
}

const begun = { selection: null, turn: null, attempt: 1, inDoubt: new Set<never>() } as const;

/** A free request holds and takes nothing. */
export function unheld(claimed: Claimed): Reserved {
  return { ...claimed, ...begun, tokens: null, reservationId: null, billingReference: null, hold: 0n };
}

/** `null`: nobody's tokens are limited. */
async function takeTokens(claimed: Claimed, deps: CountDeps): Promise<TakenTokens | null> {
  const limited = limitedBy(claimed.caller, deps.limits);
  if (limited.every(({ tokensPerMinute }) => tokensPerMinute === null)) return null;
  const taken = await deps.counts.takeTokens(limited, tokensExpected(claimed));
  announceRemaining(claimed, taken.left, deps);
  if ('exceeded' in taken) throw tooMany('tokens', taken.exceeded);
  return taken.tokens;
}

async function held(claimed: Claimed, deps: ReserveDeps): Promise<Omit<Reserved, 'tokens'>> {
  // The claim of an idempotency key has already named the reservation.
  const reservationId = claimed.claim?.request.reservationId ?? deps.createId();
  let refused: Error | null = null;
  for (const offer of holdOffers(claimed, deps)) {
    const foreseen = offer.selection === null ? await refusalOf(offer, deps) : null;
    const found = foreseen ?? (await tryToHold(offer, { reservationId, refused }, deps));
    if (!('refusal' in found)) {
      claimed.client.announce('x-waybill-reservation', reservationId);
      return { ...begun, ...found, reservationId, billingReference: reservationId, hold: offer.hold };
    }
    const { refusal, state, request = offer.rebuilt } = found;
    refused = refusalError(refusal, { hold: offer.hold, state, request }, deps);
    if (!isTooDear(refusal)) break;
  }
  throw refused ?? new Error('nothing to hold');
}

type Refusal = Extract<WalletAnswer, { readonly accepted: false }> & {
  /** With what its key was then allowed; absent: nothing was awaited. */
  readonly request?: Rebuilt;
};

/**
 * The wallet's refusal of an offer, by what the wallet knows now. `null`: it would hold it. Asked before a turn: a caller
 * who cannot pay waits in no queue of an upstream, and takes no place there from callers who can.
 */
async function refusalOf(offer: HoldOffer<Rebuilt>, deps: ReserveDeps): Promise<Refusal | null> {
  const previewing = deps.wallets.preview(offer.rebuilt.caller.key.wallet_id, reserveCommand(offer, '', deps));
  const answer = previewing === null ? null : await heard(previewing, deps);
  return answer === null || answer.accepted ? null : answer;
}

interface Attempted {
  readonly reservationId: string;
  /** Why the wallet refused a larger hold; `null`: there was none. */
  readonly refused: Error | null;
}

type Held = Claimed & Pick<Reserved, 'turn' | 'selection'>;

/**
 * With a selection the target is chosen later. Without one the hold is made for the target whose turn it is, by its
 * prices.
 */
async function tryToHold(
  offer: HoldOffer<Claimed>,
  { reservationId, refused }: Attempted,
  deps: ReserveDeps,
): Promise<Held | Refusal> {
  const { rebuilt } = offer;
  // The wallet's last refusal, if there was one, tells more than that no cheaper target has a turn.
  const noTurn = (error: unknown): never => {
    throw refused ?? error;
  };
  const turn = offer.selection === null ? await beginTurn(rebuilt, deps).catch(noTurn) : null;
  // A record is that of its first member until another is asked.
  const isFirst = turn === null || turn.member.target === rebuilt.target;
  const offered = isFirst ? rebuilt : { ...rebuilt, ...turn.member };
  try {
    // While it was cast and waited for a turn, its key may have been revoked, or may do less.
    const now = await callerNow(rebuilt, deps);
    assertStillAllowed(rebuilt, now, deps);
    const request = { ...offered, ...now };
    const command = reserveCommand({ ...offer, rebuilt: request }, reservationId, deps);
    const answer = await execute(rebuilt.caller.key.wallet_id, command, deps);
    if (answer.accepted)
      return { ...request, turn, selection: offer.selection === null ? null : inHand(offer, reservationId, deps) };
    if (turn !== null) giveBackTurn(turn);
    return { ...answer, request };
  } catch (error) {
    if (turn !== null) giveBackTurn(turn);
    throw error;
  }
}

/** Whether a cheaper target may still be affordable. */
function isTooDear(refusal: WalletRefusal): boolean {
  return (
    refusal === 'amount_exceeds_available' ||
    refusal === 'amount_exceeds_request_cap' ||
    refusal === 'amount_exceeds_key_budget' ||
    refusal === 'amount_exceeds_budget'
  );
}

function inHand({ rebuilt, selection }: HoldOffer<Rebuilt>, reservationId: string, { switchyard }: ReserveDeps) {
  if (selection === null || switchyard === null) return null;
  return new SelectionInHand(reservationId, selection, undecidedChoice(rebuilt, switchyard));
}

/**
 * Refuses what the wallet would not hold before an idempotency key is claimed, so that a request that cannot be paid
 * writes nothing. A request without a key writes nothing before `reserve` anyway. The wallet decides again when the
 * credit is held; the loser of a race is refused there, and its key is freed. Raises 402 by the broken rule; 503 when
 * the ledger does not answer.
 */
export async function assertAffordable(rebuilt: Rebuilt, deps: ReserveDeps): Promise<Affordable> {
  const offer = holdOffers(rebuilt, deps).at(-1);
  const refusal = offer === undefined ? null : await refusalOf(offer, deps);
  if (offer === undefined || refusal === null) return { ...rebuilt, isAffordable: true };
  throw refusalError(refusal.refusal, { hold: offer.hold, state: refusal.state, request: offer.rebuilt }, deps);
}

/** What the wallet would answer. Raises `GatewayError` (503) when the ledger does not answer. */
async function heard(previewing: Promise<WalletAnswer>, deps: ReserveDeps): Promise<WalletAnswer> {
  try {
    const answer = await withinMs(previewing, deps.reserveWaitMs, deps.timer);
    if (answer === 'too_late') throw new GatewayError('ledger_unavailable', { detail: tooLate(deps) });
    return answer;
  } catch (error) {
    throw ledgerFailure(error);
  }
}

function reserveCommand(
  { rebuilt, hold, selection }: HoldOffer<Rebuilt>,
  reservationId: string,
  deps: ReserveDeps,
): ReserveCredit {
  const { key, principal } = rebuilt.caller;
  const { budget_eur } = key;
  const now = deps.clock.now();
  const hasBudgets = key.budgets !== undefined || principal.budgets_by !== undefined;
  return {
    type: 'reserve_credit',
    reservationId,
    amount: hold,
    keyId: key.key_id,
    userId: key.user_id,
    instanceId: deps.instanceId,
    expiresAt: new Date(now + deps.reservationTtlMs).toISOString(),
    inference: inferenceAt(rebuilt, rebuilt.target),
    ...rebuilt.bound,
    priceList: rebuilt.target.priceList,
    ...(selection !== null && { selection }),
    requestCap: rebuilt.grant.requestCap,
    keyBudget: budget_eur === null ? null : keyBudgetAt(key, budget_eur, now),
    ...(hasBudgets && { budgets: callerBudgets(rebuilt.caller, profilesOf(rebuilt), now) }),
  };
}

/** The profiles that may answer: as it was asked for, and by its own name, or no alias would count in its budgets. */
function profilesOf({ profile, profileName, routing }: Rebuilt): readonly string[] {
  return [profile, profileName, ...(routing?.options ?? []).map((option) => option.profile)];
}

/**
 * Asks the wallet, for at most `reserveWaitMs`. A hold that is confirmed too late, or may exist without a confirmation,
 * is given back as soon as the ledger answers again: nothing was forwarded for it. So is the hold of a process that was
 * suspended meanwhile, because other processes may have found it long overdue.
 */
async function execute(walletId: string, command: ReserveCredit, deps: ReserveDeps): Promise<WalletAnswer> {
  const { wallets, pendingEndings, reservationsInHand, reserveWaitMs, timer } = deps;
  const { reservationId } = command;
  const giveBack = (): void => {
    const release = { type: 'release_reservation', reservationId, reason: 'not_forwarded', resolvedBy: null } as const;
    void pendingEndings.end(walletId, release);
  };
  const mayStand = (error: unknown): boolean => error instanceof AppendOutcomeUnknown;
  reservationsInHand.add(reservationId);
  const answering = wallets.execute(walletId, command);
  try {
    const answer = await heardWithinMs(() => answering, reserveWaitMs, timer);
    if (answer !== 'too_late') {
      if (!answer.accepted) reservationsInHand.delete(reservationId);
      return answer;
    }
  } catch (error) {
    if (mayStand(error)) giveBack();
    else reservationsInHand.delete(reservationId);
    if (error instanceof EventLogBusy) throw new GatewayError('ledger_busy', { cause: error });
    if (!mayStand(error) && !(error instanceof EventLogUnavailable)) throw error;
    throw new GatewayError('ledger_unavailable', { cause: error });
  }
  answering.then(
    ({ accepted }) => (accepted ? giveBack() : reservationsInHand.delete(reservationId)),
    (error: unknown) => (mayStand(error) ? giveBack() : reservationsInHand.delete(reservationId)),
  );
  throw new GatewayError('ledger_unavailable', { detail: tooLate({ reserveWaitMs }) });
}

function tooLate({ reserveWaitMs }: Pick<ReserveDeps, 'reserveWaitMs'>): string {
  return `The ledger did not answer within ${reserveWaitMs} ms.`;
}

const codeOfRefusal: Partial<Record<WalletRefusal, ErrorCode>> = {
  amount_exceeds_available: 'insufficient_credit',
  amount_exceeds_request_cap: 'request_cap_exceeded',
  amount_exceeds_key_budget: 'key_budget_exceeded',
  amount_exceeds_budget: 'budget_exceeded',
  wallet_not_open: 'insufficient_credit',
  wallet_restricted: 'wallet_restricted',
};

interface Refused {
  readonly hold: NanoEur;
  readonly state: WalletState;
  readonly request: Rebuilt;
}

function refusalError(refusal: WalletRefusal, refused: Refused, { clock }: Pick<ReserveDeps, 'clock'>): Error {
  const { hold, request } = refused;
  const code = codeOfRefusal[refusal];
  if (code === undefined) return new Error(`the wallet refused to reserve: ${refusal}`);
  if (code === 'wallet_restricted') return new GatewayError(code);
  const why = request.unknown === null ? '' : `, as \`${request.unknown}\` is not known to this gateway`;
  const less = lessWorkAdvice(request.surface.name, request.unknown);
  const { limit, next, budget } = termsOf(code, refused, clock.now());
  return new GatewayError(code, {
    detail: `This request may cost up to ${displayEur(hold)}${why}; ${limit}.`,
    next: `${less}${next}.`,
    ...(budget !== undefined && { budget }),
  });
}

interface Terms {
  /** The limit that was exceeded. */
  readonly limit: string;
  /** What the caller can do besides asking for less. */
  readonly next: string;
  readonly budget?: BudgetRest;
}

function termsOf(code: ErrorCode, { hold, state, request }: Refused, now: number): Terms {
  const { caller, grant } = request;
  if (code === 'request_cap_exceeded') {
    return { limit: `the cap per request is ${displayEur(grant.requestCap ?? 0n)}`, next: '' };
  }
  if (code === 'key_budget_exceeded') return exceededKeyBudget(caller, state, now);
  if (code === 'budget_exceeded') {
    const budgets = callerBudgets(caller, profilesOf(request), now);
    return exceededBudgetOf(caller, { budgets, more: hold, state });
  }
  return {
    limit: `the wallet has ${displayEur(availableNano(state))} available`,
    next: ', wait for running requests to end, or top up the wallet',
  };
}
