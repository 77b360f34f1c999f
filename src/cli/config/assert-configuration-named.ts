import type { Environment } from '../../config.ts';
import { notUsable } from '../cli-error.ts';

/**
 * Raises `no_configuration` if no configuration file is named. Without one a gateway serves the sandbox, whose own file
 * uses variables that only the sandbox process sets. `next`: what to do instead.
 */
export function assertConfigurationNamed({ WAYBILL_CONFIG: path }: Environment, next: string): void {
  if (path !== undefined) return;
  throw notUsable(
    'no_configuration',
    `WAYBILL_CONFIG is not set: ${next}. Without it a gateway serves the sandbox, which has its own configuration`,
  );
}
