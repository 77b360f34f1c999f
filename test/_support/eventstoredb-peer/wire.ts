// Between the peer's records and the messages of the client's own generated protocol.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import anyMessage from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessage from 'google-protobuf/google/protobuf/empty_pb.js';
import { DELETED_STREAM } from './peer-store.ts';
import type { PeerEvent, PeerExpectation, PeerPosition, PeerVerdict } from './peer-store.ts';
import type { ProposedEvent } from './peer-version.ts';

/** Where nobody knows the position: -1 as an unsigned number. */
const NO_POSITION = '18446744073709551615';
const LARGEST_INT64 = '9223372036854775807';

/** An error as gRPC carries it. */
export interface PeerError {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

export function peerError(code: number, details: string, exception: Record<string, string> = {}): PeerError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(exception)) metadata.set(name, value);
  return { code, details, metadata };
}

/** What ends a live subscription whose client lags, in the words of a server 23.10. */
export function tooSlow(): PeerError {
  return peerError(status.ABORTED, 'Consumer too slow to handle event while live. Client resubscription required.');
}

/** To whoever names no user, or another password. */
export function unauthenticated(): PeerError {
  return peerError(status.UNAUTHENTICATED, 'Received HTTP status code 401');
}

export function accessDenied(): PeerError {
  return peerError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

/** To whoever needs the leader while none is elected. */
export function notReady(): PeerError {
  return peerError(status.UNAVAILABLE, 'Server Is Not Ready');
}

export function notLeader(host: string, port: number): PeerError {
  return peerError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
}

export function streamDeleted(stream: string): PeerError {
  return peerError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongVersion(stream: string, expected: PeerExpectation, currentRevision: number): PeerError {
  return peerError(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion.`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected === 'no_stream' ? -1 : typeof expected === 'number' ? expected : -2),
    ...(currentRevision < 0 ? {} : { 'actual-version': String(currentRevision) }),
  });
}

export function nameOf(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function identifierOf(stream: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(new TextEncoder().encode(stream));
  return identifier;
}

export function proposedEvents(messages: readonly streams.BatchAppendReq.ProposedMessage[]): ProposedEvent[] {
  return messages.map((message) => ({
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }));
}

interface Expecting {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

export function expectationOf(options: Expecting, revision: string): PeerExpectation {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(revision);
}

/** What becomes of an append that is not judged. */
export type PeerFailure = { readonly is: 'timeout' } | { readonly is: 'denied' };

/** The answer to one append of a batch stream. */
export function batchAnswer(
  correlation: shared.UUID | undefined,
  stream: string,
  verdict: PeerVerdict | PeerFailure,
): streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlation);
  answer.setStreamIdentifier(identifierOf(stream));
  if (verdict.is === 'written') answer.setSuccess(successOf(verdict.lastRevision, verdict.position));
  else answer.setError(errorOf(stream, verdict));
  return answer;
}

/** An error with details of a known type that are none. */
export function garbledAnswer(correlation: shared.UUID | undefined, stream: string): streams.BatchAppendResp {
  const details = new anyMessage.Any();
  details.pack(Uint8Array.of(255, 255, 255), 'event_store.client.WrongExpectedVersion');
  const error = new statuses.Status();
  error.setDetails(details);
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlation);
  answer.setStreamIdentifier(identifierOf(stream));
  answer.setError(error);
  return answer;
}

/** Neither success nor error. */
export function blankAnswer(correlation: shared.UUID | undefined, stream: string): streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlation);
  answer.setStreamIdentifier(identifierOf(stream));
  return answer;
}

/** What a server answers to an append while it starts or elects: no known type of error, only words. */
export function notReadyAnswer(correlation: shared.UUID | undefined, stream: string): streams.BatchAppendResp {
  const details = new anyMessage.Any();
  details.pack(new emptyMessage.Empty().serializeBinary(), 'google.protobuf.Empty');
  const error = new statuses.Status();
  error.setMessage('Server Is Not Ready');
  error.setDetails(details);
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(correlation);
  answer.setStreamIdentifier(identifierOf(stream));
  answer.setError(error);
  return answer;
}

function successOf(lastRevision: number, at: PeerPosition | null): streams.BatchAppendResp.Success {
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(lastRevision));
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(at === null ? NO_POSITION : String(at.commit));
  position.setPreparePosition(at === null ? NO_POSITION : String(at.prepare));
  success.setPosition(position);
  return success;
}

function errorOf(stream: string, verdict: Exclude<PeerVerdict, { is: 'written' }> | PeerFailure): statuses.Status {
  const error = new statuses.Status();
  const details = new anyMessage.Any();
  if (verdict.is === 'timeout') {
    details.pack(new shared.Timeout().serializeBinary(), 'event_store.client.Timeout');
  } else if (verdict.is === 'denied') {
    details.pack(new shared.AccessDenied().serializeBinary(), 'event_store.client.AccessDenied');
  } else if (verdict.is === 'too_large') {
    const exceeded = new shared.MaximumAppendSizeExceeded();
    exceeded.setMaxappendsize(verdict.bytesMax);
    details.pack(exceeded.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  } else if (verdict.is === 'deleted') {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(identifierOf(stream));
    details.pack(deleted.serializeBinary(), 'event_store.client.StreamDeleted');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (verdict.currentRevision < 0) wrong.setCurrentNoStream(new emptyMessage.Empty());
    else wrong.setCurrentStreamRevision(String(verdict.currentRevision));
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  error.setDetails(details);
  return error;
}

export function eventMessage({ stream, revision, position, createdMs, ...event }: PeerEvent): streams.ReadResp {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  record.setId(id);
  record.setStreamIdentifier(identifierOf(stream));
  record.setStreamRevision(revision === DELETED_STREAM ? LARGEST_INT64 : String(revision));
  record.setCommitPosition(String(position.commit));
  record.setPreparePosition(String(position.prepare));
  record.getMetadataMap().set('type', event.type);
  record.getMetadataMap().set('content-type', event.contentType);
  record.getMetadataMap().set('created', `${createdMs}0000`);
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(String(position.commit));
  const message = new streams.ReadResp();
  message.setEvent(read);
  return message;
}

export function notFoundMessage(stream: string): streams.ReadResp {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(stream));
  const message = new streams.ReadResp();
  message.setStreamNotFound(missing);
  return message;
}

export function confirmationMessage(id: string): streams.ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const message = new streams.ReadResp();
  message.setConfirmation(confirmation);
  return message;
}

export function checkpointMessage({ commit, prepare }: PeerPosition): streams.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(commit));
  checkpoint.setPreparePosition(String(prepare));
  const message = new streams.ReadResp();
  message.setCheckpoint(checkpoint);
  return message;
}

export function caughtUpMessage(): streams.ReadResp {
  const message = new streams.ReadResp();
  message.setCaughtUp(new streams.ReadResp.CaughtUp());
  return message;
}

export function fellBehindMessage(): streams.ReadResp {
  const message = new streams.ReadResp();
  message.setFellBehind(new streams.ReadResp.FellBehind());
  return message;
}

/** What a filter of the protocol lets through. */
export function filterOf(options: streams.ReadReq.Options): (event: PeerEvent) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  const subject = (event: PeerEvent): string => (onStream === undefined ? event.type : event.stream);
  const regex = expression?.getRegex() ?? '';
  if (regex !== '') {
    const pattern = new RegExp(regex);
    return (event) => pattern.test(subject(event));
  }
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => prefixes.some((prefix) => subject(event).startsWith(prefix));
}
