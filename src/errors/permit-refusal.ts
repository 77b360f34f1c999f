import type { NoPermit } from '../limits/semaphore.ts';
import { GatewayError } from '../errors.ts';

const names = {
  requests: 'concurrent requests',
  uploads: 'concurrent uploads',
  'bytes of bodies': 'bytes of concurrent request bodies',
  'large bodies': 'concurrent large request bodies',
};

/** The error for a caller who exceeds a concurrency limit. */
export function permitRefusal(obstacle: NoPermit, of: keyof typeof names): GatewayError {
  const things = names[of];
  switch (obstacle) {
    case 'tenant_limit':
    case 'key_limit': {
      const whose = obstacle === 'key_limit' ? 'key' : 'tenant';
      return new GatewayError('concurrency_limit_exceeded', {
        detail: `This ${whose} has reached its limit of ${things}.`,
      });
    }
    case 'own_share':
      return new GatewayError('fair_share_exceeded', {
        detail: `The gateway is busy, and this caller already uses its fair share of ${things}.`,
      });
    case 'full':
      return new GatewayError('overloaded', { detail: `The gateway has reached its limit of ${things}.` });
    case 'gone':
      return new GatewayError('request_timeout');
  }
}
