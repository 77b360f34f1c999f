import {
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventLogUnavailable,
  RevisionConflict,
  StreamTombstoned,
} from '../../ports/event-log.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { Failure } from './messages.ts';

/** What the caller asked for, used in the message. */
export interface Asked {
  readonly stream: string;
  readonly expected: ExpectedRevision;
}

/** The error of the port for a failure of an append. */
export function failureToError(failure: Failure, { stream, expected }: Asked): Error {
  switch (failure.code) {
    case 'conflict':
      return new RevisionConflict(stream, expected, failure.actual);
    case 'tombstoned':
      return new StreamTombstoned(stream);
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
