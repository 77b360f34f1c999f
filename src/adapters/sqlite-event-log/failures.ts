import {
  AppendOutcomeUnknown,
  EventLogBusy,
  EventLogUnavailable,
  RevisionConflict,
  StreamTombstoned,
} from '../../ports/event-log.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { Failure } from './messages.ts';

/** What the caller asked for, used in the message. */
export interface QuestionAsked {
  readonly stream: string;
  readonly expected: ExpectedRevision;
}

/** The error of the port for a refusal of the worker. */
export function failureToError(failure: Failure, { stream, expected }: QuestionAsked): Error {
  switch (failure.code) {
    case 'conflict':
      return new RevisionConflict(stream, expected, failure.actual);
    case 'tombstoned':
      return new StreamTombstoned(stream);
    case 'busy':
      return new EventLogBusy(failure.message);
    case 'unavailable':
      return new EventLogUnavailable(failure.message);
    case 'unknown':
      return new AppendOutcomeUnknown(failure.message);
  }
}
