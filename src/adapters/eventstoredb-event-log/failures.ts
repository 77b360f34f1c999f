import {
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventLogDenied,
  EventLogUnavailable,
  RevisionConflict,
  StreamTombstoned,
} from '../../ports/event-log.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { RemoteFailure, RemoteQuestion } from './messages.ts';

/** What the caller asked for, used in the message. */
export interface RemoteQuestionAsked {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The right that it needs, as words after "the user may not". */
  readonly right: string;
}

/** What the engine denies, in words for an operator. `needed`: the right that the call needs. */
export function denialOf({ what, right }: RemoteFailure & { readonly code: 'denied' }, needed: string): string {
  return what === 'user'
    ? 'the engine does not accept the user or the password of ledger.connection_string'
    : `the user of ledger.connection_string may not ${right ?? needed}`;
}

/** Streams of a category have the same rights; the rest of a name may say more than an operator needs. */
export function streamsLike(stream: string): string {
  return stream.replace(/(?<=[a-z])-.*$/s, '-…');
}

/** The right to read a stream, likewise. */
export function toReadStreams(stream: string): string {
  return `read streams like ${streamsLike(stream)}`;
}

/** The right that a question needs, as words after "the user may not". */
export function rightOf(question: RemoteQuestion): string {
  switch (question.ask) {
    case 'probe':
    case 'all':
    case 'end':
      return 'read the stream $all';
    case 'log_id':
      return 'read and write the metadata of the stream waybill';
    case 'stream':
    case 'stream_back':
    case 'newest':
      return toReadStreams(question.stream);
    case 'delete':
    case 'tombstone':
      return `delete streams like ${streamsLike(question.stream)}`;
    case 'retention':
      return `read and write the metadata of streams like ${streamsLike(question.stream)}`;
  }
}

/** The error of the port for a failure of an append. */
export function remoteFailureToError(failure: RemoteFailure, { stream, expected, right }: RemoteQuestionAsked): Error {
  switch (failure.code) {
    case 'conflict':
      return new RevisionConflict(stream, expected, failure.actual);
    case 'tombstoned':
      return new StreamTombstoned(stream);
    case 'denied':
      return new EventLogDenied(denialOf(failure, right));
    case 'too_large':
      return new AppendTooLarge(failure.message);
    case 'refused':
    case 'unsent':
    case 'silent':
    case 'rewound':
      return new EventLogUnavailable(failure.message);
    case 'unknown':
      return new AppendOutcomeUnknown(failure.message);
  }
}
