import { isDeepStrictEqual } from 'node:util';
import { costOf } from '../../src/domain/cost.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { closingFaults, coldFold, decidingState, foldedFromTheBeginning } from '../_support/closed-wallets.ts';
import { historyOf, type Run } from './_run.ts';

/** What became of one reservation, or of one choice, by the ledger alone. */
interface Life {
  /** It has a reservation: a choice has one where nobody knows what it cost. */
  isHeld: boolean;
  hold: bigint;
  charged: bigint;
  endings: number;
  lateCharges: number;
  flags: number;
  /** Under which its upstream knows it: of a request, the last of its attempts. */
  reference: string;
  /** The request that it belongs to. */
  root: string;
}

const unborn = { isHeld: false, hold: 0n, charged: 0n, endings: 0, lateCharges: 0, flags: 0 };

/** Compares a run with what must be true of every run. Answers what is not, in words; nothing when all is. */
export async function differences(run: Run): Promise<readonly string[]> {
  const lives = await livesOf(run);
  return [
    ...run.thrown.map((error) => `a defect was thrown: ${String(error)}`),
    ...[...lives].flatMap(([id, life]) => ofReservation(id, life, run)),
    ...ofBillingRecords(run, lives),
    ...ofExecutions(run, lives),
    ...ofReplies(run, lives),
    ...(await ofWallets(run)),
    ...(run.shelf.removedEarly > 0
      ? [`${run.shelf.removedEarly} stored responses were removed before their time`]
      : []),
  ];
}

async function livesOf(run: Run): Promise<ReadonlyMap<string, Life>> {
  const lives = new Map<string, Life>();
  const lifeOf = (id: string): Life => {
    const life = lives.get(id) ?? { ...unborn, reference: id, root: id };
    lives.set(id, life);
    return life;
  };
  for (const recorded of await historyOf(run)) {
    const { type, data } = decodeEvent(recorded) as WalletEvent;
    if (!('reservation_id' in data)) continue;
    const id = data.reservation_id;
    const life = lifeOf(id);
    if (type === 'CreditReserved') {
      life.isHeld = true;
      life.hold += nanoFromEur(data.amount_eur);
      // A choice is charged under its own id.
      if (data.selection !== undefined) lifeOf(data.selection.selection_id).root = id;
      life.reference = data.attempt_of?.billing_reference ?? id;
      life.root = data.attempt_of?.reservation_id ?? id;
    }
    if (type === 'AttemptFailed') {
      life.hold = nanoFromEur(data.hold_eur);
      life.reference = data.next.billing_reference;
    }
    if (type === 'ReservationFlagged') life.flags += 1;
    if (type === 'ReservationReleased' || type === 'ReservationSettled') {
      life.endings += 1;
    }
    if (type === 'ReleasedReservationCharged') life.lateCharges += 1;
    if (type === 'SelectionCharged') {
      lifeOf(data.selection_id).charged += nanoFromEur(data.cost_eur);
      life.hold = nanoFromEur(data.answer_hold_eur);
    } else if ('cost_eur' in data) life.charged += nanoFromEur(data.cost_eur);
  }
  return lives;
}

function ofReservation(id: string, life: Life, run: Run): readonly string[] {
  const found: string[] = [];
  const mayWait = !run.hasBillingRecords && run.rule === 'keep' && life.flags > 0;
  if (life.endings > 1 || life.lateCharges > 1) found.push(`${id} ended ${life.endings} + ${life.lateCharges} times`);
  if (life.isHeld && life.endings === 0 && !mayWait) found.push(`${id} is open for ever`);
  const booked = bookedOf(run, life.reference);
  if (run.hasBillingRecords && life.charged !== booked) {
    found.push(`${id} was booked at ${booked} and charged ${life.charged}`);
  }
  return found;
}

/** What all upstreams have charged, under a reference or altogether. */
function bookedOf({ upstreams }: Run, reference?: string): bigint {
  return upstreams.reduce((sum, upstream) => sum + upstream.booked(reference), 0n);
}

