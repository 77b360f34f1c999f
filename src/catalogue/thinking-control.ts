import { z } from 'zod';

/**
 * How a model takes its reasoning level on the messages surface: as adaptive thinking with an effort, as a budget of
 * thinking tokens, or, where it knows no `thinking`, as an effort alone.
 */
export const thinkingControlSchema = z
  .enum(['adaptive', 'budget', 'none'])
  .default('adaptive')
  .describe(
    'Messages: how a level is written: adaptive thinking with an effort, a budget of thinking tokens, or an effort alone.',
  );

export type ThinkingControl = z.infer<typeof thinkingControlSchema>;
