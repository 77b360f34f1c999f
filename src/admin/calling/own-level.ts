import { z } from 'zod';
import { levelOf, levels, type Level } from '../../domain/scopes/level.ts';
import { GatewayError } from '../../errors.ts';
import type { AdminRequest } from '../operation.ts';

/** The level of a record that was read, which may be sent back with it. */
export const levelInput = z
  .enum(levels)
  .optional()
  .meta({ readOnly: true, description: 'The level that set it: yours, or 400.' });

/** A record of another level is not taken for one's own. Raises `invalid_value`. */
export function assertOwnLevel(
  { administrator }: Pick<AdminRequest, 'administrator'>,
  level: Level | undefined,
  { nouns, param }: { readonly nouns: string; readonly param: string },
): void {
  const own = levelOf(administrator.actor);
  if (level === undefined || level === own) return;
  const detail = `You set ${nouns} of the level ${own}; this one is of the level ${level}.`;
  throw new GatewayError('invalid_value', { detail, param });
}
