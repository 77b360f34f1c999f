import { randomUUID } from 'node:crypto';
import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { ledgerPart } from '../../src/ledger/verify/ledger-part.ts';
import { replayPart, type PartReplay, type PartReport } from '../../src/ledger/verify/part-replay.ts';
import { verifyLedger, type LedgerVerdict, type VerifyLedgerOptions } from '../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog, RecordedEvent } from '../../src/ports/event-log.ts';
import type { ReadModels } from '../../src/ports/read-models.ts';
import { roundsOf } from '../_support/nightly.ts';
import { otherWalletId, projectAll, recordedLedgerTimes, recordLedger } from '../_support/recorded-ledger.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { logHolding } from './_tampered-log.ts';

/** The replay in parts finds what the replay of the whole finds. Digests are an audit's, and are not looked at. */

const now = recordedLedgerTimes.overdue;
const counts = [2, 3, 5];
const closedWallet = the.id('a', 3);

const hold = (n: number): WalletCommand => ({ ...the.reserve('0.5'), reservationId: the.id('d', n) });
const transfer = the.id('6', 1);

/** Closed every four events, so that streams of their own keep what it credited; and money that goes to another wallet. */
const closedLife: readonly WalletCommand[] = [
  { ...the.open, walletId: closedWallet },
  ...[1, 2, 3].map((n) => the.credit('5', the.id('8', n))),
  hold(1),
  { ...the.debit('1'), debitId: the.id('9', 1) },
  hold(2),
  { ...the.debit('2'), debitId: transfer, cause: { kind: 'transfer', id: transfer, wallet_id: otherWalletId } },
  { ...the.release(), reservationId: the.id('d', 1) },
];

interface Ledger {
  readonly log: EventLog;
  readonly events: readonly RecordedEvent[];
  readonly readModels: ReadModels;
}

async function recorded(): Promise<Ledger> {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  const closingTimes = { events: 4, milliseconds: 86_400_000 };
  const wallets = new Wallets({ log, mintId: randomUUID, closingTimes });
  const execute = async (walletId: string, command: WalletCommand): Promise<void> => {
    const answer = await wallets.execute(walletId, command);
    if (!answer.accepted) throw new Error(`${command.type} was refused: ${answer.refusal}`);
  };
  for (const command of closedLife) await execute(closedWallet, command);
  await execute(otherWalletId, {
    ...the.credit('2'),
    creditId: transfer,
    cause: { kind: 'transfer', id: transfer, wallet_id: closedWallet },
  });
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  await projectAll(log, readModels);
  return { log, events: await log.readAll({ limit: 1_000 }), readModels };
}

const nothingFound = async () => ({ events: 0, note: null, fault: null });

function optionsOf({ log, readModels }: Ledger, events: readonly RecordedEvent[]): VerifyLedgerOptions {
  return { log: logHolding(log, events), audit: nothingFound, readModels, projections: projectionCatalogue, now };
}

/** Each part is given what it says that it takes, and nothing else. */
function replayOf(
  { log, readModels }: Ledger,
  events: readonly RecordedEvent[],
  [number, count]: readonly [number, number],
): Promise<PartReport | null> {
  const { takes, takenTypes } = ledgerPart(number, count);
  const taken = events.filter(({ stream, type }) => takes(stream) || takenTypes.some((it) => it === type));
  return replayPart({
    log: logHolding(log, taken),
    readModels,
    projections: projectionCatalogue,
    now,
    number,
    count,
  });
}

const partsOf = (ledger: Ledger, events: readonly RecordedEvent[], count: number): readonly PartReplay[] =>
  Array.from({ length: count }, (_, index) => () => replayOf(ledger, events, [index + 1, count]));

/** The log cannot be read whole: whatever the verdict is, it comes from the parts. */
const unreadable: EventLog['readAll'] = () => Promise.reject(new Error('the log was read whole'));

test('a ledger that is right verifies in any number of parts, with the same verdict', async (t) => {
  const ledger = await recorded();
  const options = optionsOf(ledger, ledger.events);
  const whole = await verifyLedger(options);
  t.true(whole.ok, JSON.stringify(whole));
  t.true(ledger.events.some(({ type }) => type === 'CreditIdKept'));
  for (const count of counts) {
    const log = { ...options.log, readAll: unreadable };
    const parts = partsOf(ledger, ledger.events, count);
    t.deepEqual(await verifyLedger({ ...options, log, parts }), whole, `${count} parts`);
  }
});

test('each wallet belongs to one part, and its events are counted once', async (t) => {
  const ledger = await recorded();
  for (const count of counts) {
    const reports = await Promise.all(partsOf(ledger, ledger.events, count).map((replay) => replay(unheard)));
    t.is(
      reports.reduce((sum, report) => sum + (report?.events ?? 0), 0),
      ledger.events.length,
    );
    t.is(
      reports.reduce((sum, report) => sum + (report?.wallets ?? 0), 0),
      3,
    );
  }
});

