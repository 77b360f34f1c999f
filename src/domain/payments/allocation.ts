import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import { eurFromNano, sharedNano, type NanoEur } from '../money.ts';
import type { AllocationEvent, allocationFrequencies } from './allocation-events.ts';

/** How often an allocation runs. */
export type AllocationFrequency = (typeof allocationFrequencies)[number];

/** A wallet that is paid, and its share in basis points: 10,000 are the whole. */
export interface AllocationShare {
  readonly wallet_id: string;
  readonly basis_points: number;
}

/** What one share is paid in a run, euro. */
export interface SharePayment {
  readonly transfer_id: string;
  readonly wallet_id: string;
  readonly amount_eur: string;
}

/** An allocation, folded from its events. Plain JSON. */
export interface Allocation {
  readonly allocation_id: string;
  readonly tenant_id: string;
  readonly parent_id: string;
  readonly shares: readonly AllocationShare[];
  readonly frequency: AllocationFrequency;
  readonly stopped: boolean;
  /** The last run; `null`: there was none. */
  readonly last_run: string | null;
  /** The payments that the last run still has to make; `null`: it has ended. */
  readonly unpaid: readonly SharePayment[] | null;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for an allocation. */
export type AllocationCommand =
  | (Administered & {
      readonly type: 'create_allocation';
      readonly allocation: Pick<Allocation, 'allocation_id' | 'tenant_id' | 'parent_id' | 'shares' | 'frequency'>;
    })
  | {
      readonly type: 'run_allocation';
      readonly run: string;
      readonly available: NanoEur;
      /** The id of the transfer to each wallet: the same for the same run. */
      readonly transferIds: ReadonlyMap<string, string>;
    }
  | { readonly type: 'end_run'; readonly run: string; readonly unpaid: readonly string[] }
  | (Administered & { readonly type: 'stop_allocation' });

/** The rules that can be broken, in the order in which they are checked. */
export const allocationRefusals = [
  /** The shares add up to more than the whole. */
  'shares_too_large',
  /** It exists with another wallet, other shares or another frequency. */
  'allocation_already_created',
  'allocation_not_created',
  'allocation_stopped',
  /** This run or a later one was made, or the last one has not ended. */
  'run_already_made',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type AllocationRefusal = (typeof allocationRefusals)[number];

export const basisPointsMax = 10_000;

/** An allocation. A day, week or month is run once, and never before the last one. */
export const allocation: Decider<Allocation | null, AllocationCommand, AllocationEvent, AllocationRefusal> = {
  initialState: null,
  evolve: evolveAllocation,
  decide,
};

function decide(command: AllocationCommand, state: Allocation | null): Decision<AllocationEvent, AllocationRefusal> {
  if (command.type === 'create_allocation') return create(command, state);
  if (state === null) return refuse('allocation_not_created');
  const data = { allocation_id: state.allocation_id, tenant_id: state.tenant_id };
  switch (command.type) {
    case 'run_allocation':
      return run(command, state);
    case 'end_run': {
      if (state.last_run !== command.run || state.unpaid === null) return accept();
      return accept({ type: 'AllocationRunEnded', data: { ...data, run: command.run, unpaid: [...command.unpaid] } });
    }
    case 'stop_allocation':
      if (state.stopped) return accept();
      return accept({ type: 'AllocationStopped', data: { ...data, ...actorMember(command.actor) } });
  }
}

function create(
  { allocation: asked, actor }: Extract<AllocationCommand, { type: 'create_allocation' }>,
  state: Allocation | null,
): Decision<AllocationEvent, AllocationRefusal> {
  const { allocation_id, tenant_id, parent_id, frequency, shares } = asked;
  if (pointsOf(shares) > basisPointsMax) return refuse('shares_too_large');
  if (state !== null && !isSame(state, asked)) return refuse('allocation_already_created');
  if (state !== null) return accept();
  const data = { allocation_id, tenant_id, parent_id, frequency, shares: [...shares], ...actorMember(actor) };
  return accept({ type: 'AllocationCreated', data });
}

type Wanted = Pick<Allocation, 'parent_id' | 'frequency' | 'shares'>;

function isSame(one: Wanted, other: Wanted): boolean {
  return (
    one.parent_id === other.parent_id &&
    one.frequency === other.frequency &&
    JSON.stringify(one.shares) === JSON.stringify(other.shares)
  );
}

function run(
  { run: period, available, transferIds }: Extract<AllocationCommand, { type: 'run_allocation' }>,
  state: Allocation,
): Decision<AllocationEvent, AllocationRefusal> {
  if (state.stopped) return refuse('allocation_stopped');
  if (!isDue(state, period)) return refuse('run_already_made');
  const { allocation_id, tenant_id, shares } = state;
  const rest = BigInt(basisPointsMax - pointsOf(shares));
  const amounts = sharedNano(available > 0n ? available : 0n, [
    ...shares.map(({ basis_points }) => BigInt(basis_points)),
    rest,
  ]);
  const payments = shares.flatMap(({ wallet_id }, index) => {
    const amount = amounts[index] ?? 0n;
    const transfer_id = transferIds.get(wallet_id);
    return amount === 0n || transfer_id === undefined
      ? []
      : [{ transfer_id, wallet_id, amount_eur: eurFromNano(amount) }];
  });
  const available_eur = eurFromNano(available > 0n ? available : 0n);
  return accept({ type: 'AllocationRun', data: { allocation_id, tenant_id, run: period, available_eur, payments } });
}

function pointsOf(shares: readonly AllocationShare[]): number {
  return shares.reduce((sum, { basis_points }) => sum + basis_points, 0);
}

/** Whether a period is due to run. Periods of one allocation sort as text. */
export function isDue({ last_run, unpaid, stopped }: Allocation, period: string): boolean {
  return !stopped && unpaid === null && (last_run === null || last_run < period);
}

const msPerDay = 86_400_000;

/** The day, the Monday of the week or the month of `at` (milliseconds since the epoch), in UTC; or `once`. */
export function periodOf(frequency: AllocationFrequency, at: number): string {
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  switch (frequency) {
    case 'once':
      return 'once';
    case 'daily':
      return day(at);
    case 'weekly':
      return day(at - ((new Date(at).getUTCDay() + 6) % 7) * msPerDay);
    case 'monthly':
      return day(at).slice(0, 7);
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveAllocation(state: Allocation | null, event: AllocationEvent): Allocation | null {
  if (event.type === 'AllocationCreated') {
    const { actor: _, ...created } = event.data;
    return { ...created, stopped: false, last_run: null, unpaid: null };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'AllocationRun':
      return { ...state, last_run: event.data.run, unpaid: event.data.payments };
    case 'AllocationRunEnded':
      return { ...state, unpaid: null };
    case 'AllocationStopped':
      return { ...state, stopped: true };
  }
}
