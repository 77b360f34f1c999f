import type { NoPlace } from './limits/fair-room.ts';
import { GatewayError } from './errors.ts';
import type { Gone } from './ports/timed-place.ts';

/** The error for a caller who exceeds a limit of concurrent `things`. */
export function placeRefusal(
  obstacle: NoPlace | Gone,
  things: 'requests' | 'uploads' | 'bytes of bodies' | 'large bodies',
): GatewayError {
  switch (obstacle) {
    case 'tenant_limit':
    case 'key_limit': {
      const whose = obstacle === 'key_limit' ? 'key' : 'tenant';
      return new GatewayError('concurrency_limit_exceeded', {
        detail: `This ${whose} has as many ${things} at once as its limit allows.`,
      });
    }
    case 'own_share':
      return new GatewayError('fair_share_exceeded', {
        detail: `This caller holds its fair share of the ${things} that the gateway takes at once.`,
      });
    case 'full':
      return new GatewayError('overloaded', { detail: `The gateway has as many ${things} at once as it may.` });
    case 'gone':
      return new GatewayError('request_timeout');
  }
}
