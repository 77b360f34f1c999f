import { z } from 'zod';

/** The types of numbers and names in `waybill.yaml`. */

/** A duration in milliseconds, at least 1. */
export const milliseconds = (fallback: number, max = 86_400_000) => z.number().int().min(1).max(max).default(fallback);

/** A count, at least 1. */
export const count = (fallback: number, max: number) => z.number().int().min(1).max(max).default(fallback);

/** The name of an upstream, target or client. */
export const settingName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, underscore, dash');
