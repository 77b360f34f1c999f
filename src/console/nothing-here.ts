import { GatewayError } from '../errors.ts';

/** The refusal of an address at which the console has nothing. */
export function nothingHere(): GatewayError {
  return new GatewayError('not_found', { next: 'Choose a page of the console.' });
}
