// What every data directory of a test is held to at its end: `waybill ledger verify` finds nothing, and what was charged
// is what the sandbox upstream counted, surface by surface.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Usage } from '../../infra/sandbox-upstream/usage.ts';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openAuditedFile, type AuditedFile } from '../../src/adapters/sqlite-event-log/audited-file.ts';
import { openSqliteReadModels } from '../../src/adapters/sqlite-read-models.ts';
import type { InferenceRecord } from '../../src/domain/wallet-entries/inference-record.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import { readModelsFile } from '../../src/composition/data-directory-identity.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { thinnedPrefixes } from '../../src/ledger/stream-names.ts';
import { sandboxAt } from './sandbox.ts';

/** The upstream that has billing records in tests. */
const recordsOf = 'sandbox';

/** Raises for a ledger in one of the places where tests have it, if there is one, that is not right. */
export async function auditLedger(directory: string): Promise<void> {
  for (const place of [directory, join(directory, 'data')]) {
    const path = join(place, 'ledger.db');
    if (!existsSync(path)) continue;
    // As the command does it: without the thread of an event log, of which every test would start another one.
    using log = openAuditedFile(path);
    await assertVerified(log, place);
    await assertCountedAsBooked(log, join(directory, 'waybill.yaml'));
  }
}

async function assertVerified(log: AuditedFile, place: string): Promise<void> {
  const path = join(place, readModelsFile(null));
  if (!existsSync(path)) return;
  using readModels = openSqliteReadModels({ path, comparePositions: (a, b) => log.comparePositions(a, b) });
  const verdict = await verifyLedger({ log, readModels, projections: projectionCatalogue, now: Date.now() });
  assert.ok(verdict.ok, `the ledger is not right: ${JSON.stringify(verdict)}`);
}

/** Quantities of a bill, or of a usage: each token once. */
interface Counted {
  readonly input: number;
  readonly output: number;
  readonly searches: number;
  readonly fetches: number;
}

async function assertCountedAsBooked(log: AuditedFile, configPath: string): Promise<void> {
  const booked = await bookedUsage(configPath);
  if (booked.size === 0) return;
  const inferences = new Map<string, InferenceRecord>();
  /** The billing reference of an attempt, by the reservation that is charged for it. */
  const references = new Map<string, string>();
  for (const { type, data } of walletEventsOf(log)) {
    if (type === 'CreditReserved') inferences.set(data.reservation_id, data.inference);
    if (type === 'CreditReserved' && data.attempt_of !== undefined) {
      references.set(data.reservation_id, data.attempt_of.billing_reference);
    }
    if (type === 'AttemptFailed') {
      inferences.set(data.reservation_id, data.next.inference);
      references.set(data.reservation_id, data.next.billing_reference);
    }
    if (type === 'SelectionCharged') {
      if (data.answer !== undefined) inferences.set(data.reservation_id, data.answer.inference);
      const call = booked.get(data.selection_id);
      if (call !== undefined && data.usage_known)
        assert.deepEqual(countedIn(data), countedInRecords(call, data), data.selection_id);
    }
    if (type !== 'ReservationSettled' && type !== 'ReleasedReservationCharged') continue;
    const usage = booked.get(references.get(data.reservation_id) ?? data.reservation_id);
    if (usage === undefined || (data.usage_source !== 'upstream' && data.usage_source !== 'billing_records')) continue;
    const inference = inferences.get(data.reservation_id);
    // An upstream without billing records is charged as its answers say, which may be less exact.
    if (inference?.upstream !== recordsOf) continue;
    const about = `${inference.surface} ${data.reservation_id}`;
    assert.deepEqual(countedIn(data), countedInRecords(usage, data), about);
  }
}

/** What the sandbox that is configured charged, by reservation; empty where it is gone, or where it is none. */
async function bookedUsage(configPath: string): Promise<ReadonlyMap<string, Usage>> {
  if (!existsSync(configPath)) return new Map();
  // A configuration that a test wrote.
  const { upstreams = {} } = parse(readFileSync(configPath, 'utf8')) as {
    readonly upstreams?: Readonly<Record<string, { readonly base_url: string }>>;
  };
  const url = upstreams[recordsOf]?.base_url;
  const report = url === undefined ? undefined : await sandboxAt(url)?.billingRecords();
  return new Map(
    (report?.entries ?? []).flatMap(({ reservation_id: id, usage }) =>
      id === null || usage === null ? [] : [[id, usage] as const],
    ),
  );
}

function* walletEventsOf(log: AuditedFile): Generator<WalletEvent> {
  for (const { events } of log.pages({ thinnedPrefixes })) {
    for (const { stream, type, data } of events) {
      // Wallet streams hold wallet events only.
      if (stream.startsWith('wallet-')) yield { type, data: JSON.parse(data) as unknown } as WalletEvent;
    }
  }
}

type Bill = Pick<WalletEventOf<'ReservationSettled'>['data'], 'lines'>;

const isMeasuredOtherwise = ({ lines }: Bill): boolean =>
  lines.some(({ counter }) => counter === 'input_characters' || counter === 'audio_milliseconds');

function countedIn({ lines }: Bill): Counted {
  const sum = (isCounted: (counter: string) => boolean): number =>
    lines.reduce((total, { counter, quantity }) => total + (isCounted(counter) ? quantity : 0), 0);
  const isOutput = (counter: string): boolean => /^(output|reasoning|audio_output)$/.test(counter);
  const isUse = (counter: string): boolean => counter.startsWith('web_');
  return {
    input: sum((counter) => !isOutput(counter) && !isUse(counter)),
    output: sum(isOutput),
    searches: sum((counter) => counter === 'web_searches'),
    fetches: sum((counter) => counter === 'web_fetches'),
  };
}

function countedInRecords(usage: Usage, bill: Bill): Counted {
  const count = (holder: Usage | number | undefined, name: string): number | undefined => {
    const value = typeof holder === 'object' ? holder[name] : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  const tool = (name: string): Usage | number | undefined => usage[name];
  const caches = (count(usage, 'cache_creation_input_tokens') ?? 0) + (count(usage, 'cache_read_input_tokens') ?? 0);
  const tokens = (count(usage, 'prompt_tokens') ?? count(usage, 'input_tokens') ?? 0) + caches;
  const seconds = count(usage, 'seconds');
  const otherwise = count(usage, 'input_characters') ?? (seconds === undefined ? undefined : seconds * 1_000);
  // Charged by what the upstream did not count: nothing to compare with.
  if (isMeasuredOtherwise(bill) && otherwise === undefined) return countedIn(bill);
  const responses = tool('tool_usage');
  return {
    input: isMeasuredOtherwise(bill) ? (otherwise ?? 0) : tokens,
    output: isMeasuredOtherwise(bill) ? 0 : (count(usage, 'completion_tokens') ?? count(usage, 'output_tokens') ?? 0),
    searches:
      count(tool('server_tool_use'), 'web_search_requests') ??
      count(typeof responses === 'object' ? responses['web_search'] : undefined, 'num_requests') ??
      0,
    fetches: count(tool('server_tool_use'), 'web_fetch_requests') ?? 0,
  };
}