const unheard = { onProgress: () => undefined, signal: new AbortController().signal };

/** One change of what the log holds; `null`: it changes nothing. */
type Edit = (events: readonly RecordedEvent[], random: SeededRandom) => readonly RecordedEvent[] | null;

const placeIn = (events: readonly RecordedEvent[], random: SeededRandom): number => random.whole(0, events.length - 1);

/** Another event's value of the same kind, a number more, or the other truth, somewhere in the data. */
const changedValue: Edit = (events, random) => {
  const place = placeIn(events, random);
  const event = events[place];
  const other = events[placeIn(events, random)];
  if (event === undefined || other === undefined) return null;
  const valuesOf = (data: string): string[] => data.match(/(?<=[:[,])("[^"]*"|\d+|true|false|null)/g) ?? [];
  const [values, others] = [valuesOf(event.data), valuesOf(other.data)];
  const [value, replacement] = [random.oneOf(['', ...values]), random.oneOf(['', ...others])];
  if (value === '' || replacement === '' || value === replacement) return null;
  const parts = event.data.split(value);
  const at = random.whole(1, parts.length - 1);
  const data = parts.slice(0, at).join(value) + replacement + parts.slice(at).join(value);
  return events.with(place, { ...event, data });
};

/** Streams stay without gaps: those are an audit's. */
const dropped: Edit = (events, random) => events.toSpliced(placeIn(events, random), 1);

const moved: Edit = (events, random) => {
  const [from, to] = [placeIn(events, random), placeIn(events, random)];
  const [a, b] = [events[from], events[to]];
  if (a === undefined || b === undefined || from === to) return null;
  const { position: positionA } = a;
  return events.with(from, { ...b, position: positionA }).with(to, { ...a, position: b.position });
};

const elsewhere: Edit = (events, random) => {
  const [place, target] = [placeIn(events, random), events[placeIn(events, random)]];
  const event = events[place];
  if (event === undefined || target === undefined || event.stream === target.stream) return null;
  return events.with(place, { ...event, stream: target.stream });
};

const edits: readonly [Edit, ...Edit[]] = [changedValue, changedValue, changedValue, dropped, moved, elsewhere];

const outcome = (verdict: LedgerVerdict): string => (verdict.ok ? 'right' : verdict.difference.kind);

test('one of the parts finds a difference if and only if the whole replay finds one', async (t) => {
  const rounds = roundsOf(t, { ordinary: 400, nightly: 20_000 });
  const ledger = await recorded();
  const random = randomOf(t);
  const found: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const events = random.oneOf(edits)(ledger.events, random);
    if (events === null) continue;
    const whole = await verifyLedger(optionsOf(ledger, events));
    const count = random.whole(2, 5);
    const reports = await Promise.all(partsOf(ledger, events, count).map((replay) => replay(unheard)));
    const areRight = reports.every((report) => report !== null);
    t.is(areRight, whole.ok, `${count} parts, ${JSON.stringify(whole)}`);
    found[outcome(whole)] = (found[outcome(whole)] ?? 0) + 1;
  }
  t.log(found);
  t.true(Object.keys(found).length > 10);
});

test('a difference that a part finds is named by a second replay of the whole', async (t) => {
  const ledger = await recorded();
  const events = ledger.events.filter(({ type }) => type !== 'CreditIdKept');
  const options = optionsOf(ledger, events);
  const verdict = await verifyLedger({ ...options, parts: partsOf(ledger, events, 3) });
  t.like(verdict, { ok: false, difference: { kind: 'kept_id' } });
  t.deepEqual(verdict, await verifyLedger(options));
});

test('a part that fails, and a fault that the audit finds, end the other parts', async (t) => {
  const ledger = await recorded();
  const options = optionsOf(ledger, ledger.events);
  const ended: string[] = [];
  const waiting: PartReplay = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        ended.push('a part');
        reject(new Error('ended'));
      });
    });
  const failing: PartReplay = () => Promise.reject(new Error('the thread died'));
  t.true((await verifyLedger({ ...options, parts: [waiting, failing] })).ok);
  t.is(ended.length, 1);
  const fault = { kind: 'digest', position: null, stream: null, revision: null, expected: 'a', found: 'b' } as const;
  const audit = async () => ({ events: 0, note: null, fault });
  t.like(await verifyLedger({ ...options, audit, parts: [waiting, waiting] }), {
    ok: false,
    difference: { kind: 'digest' },
  });
  t.is(ended.length, 3);
});