/** Each attempt is charged what its upstream has booked, and all of them are. */
function ofBillingRecords(run: Run, lives: ReadonlyMap<string, Life>): readonly string[] {
  const charged = [...lives.values()].reduce((sum, life) => sum + life.charged, 0n);
  const booked = bookedOf(run);
  return !run.hasBillingRecords || charged === booked ? [] : [`${booked} were booked in all and ${charged} charged`];
}

/** Without billing records, what its request itself got to know is charged, unless a rule had charged the hold. */
function ofExecutions(run: Run, lives: ReadonlyMap<string, Life>): readonly string[] {
  const found: string[] = [];
  for (const { reservationId, outcome, process, priceList } of run.known) {
    if (outcome.kind !== 'settle' || process.isDead) continue;
    const life = lives.get(reservationId);
    const cost = costOf(outcome.usage, priceList, outcome.serviceTier).total;
    const isByRule = run.rule === 'settle_hold' && !run.hasBillingRecords && life?.charged === life?.hold;
    if (life?.charged !== cost && !isByRule) {
      found.push(`${reservationId} is known to cost ${cost} and was charged ${life?.charged}`);
    }
  }
  // Attempts that were not run are known by no hold, and cost nothing.
  const roots = new Map([...lives.values()].map(({ reference, root }) => [reference, root]));
  const paid = new Map<string, Set<string>>();
  for (const { key, state, reference } of run.upstreams.flatMap(({ executions }) => executions)) {
    const root = roots.get(reference);
    if (root === undefined && state !== 'not_charged') found.push(`${reference} was executed without a hold`);
    if (key !== null && state !== 'not_charged') paid.set(key, (paid.get(key) ?? new Set()).add(root ?? reference));
  }
  for (const [key, requests] of paid) {
    if (requests.size > 1) found.push(`the key ${key} was executed for ${requests.size} requests`);
  }
  return found;
}

/**
 * Whoever got an answer with its cost has been charged that, and nobody is told a cost that is never charged; unless the
 * log was silent for longer than an answer waits, the process died before it was back, and no billing records have it.
 */
function ofReplies(
  { replies, rule, hasBillingRecords, known }: Run,
  lives: ReadonlyMap<string, Life>,
): readonly string[] {
  return replies.flatMap((reply) => {
    if (reply.kind !== 'answered') return [];
    const life = lives.get(reply.reservationId);
    const isByRule = rule === 'settle_hold' && !hasBillingRecords && life?.charged === life?.hold;
    const isLost =
      !hasBillingRecords &&
      known.some(({ reservationId, process }) => reservationId === reply.reservationId && process.isDead);
    if (life?.charged === reply.cost || isByRule || isLost) return [];
    return [`an answer said ${reply.cost} for ${reply.reservationId}, charged ${life?.charged}`];
  });
}

async function ofWallets({ engine, walletIds }: Run): Promise<readonly string[]> {
  const found: string[] = [];
  for (const walletId of walletIds) {
    const events = (await engine.readStream(walletStream(walletId), { limit: 10_000 })).map(
      (recorded) => decodeEvent(recorded) as WalletEvent,
    );
    const state = events.reduce(wallet.evolve, wallet.initialState);
    const { fold } = await coldFold(engine, walletId);
    if (!isDeepStrictEqual(decidingState(fold.state), decidingState(foldedFromTheBeginning(events)))) {
      found.push(`wallet ${walletId} is another one from its last closing on`);
    }
    for (const { expected, found: said } of closingFaults(events)) {
      found.push(`a closing of ${walletId} says ${said}, not ${expected}`);
    }
    const credited = events.reduce(
      (sum, e) => sum + (e.type === 'WalletCredited' ? nanoFromEur(e.data.amount_eur) : 0n),
      0n,
    );
    const charged = events.reduce((sum, { data }) => sum + ('cost_eur' in data ? nanoFromEur(data.cost_eur) : 0n), 0n);
    if (state.posted !== credited - charged)
      found.push(`wallet ${walletId} has ${state.posted}, not ${credited - charged}`);
  }
  return found;
}
