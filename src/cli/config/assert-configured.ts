import type { Environment } from '../../config.ts';
import { notUsable } from '../cli-error.ts';

/**
 * Raises `no_configuration` where nothing says which file is meant. Without one a start serves the sandbox, whose own file names
 * what only its process sets. `next`: what to do, behind the name of the variable.
 */
export function assertConfigured({ WAYBILL_CONFIG: path }: Environment, next: string): void {
  if (path !== undefined) return;
  throw notUsable(
    'no_configuration',
    `WAYBILL_CONFIG is not set, and no other place is looked at: ${next}. Without it a start serves the sandbox, which brings its own configuration`,
  );
}
