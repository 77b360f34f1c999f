import {
  AccessDeniedError,
  convertToCommandError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  UnsupportedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { LogRewound } from './known-event.ts';
import { EngineSilent } from './silence-watch.ts';
import type { RemoteFailure } from './messages.ts';

/** gRPC's messages for a call that never reached a connection. */
const neverSentPattern = /No connection established|Name resolution failed|Failed to discover/;
const abortedCode = 10;
const permissionDeniedCode = 7;
const unauthenticatedCode = 16;
const unimplementedCode = 12;
/**
 * gRPC statuses after which another try, perhaps at another node, may succeed at once: cancelled, unknown, internal,
 * unavailable, data loss. A call that a server or a proxy resets is internal, one whose handler fails while the server
 * stops is unknown.
 */
const passingCodes: ReadonlySet<unknown> = new Set([1, 2, 13, 14, 15]);

/** Why a call failed. An error that could also mean a lost answer is `unknown`. */
export function engineFailureOf(error: unknown): RemoteFailure {
  if (error instanceof EngineSilent) return { code: 'silent', message: error.message };
  if (error instanceof LogRewound) return { code: 'rewound', message: error.message };
  if (error instanceof ReadDenied) return { code: 'denied', what: 'right', right: error.message };
  const known = commandErrorOf(error);
  if (known instanceof WrongExpectedVersionError) {
    return {
      code: 'conflict',
      actual: known.actualVersion === 'no_stream' ? 'no_stream' : Number(known.actualVersion),
    };
  }
  if (known instanceof StreamDeletedError) return { code: 'tombstoned' };
  if (codeOf(error) === unauthenticatedCode) return { code: 'denied', what: 'user' };
  if (lacksRight(error)) return { code: 'denied', what: 'right' };
  const message = messageOf(known);
  if (known instanceof MaxAppendSizeExceededError) return { code: 'too_large', message };
  if (
    known instanceof InvalidArgumentError ||
    known instanceof UnsupportedError ||
    codeOf(error) === unimplementedCode
  ) {
    return { code: 'refused', message };
  }
  return { code: neverSentPattern.test(message) ? 'unsent' : 'unknown', message };
}

/** The user may not read a stream, whatever it was read for. The message is the right. */
export class ReadDenied extends Error {
  override readonly name = 'ReadDenied';
}

/** Whether the user lacks the right to what was asked. The client says so of one that is not accepted, too. */
export function lacksRight(error: unknown): boolean {
  if (codeOf(error) === unauthenticatedCode) return false;
  return commandErrorOf(error) instanceof AccessDeniedError || codeOf(error) === permissionDeniedCode;
}

/** Whether the same read may succeed if repeated, at once or when a leader is found. */
export function isPassingFailure(error: unknown): boolean {
  const isUnsent = neverSentPattern.test(messageOf(error));
  return isUnsent || commandErrorOf(error) instanceof NotLeaderError || passingCodes.has(codeOf(error));
}

/** Whether the client closed the channel before the call began, because another call on it had broken: nothing was sent. */
export function isUnbegun(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Channel closed before call started');
}

/** Whether the engine ended a live subscription because its client was too slow. */
export function isTooSlow(error: unknown): boolean {
  return codeOf(error) === abortedCode;
}

/** Whether the stream of a read was tombstoned. */
export function isTombstoned(error: unknown): boolean {
  return commandErrorOf(error) instanceof StreamDeletedError;
}

/** The client's own error for it. The conversion fails when details are missing. */
function commandErrorOf(error: unknown): unknown {
  try {
    return error instanceof Error ? convertToCommandError(error) : error;
  } catch {
    return error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the engine gave no reason';
}
