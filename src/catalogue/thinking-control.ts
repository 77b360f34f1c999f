import { z } from 'zod';

/**
 * How a model accepts its reasoning level on the messages surface: as adaptive thinking with an effort, as a budget of
 * thinking tokens, or, if it does not know `thinking`, as an effort alone.
 */
export const thinkingControlSchema = z
  .enum(['adaptive', 'budget', 'none'])
  .default('adaptive')
  .describe(
    'Messages: how a level is written: adaptive thinking with an effort, a budget of thinking tokens, or an effort alone.',
  );

export type ThinkingControl = z.infer<typeof thinkingControlSchema>;
