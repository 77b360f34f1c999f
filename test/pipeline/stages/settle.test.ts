import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import { createPriceList } from '../../../src/domain/price-list.ts';
import type { WalletCommand } from '../../../src/domain/wallet-commands.ts';
import { PendingEndings } from '../../../src/ledger/pending-endings.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { SelectionInHand } from '../../../src/pipeline/selection/selection-in-hand.ts';
import { settle } from '../../../src/pipeline/stages/settle.ts';
import type { Answered } from '../../../src/pipeline/records.ts';
import { EventLogUnavailable, type EventLog } from '../../../src/ports/event-log.ts';
import type { InferenceFacts, SelectionTelemetry, Telemetry } from '../../../src/ports/telemetry.ts';
import { fail, leftOpen } from '../../_support/attempt-vocabulary.ts';
import { askedWith } from '../../_support/inference-records.ts';
import * as choosing from '../../_support/selection-vocabulary.ts';
import { usage } from '../../_support/usage.ts';
import { credit, open, reservation, reserve, walletId } from '../../_support/wallet-vocabulary.ts';

const priceList = createPriceList({
  id: 'list',
  version: '7',
  eur_per_million_tokens: { input: '1', output: '2' },
  service_tiers: { flex: { input: '0.5', output: '1' } },
});

function answeredWith(outcome: Outcome, more: Partial<Answered> = {}): Answered {
  return {
    ...askedWith({}),
    profile: 'light',
    profileName: 'light',
    isAffordable: true,
    claim: null,
    toStore: null,
    target: {
      name: 'small',
      upstream: 'there',
      account: 'account',
      hasOpaqueReasoning: true,
      upstreamModel: 'model',
      surfaces: new Set(['chat_completions']),
      contextTokensMax: 1_000,
      outputTokensMax: 1_000,
      outputTokensPerSecondMax: 1_000,
      areCachesBeside: false,
      arePricesOfAllProviders: false,
      hostedToolUsesMax: 5,
      toolPromptTokensMax: 1_000,
      answersMax: 128,
      unknownMembers: 'pass',
      efforts: [],
      thinking: 'adaptive',
      isTrusted: false,
      passesTrace: false,
      passesTags: false,
      audio: { seconds_max: 1, bytes_per_second_min: 1 },
      systemOne: { questions_max: 1_000, prompt_per_question: true },
      priceList,
      hasBillingRecords: false,
    },
    effort: null,
    outputTokensMax: 1_000,
    conversation: null,
    members: [],
    turn: null,
    tokens: null,
    inDoubt: new Set(),
    billingReference: reservation,
    attempt: 1,
    documents: [],
    reservationId: reservation,
    hold: 1_000_000_000n,
    routing: null,
    selection: null,
    bound: { inputTokensMax: 1_000, outputTokensMax: 1_000 },
    unknown: null,
    outcome,
    conclusion: { kind: 'tail', bytes: null },
    ...more,
  };
}

/** A wallet of 10 euro that holds 1 of them, and what became of it since; and the stage over it. */
async function held(...since: readonly WalletCommand[]) {
  const engine = createMemoryEventLog();
  let isAway = false;
  const log: EventLog = {
    append: (...args) => (isAway ? Promise.reject(new EventLogUnavailable('away')) : engine.append(...args)),
    readStream: (...args) => engine.readStream(...args),
    readAll: (...args) => engine.readAll(...args),
    follow: (...args) => engine.follow(...args),
    comparePositions: (a, b) => engine.comparePositions(a, b),
  };
  const told: InferenceFacts[] = [];
  const selectionTelemetry: SelectionTelemetry = { routeChosen: () => undefined, routeSaved: () => undefined };
  const telemetry: Telemetry = {
    inferenceEnded: (facts) => told.push(facts),
    requestEnded: () => undefined,
    warn: () => undefined,
    info: () => undefined,
  };
  const wallets = new Wallets({ log, createId: randomUUID });
  for (const command of [open, credit('10'), ...(since.length > 0 ? since : [reserve('1')])])
    await wallets.execute(walletId, command);
  const pendingEndings = new PendingEndings({
    wallets,
    inHand: new Set<string>(),
    telemetry,
    waitMsMax: 20,
    keptMax: 10,
    retryMs: 1,
  });
  return {
    told,
    pendingEndings,
    setAway: (away: boolean) => void (isAway = away),
    settle: (outcome: Outcome, more: Partial<Answered> = {}) =>
      settle(answeredWith(outcome, more), { pendingEndings, telemetry, selectionTelemetry }),
    last: async () => {
      const recorded = (await engine.readStream(`wallet-${walletId}`)).at(-1);
      return { type: recorded?.type, data: JSON.parse(recorded?.data ?? '{}') as Record<string, unknown> };
    },
  };
}

