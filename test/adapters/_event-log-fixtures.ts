import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import type { EventLogRetention } from '../../src/ports/event-log-retention.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import type {
  EventLog,
  EventToAppend,
  FollowOptions,
  FollowStep,
  Position,
  RecordedEvent,
} from '../../src/ports/event-log.ts';

/** What every engine offers. */
export type EventLogEngine = EventLog & EventLogRetention & LogEndReader & AsyncDisposable;

/** Who takes hidden events off the disk: the engine in `compact`, or its operators, who are not asked here. */
export type Removal = 'by compaction' | 'by its operators';

/** The engine under test: its name for the titles, one log for all tests that mind their own streams only. */
export interface EngineUnderTest {
  readonly name: string;
  readonly removal: Removal;
  /** The log that tests share. */
  shared(): Promise<EventLogEngine>;
  /** A log of the test's own, closed after it. */
  own(t: ExecutionContext): Promise<EventLogEngine>;
}

/** Opens the shared log when it is first needed, and closes it after the last test. */
export function engineUnderTest(name: string, open: () => Promise<EventLogEngine>, removal: Removal): EngineUnderTest {
  let shared: Promise<EventLogEngine> | null = null;
  test.after.always(`${name}: the shared log closes`, async () => {
    await (await shared)?.[Symbol.asyncDispose]();
  });
  return {
    name,
    removal,
    shared: () => (shared ??= open()),
    async own(t) {
      const log = await open();
      t.teardown(() => log[Symbol.asyncDispose]());
      return log;
    },
  };
}

/**
 * A stream, or a prefix of streams, that no other test uses. By default its category is none of Waybill's: gateways on
 * the same database fold the events of their categories, and those of the tests stop a read model for good.
 */
export function freshName(category = 'conformance'): string {
  return `${category}-${randomUUID()}`;
}

export function event(overrides: Partial<EventToAppend> = {}): EventToAppend {
  return { id: randomUUID(), type: 'CreditReserved', data: '{"amount":"1.5"}', metadata: '{}', ...overrides };
}

export function events(count: number): EventToAppend[] {
  return Array.from({ length: count }, () => event());
}

export function idsOf(recorded: readonly { readonly id: string }[]): string[] {
  return recorded.map(({ id }) => id);
}

/** Every event from `after` on, page by page. */
export async function readAllPages(
  log: EventLog,
  streamPrefixes: readonly string[],
  limit = 1_000,
): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = await log.readAll({ streamPrefixes, limit, ...(after === undefined ? {} : { after }) });
    all.push(...page);
    after = page.at(-1)?.position;
    if (page.length < limit) return all;
  }
}

const isPatient =
  process.env['WAYBILL_TEST_SLOW_ENGINE'] === '1' || process.env['WAYBILL_TEST_EVENTSTOREDB_URL'] !== undefined;
/** How long a follower may take, milliseconds. */
export const followMsMax = isPatient ? 300_000 : 100_000;

/** Follows until `enough` says so. */
export async function followUntil(
  log: EventLog,
  options: Omit<FollowOptions, 'signal'>,
  enough: (seen: readonly RecordedEvent[], step: FollowStep) => boolean,
): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  for await (const step of log.follow({ ...options, signal: AbortSignal.timeout(followMsMax) })) {
    if (step.kind === 'events') seen.push(...step.events);
    if (enough(seen, step)) return seen;
  }
  throw new Error(`gave up with ${seen.length} events`);
}
