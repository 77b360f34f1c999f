import type { GatewayError } from '../../errors.ts';

/** How a protocol reports errors to its callers. */
export interface ErrorDialect {
  /** The HTTP status. */
  status(error: GatewayError): number;
  /** The error record. `requestId`: as in the head of the answer. */
  body(error: GatewayError, requestId: string): object;
}
