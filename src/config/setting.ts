import { z } from 'zod';

/** The kinds of numbers and names that `waybill.yaml` is made of. */

/** A time in milliseconds, from 1. */
export const milliseconds = (fallback: number, max = 86_400_000) => z.number().int().min(1).max(max).default(fallback);

/** A number of things, from 1. */
export const count = (fallback: number, max: number) => z.number().int().min(1).max(max).default(fallback);

/** What upstreams, targets and clients are called by. */
export const settingName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, underscore, dash');
