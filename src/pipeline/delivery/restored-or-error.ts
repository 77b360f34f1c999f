import { GatewayError } from '../../errors.ts';
import { PiiEngineUnavailable, PiiMappingLost } from '../../ports/pii-engine.ts';

/**
 * Bytes of an upstream as the caller may read them, or the error in their place where personal data cannot be put back now,
 * e.g. because no thread is free in time. The upstream has done the work, so it is charged as counted. Raises what is no such
 * failure.
 */
export async function restoredOrError(
  restore: (bytes: Buffer) => Buffer | Promise<Buffer>,
  bytes: Buffer,
): Promise<Buffer | GatewayError> {
  try {
    return await restore(bytes);
  } catch (error) {
    if (!(error instanceof PiiEngineUnavailable) && !(error instanceof PiiMappingLost)) throw error;
    return new GatewayError('pii_engine_unavailable', {
      detail: 'The upstream answered and is paid, but the personal data in its answer cannot be put back now.',
      next: 'The same request is charged again: ask the operator to look at the engine for personal data first.',
      shouldRetry: false,
      cause: error,
    });
  }
}
