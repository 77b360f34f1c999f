import { z } from 'zod';

export const reservationId = z.uuid().describe('Minted by the gateway that reserved.');
export const keyId = z.uuid().describe('The API key that asked; its spending is counted by it.');

export const inferenceSchema = z
  .strictObject({
    surface: z.string().describe('The protocol that was called.'),
    profile: z.string().describe('The name the caller used.'),
    target: z.string().describe('The configured target that was to answer.'),
    upstream: z.string().describe('The configured upstream behind the target.'),
    upstream_model: z.string().describe('The model as the upstream calls it.'),
    service_tier: z
      .string()
      .optional()
      .describe('The tier that was asked for, when one was: an upstream may name it otherwise.'),
    is_cast: z
      .literal(true)
      .optional()
      .describe(
        'Placeholders stood for the personal data in the request; absent where the caller needed no protection.',
      ),
  })
  .meta({
    title: 'inference',
    description:
      'What was asked of whom: enough to price the outcome later without the configuration of the day. Nothing of what was said.',
  });
/** The record of a request and its target. */
export type InferenceRecord = z.infer<typeof inferenceSchema>;
