import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { remoteEventFields } from './messages.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { LogPlace } from './positions.ts';

/** A prefix that matches no stream, for a filter with an empty list of prefixes. */
const noStreamPrefix = '\u0000';
/** All types but the engine's own, which begin with a dollar sign. */
const ownTypesPattern = '^[^$].*';

const { BACKWARDS, FORWARDS } = streams.ReadReq.Options.ReadDirection;

const encoder = new TextEncoder();
const empty = new shared.Empty();

/** Where a read of a stream begins, and its direction. */
export interface StreamStart {
  readonly from: number | 'end';
  readonly isBackwards: boolean;
}

/** Backwards from the newest event. */
export const newest: StreamStart = { from: 'end', isBackwards: true };

export function streamRequest(stream: string, { from, isBackwards }: StreamStart, count: number): streams.ReadReq {
  const place = new streams.ReadReq.Options.StreamOptions();
  place.setStreamIdentifier(identifierOf(stream));
  if (from === 'end') place.setEnd(empty);
  else place.setRevision(String(from));
  const options = pageOptions(count, isBackwards);
  options.setStream(place);
  options.setNoFilter(empty);
  return requestOf(options);
}

/**
 * A page of the whole log from a place on, inclusive, including the engine's own events. It has no filter, because a
 * filtered read is silent until an event matches, however long that takes.
 */
export function allRequest(from: LogPlace | null, count: number): streams.ReadReq {
  const options = pageOptions(count, false);
  options.setAll(allFrom(from));
  options.setNoFilter(empty);
  return requestOf(options);
}

/** A page of the whole log, newest first, from a place back, inclusive; `null`: from the end. */
export function backwardsRequest(from: LogPlace | null, count: number): streams.ReadReq {
  const options = pageOptions(count, true);
  const all = from === null ? new streams.ReadReq.Options.AllOptions() : allFrom(from);
  if (from === null) all.setEnd(empty);
  options.setAll(all);
  options.setNoFilter(empty);
  return requestOf(options);
}

/** A subscription to the whole log after a place, exclusive. */
export function subscriptionRequest(after: LogPlace | null, prefixes: readonly string[] | null): streams.ReadReq {
  const options = optionsWithTextIds();
  options.setAll(allFrom(after));
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  options.setFilter(filterOf(prefixes));
  return requestOf(options);
}

/** One append as one message. `type` and `content-type` are the engine's names. */
export function appendRequest(
  correlation: string,
  stream: string,
  expected: ExpectedRevision,
  fields: readonly string[],
): streams.BatchAppendReq {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifierOf(stream));
  if (expected === 'no_stream') options.setNoStream(empty);
  else if (expected === 'any') options.setAny(empty);
  else if (expected === 'stream_exists') options.setStreamExists(empty);
  else options.setStreamPosition(String(expected));
  // No deadline: it is a time of day, which a server with a different clock may consider past.
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuidOf(correlation));
  request.setOptions(options);
  request.setIsFinal(true);
  for (let at = 0; at < fields.length; at += remoteEventFields) {
    const message = new streams.BatchAppendReq.ProposedMessage();
    message.setId(uuidOf(fields[at] ?? ''));
    message
      .getMetadataMap()
      .set('type', fields[at + 1] ?? '')
      .set('content-type', 'application/json');
    message.setData(encoder.encode(fields[at + 2]));
    message.setCustomMetadata(encoder.encode(fields[at + 3]));
    request.addProposedMessages(message);
  }
  return request;
}

function identifierOf(stream: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(encoder.encode(stream));
  return identifier;
}

function uuidOf(text: string): shared.UUID {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}

function pageOptions(count: number, isBackwards: boolean): streams.ReadReq.Options {
  const options = optionsWithTextIds();
  options.setCount(String(count));
  options.setReadDirection(isBackwards ? BACKWARDS : FORWARDS);
  return options;
}

function optionsWithTextIds(): streams.ReadReq.Options {
  const uuid = new streams.ReadReq.Options.UUIDOption();
  uuid.setString(empty);
  const options = new streams.ReadReq.Options();
  options.setUuidOption(uuid);
  return options;
}

function allFrom(place: LogPlace | null): streams.ReadReq.Options.AllOptions {
  const all = new streams.ReadReq.Options.AllOptions();
  if (place === null) {
    all.setStart(empty);
    return all;
  }
  const position = new streams.ReadReq.Options.Position();
  position.setCommitPosition(place.commit);
  position.setPreparePosition(place.prepare);
  all.setPosition(position);
  return all;
}

/** Filters by prefixes of stream names; without them, by type, which leaves out the engine's own events. */
function filterOf(prefixes: readonly string[] | null): streams.ReadReq.Options.FilterOptions {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  const filter = new streams.ReadReq.Options.FilterOptions();
  if (prefixes === null || prefixes.includes('')) {
    expression.setRegex(ownTypesPattern);
    filter.setEventType(expression);
  } else {
    expression.setPrefixList(prefixes.length === 0 ? [noStreamPrefix] : [...prefixes]);
    filter.setStreamIdentifier(expression);
  }
  filter.setCount(empty);
  filter.setCheckpointintervalmultiplier(1);
  return filter;
}

function requestOf(options: streams.ReadReq.Options): streams.ReadReq {
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}
