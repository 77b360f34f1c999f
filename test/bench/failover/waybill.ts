import {
  dataDirectory,
  environmentFor,
  seedTenant,
  spawnGateway,
  testConfig,
  walletEvents,
} from '../../_support/gateway.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedTeardown } from '../../_support/shared-teardown.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { firstByteMs, type Billed, type Contestant, type Upstreams } from './contestant.ts';

type Events = Awaited<ReturnType<typeof walletEvents>>;

const target = {
  model: 'bench',
  surfaces: ['chat_completions'],
  context_tokens_max: 10_000,
  output_tokens_max: 1_000,
  prices: { id: 'bench', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
};

type Section = Readonly<Record<string, unknown>>;

export interface WaybillWish {
  /** Of both upstreams. */
  readonly upstream?: Section;
  /** Of the preferred one alone. */
  readonly preferred?: Section;
  /** Of the profile. */
  readonly profile?: Section;
  readonly top?: Section;
}

/** Waybill before two upstreams, everything else as by default. */
export function waybillConfig(
  upstreams: Upstreams,
  { upstream = {}, preferred = {}, profile = {}, top = {} }: WaybillWish = {},
): Section {
  const names = ['preferred', 'other'] as const;
  const upstreamAt = (place: 0 | 1): Section => ({
    base_url: upstreams[place].baseUrl,
    api_key: 'upstream-key',
    books_path: '/books/{reservation_id}',
    first_byte_timeout_ms: firstByteMs,
    ...upstream,
  });
  return {
    ...testConfig(
      { baseUrl: '', apiKey: '' },
      { reservations: { sweep_interval_ms: 200, never_seen_grace_ms: 2_000 }, top },
    ),
    upstreams: { preferred: { ...upstreamAt(0), ...preferred }, other: upstreamAt(1) },
    targets: Object.fromEntries(names.map((name) => [name, { ...target, upstream: name }])),
    profiles: { bench: { targets: names, ...profile } },
    default_profile: 'bench',
  };
}

export async function startWaybill(upstreams: Upstreams, isGroup: boolean): Promise<Contestant> {
  const shared = new SharedTeardown();
  const profile = isGroup ? { targets: [['preferred', 'other']], balance: 'lowest_latency' } : {};
  const environment = environmentFor(dataDirectory(shared), waybillConfig(upstreams, { profile }));
  const tenant = await seedTenant(environment, { creditEur: '1000', profiles: ['bench'] });
  const gateway = await spawnGateway(shared, environment);
  return {
    name: 'Waybill',
    baseUrl: gateway.baseUrl,
    headers: { authorization: `Bearer ${tenant.apiKey}` },
    model: 'bench',
    stop: async () => {
      // What is unknown is looked up in the billing records: the reconciler is given its time.
      const events = await settledEvents(() => walletEvents(environment, tenant.walletId));
      await gateway.kill('SIGTERM');
      const billed = billedIn(events);
      await shared.end();
      return billed;
    },
  };
}

const patienceMs = 15_000;

/** The wallet's events once nothing is held any more, or as they stand when that takes too long. */
async function settledEvents(read: () => Promise<Events>): Promise<Events> {
  const lateAt = performance.now() + patienceMs;
  for (;;) {
    const events = await read();
    if (billedIn(events).open === 0 || performance.now() > lateAt) return events;
    await sleep(500);
  }
}

function billedIn(events: Events): Billed {
  const open = new Set<unknown>();
  let nano = 0;
  for (const { type, data } of events) {
    if (type === 'CreditReserved') open.add(data['reservation_id']);
    if (type === 'ReservationSettled') nano += Number(nanoFromEur(String(data['cost_eur'])));
    if (type === 'ReservationSettled' || type === 'ReservationReleased') open.delete(data['reservation_id']);
  }
  return { nano, open: open.size };
}
