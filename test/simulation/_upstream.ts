import { costOf } from '../../src/domain/cost.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import { createPriceList, type PriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import type { TokenUsage } from '../../src/domain/usage.ts';
import type { BookEntry } from '../../src/ports/billing-records.ts';
import { UpstreamFailure } from '../../src/ports/upstream.ts';
import { usage } from '../_support/token-usage.ts';
import type { SimulatedProcess } from './_process.ts';
import { limits } from './_settings.ts';
import type { World } from './_world.ts';

/** Of each upstream, by its name. */
const prices: Readonly<Record<UpstreamName, PriceListRecord>> = {
  there: { id: 'simulated', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
  elsewhere: { id: 'dearer', version: '1', eur_per_million_tokens: { input: '3', output: '4' } },
};
export const upstreamNames = ['there', 'elsewhere'] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/** One execution of a request. */
export interface Execution {
  /** Of the attempt. */
  readonly reference: string;
  readonly key: string | null;
  state: 'running' | 'charged' | 'not_charged';
  readonly usage: TokenUsage;
}

interface SentRequest {
  readonly reference: string;
  readonly key: string | null;
  /** How long its process waits for the answer, milliseconds. */
  readonly leftMs: number;
}

/** An upstream behind a network that loses, delays and cuts. What it has charged stands in its books. */
export class SimulatedUpstream {
  readonly name: UpstreamName;
  readonly priceList: PriceList;
  readonly executions: Execution[] = [];
  readonly hasBillingRecords: boolean;
  readonly #world: World;
  /** Until then nobody gets an answer from the books. */
  #booksAwayUntil = 0;

  constructor(world: World, name: UpstreamName, hasBillingRecords: boolean) {
    this.#world = world;
    this.name = name;
    this.priceList = createPriceList(prices[name]);
    this.hasBillingRecords = hasBillingRecords;
  }

  closeBooks(milliseconds: number): void {
    this.#booksAwayUntil = this.#world.now + milliseconds;
  }

  /** Charged under a reference, nano-euro; absent: under all. */
  booked(reference?: string): bigint {
    return this.executions
      .filter(
        (execution) => execution.state === 'charged' && (reference ?? execution.reference) === execution.reference,
      )
      .reduce((sum, execution) => sum + costOf(execution.usage, this.priceList, null).total, 0n);
  }

  /** Sends a request once. Answers what its process gets to know of it, within its time. */
  send(process: SimulatedProcess, request: SentRequest) {
    return new Promise<Outcome>((resolve) => {
      const flag = (reason: string): void => resolve({ kind: 'flag', reason });
      const timedOut = process.timer.after(request.leftMs, () => flag('upstream_total_timeout'));
      const answer = (run: () => void): void => {
        const delay = this.#world.happens(10) ? this.#world.random.whole(0, 25_000) : this.#world.random.whole(1, 50);
        this.#world.after(delay, () =>
          process.deliver(() => {
            timedOut();
            run();
          }),
        );
      };
      const fate = this.#world.random.whole(1, 100);
      if (fate <= 5) return answer(() => resolve({ kind: 'release', reason: 'upstream_connect' }));
      if (fate <= 9) return answer(() => flag('upstream_reset'));
      const onItsWayMs = this.#world.happens(15) ? this.#world.random.whole(0, limits.onItsWayMsMax) : 5;
      this.#world.after(onItsWayMs, () => this.#execute(request, answer, resolve));
    });
  }

  async lookUp(process: SimulatedProcess, reference: string): Promise<BookEntry | null> {
    await process.network(5, 50);
    if (!this.hasBillingRecords) return null;
    if (this.#world.now < this.#booksAwayUntil) throw new UpstreamFailure('connect', 'not_sent');
    const execution = this.executions.find((one) => one.reference === reference);
    const answer = entryOf(execution);
    await process.network(5, 50);
    return answer;
  }

  #execute(
    { reference, key }: SentRequest,
    answer: (run: () => void) => void,
    resolve: (outcome: Outcome) => void,
  ): void {
    const { random } = this.#world;
    const spent = usage({ input_tokens: random.whole(1, 900), output_tokens: random.whole(1, 900) });
    const execution: Execution = { reference, key, state: 'running', usage: spent };
    this.executions.push(execution);
    const workMs = this.#world.happens(20) ? random.whole(0, 30_000) : random.whole(1, 500);
    this.#world.after(workMs, () => {
      const fails = this.#world.happens(8);
      execution.state = fails ? 'not_charged' : 'charged';
      if (fails) return answer(() => resolve({ kind: 'release', reason: 'upstream_status_500' }));
      if (this.#world.happens(8)) return answer(() => resolve({ kind: 'flag', reason: 'upstream_reset' }));
      answer(() => resolve({ kind: 'settle', usage: spent, serviceTier: null, source: 'upstream' }));
    });
  }
}

function entryOf(execution: Execution | undefined): BookEntry {
  if (execution === undefined) return { kind: 'never_seen' };
  if (execution.state !== 'charged') return { kind: execution.state };
  return { kind: 'charged', usage: JSON.stringify(execution.usage), serviceTier: null };
}
