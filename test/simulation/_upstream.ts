import { costOf } from '../../src/domain/cost.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import { createPriceList, type PriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import type { Usage } from '../../src/domain/usage.ts';
import type { BillingRecord } from '../../src/ports/billing-records.ts';
import { UpstreamFailure, type UpstreamAnswer } from '../../src/ports/upstream.ts';
import { usage } from '../_support/usage.ts';
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

/** How an upstream is not well: not there, silent, or with what it answers instead. */
export const illnesses = ['refused', 'hanging', '500', '503', '429', '429 for 2 s', '402', '401', '404'] as const;
type Illness = (typeof illnesses)[number];

/** One execution of a request. */
export interface Execution {
  /** Of the attempt. */
  readonly reference: string;
  readonly key: string | null;
  state: 'running' | 'charged' | 'not_charged';
  readonly usage: Usage;
}

interface SentRequest {
  readonly reference: string;
  readonly key: string | null;
  /** How long its process waits for the answer, milliseconds. */
  readonly leftMs: number;
}

/** What a process gets to know of a request that it has sent. */
type Reply =
  | { readonly kind: 'failed'; readonly failure: UpstreamFailure }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** `isCut`: the connection breaks within the body. */
  | { readonly kind: 'answered'; readonly usage: Usage; readonly isCut: boolean };

/** An upstream behind a network that loses, delays and cuts. What it has charged is in its billing records. */
export class SimulatedUpstream {
  readonly name: UpstreamName;
  readonly priceList: PriceList;
  readonly executions: Execution[] = [];
  readonly hasBillingRecords: boolean;
  readonly #world: World;
  /** Until then the billing records do not answer. */
  #recordsSilentUntil = 0;
  #illness: Illness | null = null;

  constructor(world: World, name: UpstreamName, hasBillingRecords: boolean) {
    this.#world = world;
    this.name = name;
    this.priceList = createPriceList(prices[name]);
    this.hasBillingRecords = hasBillingRecords;
  }

  silenceRecords(milliseconds: number): void {
    this.#recordsSilentUntil = this.#world.now + milliseconds;
  }