const counted = usage({ input_tokens: 3, output_tokens: 4 });
const settling = (serviceTier: string | null): Outcome => ({
  kind: 'settle',
  usage: counted,
  serviceTier,
  source: 'upstream',
});

test('counters are charged at the prices of the hold, and the rest is released', async (t) => {
  const stage = await held();
  const { cost } = await stage.settle(settling(null));
  t.is(cost?.total, 11_000n);
  const { type, data } = await stage.last();
  t.is(type, 'ReservationSettled');
  t.like(data, {
    reservation_id: reservation,
    cost_eur: '0.000011000',
    released_eur: '0.999989000',
    price_list_id: 'list',
    price_list_version: '7',
    service_tier: null,
    usage_source: 'upstream',
    resolved_by: null,
  });
  t.deepEqual(stage.told, [
    {
      surface: 'chat_completions',
      profile: 'light',
      target: 'small',
      upstream: 'there',
      outcome: 'settle',
      isRecorded: true,
      isEstimate: false,
      cost: 11_000n,
      usage: counted,
    },
  ]);
});

test('the tier that was used determines the price', async (t) => {
  const stage = await held();
  t.is((await stage.settle(settling('flex'))).cost?.total, 5_500n);
  t.is((await stage.last()).data['service_tier'], 'flex');
});

test('an estimate without a reported tier is priced by the requested one, if that is dearer', async (t) => {
  const estimate = (asked: string | null, source: 'estimate' | 'upstream') => {
    const list = createPriceList({
      id: 'list',
      version: '7',
      eur_per_million_tokens: { input: '1', output: '2' },
      service_tiers: { flex: { input: '0.5', output: '1' }, priority: { input: '10', output: '20' } },
    });
    const outcome = { kind: 'settle', usage: counted, serviceTier: null, source } as const;
    const answered = answeredWith(outcome);
    const { asked: words } = answered.request;
    const request = { ...answered.request, asked: { ...words, serviceTier: asked } };
    return { outcome, more: { request, target: { ...answered.target, priceList: list } } };
  };
  const cases = [
    ['priority', 'estimate', 'priority', '0.000110000'],
    ['flex', 'estimate', null, '0.000011000'],
    ['unknown', 'estimate', null, '0.000011000'],
    [null, 'estimate', null, '0.000011000'],
    ['priority', 'upstream', null, '0.000011000'],
  ] as const;
  for (const [asked, source, service_tier, cost_eur] of cases) {
    const stage = await held();
    const { outcome, more } = estimate(asked, source);
    await stage.settle(outcome, more);
    t.like((await stage.last()).data, { service_tier, cost_eur }, `${asked} ${source}`);
  }
});

test('input that no counter told is charged as the kind that costs most, within the hold', async (t) => {
  const caching = createPriceList({
    id: 'caching',
    version: '1',
    eur_per_million_tokens: { input: '1', cached_input: '0.1', cache_write_1h: '3', output: '2' },
  });
  const { settle: end, last } = await held();
  const seen = usage({ input_tokens: 500, cached_input_tokens: 100, output_tokens: 10 });
  const outcome = {
    kind: 'settle',
    usage: seen,
    serviceTier: null,
    source: 'estimate',
    unreportedInputTokens: 300,
  } as const;
  await end(outcome, { target: { ...answeredWith(outcome).target, priceList: caching } });
  const { data } = await last();
  t.is(data['cost_eur'], '0.001030000', '100 uncached, 100 cached, 300 perhaps written for an hour, 10 of output');
  t.is(data['usage_source'], 'estimate');
});

