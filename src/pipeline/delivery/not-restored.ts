import { GatewayError } from '../../errors.ts';
import { PiiEngineUnavailable, PiiMappingLost } from '../../ports/pii-engine.ts';

/**
 * The error in the place of an answer whose personal data cannot be put back now, e.g. because no thread is free in time. The
 * upstream has done the work, so it is charged as counted. Raises what is no such failure.
 */
export function notRestored(failure: unknown): GatewayError {
  if (!(failure instanceof PiiEngineUnavailable) && !(failure instanceof PiiMappingLost)) throw failure;
  return new GatewayError('pii_engine_unavailable', {
    detail: 'The upstream answered and is paid, but the personal data in its answer cannot be put back now.',
    next: 'The same request is charged again: ask the operator to look at the engine for personal data first.',
    shouldRetry: false,
    cause: failure,
  });
}