  fallIll(illness: Illness, milliseconds: number): void {
    this.#illness = illness;
    this.#world.after(milliseconds, () => {
      if (this.#illness === illness) this.#illness = null;
    });
  }

  /** Charged under a reference, nano-euro; absent: under all. */
  booked(reference?: string): bigint {
    return this.executions
      .filter(
        (execution) => execution.state === 'charged' && (reference ?? execution.reference) === execution.reference,
      )
      .reduce((sum, execution) => sum + costOf(execution.usage, this.priceList, null).total, 0n);
  }

  /** Sends a request once, as the port says. */
  async exchange(process: SimulatedProcess, request: SentRequest): Promise<UpstreamAnswer> {
    const reply = await this.#send(process, request);
    switch (reply.kind) {
      case 'failed':
        throw reply.failure;
      case 'refused':
        return { status: reply.status, headers: reply.headers, body: bodyOf(wordsOf(reply.status), null) };
      case 'answered': {
        const cut = reply.isCut ? () => process.network(1, 2_000) : null;
        return { status: 200, headers: {}, body: bodyOf(JSON.stringify(reply.usage), cut) };
      }
    }
  }

  /** The same, for one who wants the outcome alone. */
  async send(process: SimulatedProcess, request: SentRequest): Promise<Outcome> {
    const reply = await this.#send(process, request);
    if (reply.kind === 'refused') return { kind: 'release', reason: `upstream_status_${reply.status}` };
    if (reply.kind === 'failed') {
      const { outcome, reason } = reply.failure;
      return { kind: outcome === 'not_sent' ? 'release' : 'flag', reason: `upstream_${reason}` };
    }
    if (reply.isCut) return { kind: 'flag', reason: 'upstream_reset' };
    return { kind: 'settle', usage: reply.usage, serviceTier: null, source: 'upstream' };
  }

  async lookUp(process: SimulatedProcess, reference: string): Promise<BillingRecord | null> {
    await process.network(5, 50);
    if (!this.hasBillingRecords) return null;
    if (this.#world.now < this.#recordsSilentUntil) throw new UpstreamFailure('connect', 'not_sent');
    const execution = this.executions.find((one) => one.reference === reference);
    const answer = entryOf(execution);
    await process.network(5, 50);
    return answer;
  }

  #send(process: SimulatedProcess, request: SentRequest): Promise<Reply> {
    return new Promise<Reply>((resolve) => {
      const timedOut = process.timer.after(request.leftMs, () =>
        resolve(failedBy(new UpstreamFailure('first_byte_timeout', 'unknown'))),
      );
      const answer = (reply: Reply): void => {
        const delay = this.#world.happens(10) ? this.#world.random.whole(0, 25_000) : this.#world.random.whole(1, 50);
        this.#world.after(delay, () =>
          process.deliver(() => {
            timedOut();
            resolve(reply);
          }),
        );
      };
      const fate = this.#world.random.whole(1, 100);
      if (fate <= 5 || this.#illness === 'refused') {
        return answer(failedBy(new UpstreamFailure('connect', 'not_sent')));
      }
      if (fate <= 9) return answer(failedBy(new UpstreamFailure('reset', 'unknown')));
      const onItsWayMs = this.#world.happens(15) ? this.#world.random.whole(0, limits.onItsWayMsMax) : 5;
      this.#world.after(onItsWayMs, () => this.#arrive(request, answer));
    });
  }

  #arrive(request: SentRequest, answer: (reply: Reply) => void): void {
    switch (this.#illness) {
      case '503':
        return answer(refusedBy(503));
      case '429':
        return answer(refusedBy(429));
      case '429 for 2 s':
        return answer({ ...refusedBy(429), headers: { 'retry-after': '2' } });
      case '402':
        return answer(refusedBy(402));
      case '401':
        return answer(refusedBy(401));
      case '404':
        return answer(refusedBy(404));
      // What hangs has begun, and is charged.
      case 'hanging':
        return this.#execute(request, () => undefined);
      case '500':
        return answer(refusedBy(500));
      case 'refused':
      case null:
        return this.#execute(request, answer);
    }
  }

  #execute({ reference, key }: SentRequest, answer: (reply: Reply) => void): void {
    const { random } = this.#world;
    const spent = usage({ input_tokens: random.whole(1, 900), output_tokens: random.whole(1, 900) });
    const execution: Execution = { reference, key, state: 'running', usage: spent };
    this.executions.push(execution);
    const workMs = this.#world.happens(20) ? random.whole(0, 30_000) : random.whole(1, 500);
    this.#world.after(workMs, () => {
      const fails = this.#world.happens(8);
      execution.state = fails ? 'not_charged' : 'charged';
      if (fails) return answer(refusedBy(500));
      if (this.#world.happens(8)) return answer(failedBy(new UpstreamFailure('reset', 'unknown')));
      answer({ kind: 'answered', usage: spent, isCut: this.#world.happens(6) });
    });
  }
}

const failedBy = (failure: UpstreamFailure): Reply => ({ kind: 'failed', failure });
const refusedBy = (status: number) => ({ kind: 'refused', status, headers: {} }) as const;

/** As OpenAI says it, where the words matter. */
function wordsOf(status: number): string {
  const code = status === 404 ? 'model_not_found' : 'error';
  return JSON.stringify({ error: { message: 'The model is not there.', type: code, code } });
}

/** In two pieces; where it is cut, the second never comes. */
async function* bodyOf(text: string, cut: (() => Promise<void>) | null): AsyncGenerator<Buffer> {
  yield Buffer.from(text.slice(0, 1));
  await cut?.();
  if (cut !== null) throw new UpstreamFailure('reset', 'unknown');
  yield Buffer.from(text.slice(1));
}

function entryOf(execution: Execution | undefined): BillingRecord {
  if (execution === undefined) return { kind: 'never_seen' };
  if (execution.state !== 'charged') return { kind: execution.state };
  return { kind: 'charged', usage: JSON.stringify(execution.usage), serviceTier: null };
}
