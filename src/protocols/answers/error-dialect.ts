import type { GatewayError } from '../../errors.ts';

/** How a protocol tells its callers of an error. */
export interface ErrorDialect {
  /** The HTTP status. */
  status(error: GatewayError): number;
  /** The error record. `requestId`: as it stands in the head of the answer; `null` within a stream. */
  body(error: GatewayError, requestId: string | null): object;
}
