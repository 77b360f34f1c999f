import { z } from 'zod';

/** Differences between System One upstreams; settings of a target. */
export const systemOneTargetSchema = z
  .strictObject({
    questions_max: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1_000)
      .describe('System One: most questions of one request.'),
    prompt_per_question: z
      .boolean()
      .default(true)
      .describe(
        'System One: whether the upstream reads state and questions anew for each question, as Ollama does. Bounds the hold; `false` for an upstream that reads them once.',
      ),
  })
  .prefault({});

export type SystemOneTarget = Readonly<z.infer<typeof systemOneTargetSchema>>;
