import type { Grant } from '../domain/policy.ts';
import { GatewayError } from '../errors.ts';

/** The error for a model that a caller may not ask for: the same whether it exists or not (decision 9). */
export function notAuthorised(name: string, { callsModels }: Pick<Grant, 'callsModels'>): GatewayError {
  if (!callsModels) return administersOnly();
  return new GatewayError('profile_not_authorised', {
    detail: `The model ${JSON.stringify(name)} is not allowed for this caller.`,
    param: 'model',
  });
}

/** The error for a key that calls no model. */
export function administersOnly(): GatewayError {
  return new GatewayError('profile_not_authorised', {
    detail: 'This key administers, and calls no model.',
    next: 'Use another key, or make one with `inference: true`.',
    param: 'model',
  });
}