test('an estimate is charged the dearest prices that its input may have reached, although longer input is cheaper', async (t) => {
  const list = createPriceList({
    id: 'long',
    version: '1',
    eur_per_million_tokens: { input: '10', output: '20' },
    above: [{ input_tokens: 1_000, eur_per_million_tokens: { input: '1', output: '2' }, cheaper: true }],
  });
  const seen = usage({ input_tokens: 2_000, output_tokens: 10 });
  for (const [source, more, cost_eur] of [
    ['upstream', {}, '0.002020000'],
    ['estimate', {}, '0.020200000'],
    ['estimate', { unreportedInputTokens: 1_500 }, '0.020200000'],
  ] as const) {
    const { settle: end, last } = await held();
    const outcome = { kind: 'settle', usage: seen, serviceTier: null, source, ...more } as const;
    await end(outcome, { target: { ...answeredWith(outcome).target, priceList: list } });
    t.is((await last()).data['cost_eur'], cost_eur, source);
  }
});

test('a free outcome is released and one in doubt is flagged, both without a cost', async (t) => {
  const released = await held();
  t.is((await released.settle({ kind: 'release', reason: 'upstream_status_400' })).cost, null);
  t.like(await released.last(), { type: 'ReservationReleased' });
  t.is((await released.last()).data['reason'], 'upstream_status_400');

  const flagged = await held();
  t.is((await flagged.settle({ kind: 'flag', reason: 'stream_cut' })).cost, null);
  t.like(await flagged.last(), { type: 'ReservationFlagged' });
  t.is((await flagged.last()).data['reason'], 'stream_cut');
});

test('a cost above the largest amount is flagged, and not reported as charged', async (t) => {
  const stage = await held();
  const most = usage({ input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: Number.MAX_SAFE_INTEGER });
  const { cost } = await stage.settle({ kind: 'settle', usage: most, serviceTier: null, source: 'upstream' });
  t.is(cost, null);
  t.like(await stage.last(), { type: 'ReservationFlagged', data: { reason: 'refused_amount_exceeds_maximum' } });
  t.like(stage.told[0], { outcome: 'flag', isRecorded: true, cost: 0n, usage: null });
});

test('an attempt that was recorded late and never sent is not in doubt, and the one before it is held for', async (t) => {
  const stage = await held(reserve('1'), fail('1', { leftOpen: leftOpen('0.5') }));
  await stage.settle({ kind: 'flag', reason: 'upstream_reset' }, { attempt: 1 });
  t.like(await stage.last(), { type: 'ReservationReleased', data: { reason: 'not_forwarded' } });
  const sent = await held(reserve('1'), fail('1', { leftOpen: leftOpen('0.5') }));
  await sent.settle({ kind: 'flag', reason: 'upstream_reset' }, { attempt: 2 });
  t.like(await sent.last(), { type: 'ReservationFlagged', data: { reason: 'upstream_reset' } });
});

test('the cost of an earlier attempt is not charged at the prices of a later one', async (t) => {
  const stage = await held(reserve('1'), fail('0.4', { leftOpen: leftOpen('0.5') }));
  const { cost } = await stage.settle({ ...settling(null), source: 'estimate' } as Outcome);
  t.is(cost, null);
  // The later attempt was never sent; what the earlier one may have cost is held by itself.
  t.like(await stage.last(), { type: 'ReservationReleased', data: { reason: 'not_forwarded' } });
});

test('a choice that the reconciler gave up is charged by its own counters', async (t) => {
  const ended = [choosing.reserve('1', '0.3'), choosing.giveUp(choosing.unknown, 'rule')];
  const stage = await held(...ended);
  const { selectionId, counted: spent, choice } = choosing;
  const selection = new SelectionInHand(reservation, { selectionId, cap: 300_000_000n, call: choosing.judge }, choice);
  selection.consumed(spent('0.1'));
  await stage.settle({ kind: 'release', reason: 'selection_failed' }, { selection });
  const { type, data } = await stage.last();
  t.is(type, 'ReservationSettled');
  t.like(data, { reservation_id: selectionId, cost_eur: '0.100000000', usage_source: 'upstream' });
});

test('an unavailable ledger delays no answer, and gets the settlement when it is back', async (t) => {
  const stage = await held();
  stage.setAway(true);
  const { cost } = await stage.settle(settling(null));
  t.is(cost?.total, 11_000n);
  t.like(stage.told[0], { outcome: 'settle', isRecorded: false });
  t.is((await stage.last()).type, 'CreditReserved');
  stage.setAway(false);
  while (stage.pendingEndings.size > 0) await new Promise((resolve) => setImmediate(resolve));
  t.is((await stage.last()).type, 'ReservationSettled');
});
