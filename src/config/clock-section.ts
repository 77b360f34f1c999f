import { z } from 'zod';
import { milliseconds } from './setting.ts';

/** The section `clock`: when the wall clock is trusted. */
export const clockSection = z
  .strictObject({
    settle_ms: milliseconds(600_000, 86_400_000).describe(
      'How long the clock must run steadily after a start or a jump before anything is removed because of its age.',
    ),
  })
  .prefault({});
