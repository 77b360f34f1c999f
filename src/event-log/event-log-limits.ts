import { AppendTooLarge } from '../ports/event-log.ts';
import type { EventToAppend, ExpectedRevision } from '../ports/event-log.ts';
import type { StreamRetention } from '../ports/event-log-retention.ts';

/** Most events of one append. */
export const appendEventsMax = 1_000;
/** Most UTF-8 bytes of one event's data. */
const eventDataBytesMax = 256 * 1024;
/** Most bytes of one append, by {@link appendBytesOf}: the default limit of EventStoreDB 24.10, the strictest server. */
export const appendBytesMax = 1024 * 1024;
/** Most events of one read, and the default. */
export const readEventsMax = 10_000;
const readEventsDefault = 1_000;
/** Most events of one batch of a follower. */
export const followBatchEventsMax = 1_000;

// UTF-8 needs at most three bytes for one UTF-16 unit, so short texts need not be counted.
const utf8BytesPerUnitMax = 3;

/**
 * What an event counts for in {@link appendBytesMax}: its data and metadata in UTF-8 and its type in UTF-16, as a server
 * 24.10 counts them. Other servers count less.
 */
export function appendBytesOf({ type, data, metadata }: Pick<EventToAppend, 'type' | 'data' | 'metadata'>): number {
  return Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length;
}

/**
 * Checks an append against the limits of the contract, which are the same for every engine. Raises
 * {@link AppendTooLarge}; a `RangeError` for an append without events or a stream without a name.
 */
export function checkAppend(stream: string, events: readonly EventToAppend[]): void {
  if (stream === '') throw new RangeError('a stream needs a name');
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  if (events.length > appendEventsMax) {
    throw new AppendTooLarge(`${events.length} events in one append, the most is ${appendEventsMax}`);
  }
  let units = 0;
  for (const { type, data, metadata } of events) {
    units += type.length + data.length + metadata.length;
    if (data.length * utf8BytesPerUnitMax > eventDataBytesMax) checkData(data);
  }
  if (units * utf8BytesPerUnitMax > appendBytesMax) checkTotal(events);
}

/** Raises `RangeError` for a number that is not a revision. */
export function checkExpectedRevision(expected: ExpectedRevision): void {
  if (typeof expected === 'string' || (Number.isSafeInteger(expected) && expected >= 0)) return;
  throw new RangeError(`an expected revision is a whole number from 0, not ${expected}`);
}

/** The number of events a read returns at most. Raises `RangeError` outside 1 to 10,000. */
export function checkReadLimit(limit: number | undefined): number {
  if (limit === undefined) return readEventsDefault;
  if (Number.isInteger(limit) && limit >= 1 && limit <= readEventsMax) return limit;
  throw new RangeError(`a read returns 1 to ${readEventsMax} events, not ${limit}`);
}

/** Raises `RangeError` when a retention rule is out of its range. */
export function checkRetention({ truncateBefore, maxCount, maxAgeSeconds }: StreamRetention): void {
  checkRule('truncateBefore', truncateBefore, 0);
  checkRule('maxCount', maxCount, 1);
  checkRule('maxAgeSeconds', maxAgeSeconds, 1);
}

function checkRule(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new RangeError(`${name} is a whole number of at least ${least}, not ${value}`);
}

function checkData(data: string): void {
  const bytes = Buffer.byteLength(data);
  if (bytes <= eventDataBytesMax) return;
  throw new AppendTooLarge(`the data of one event has ${bytes} bytes, the most is ${eventDataBytesMax}`);
}

function checkTotal(events: readonly EventToAppend[]): void {
  const bytes = events.reduce((sum, event) => sum + appendBytesOf(event), 0);
  if (bytes <= appendBytesMax) return;
  throw new AppendTooLarge(`${bytes} bytes in one append, the most is ${appendBytesMax}`);
}
