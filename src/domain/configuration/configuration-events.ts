import { z } from 'zod';
import { actorSchema } from '../actor.ts';

/** Most settings that one event names; when more have changed, it names their widest sections. */
export const changedSettingsMax = 200;

const configurationChanged = z
  .strictObject({
    instance_id: z.string().max(100).describe('The gateway process that loaded it.'),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the file as written, which contains no credentials if it refers to them as `${NAME}`.'),
    settings: z
      .array(z.string().max(300))
      .max(changedSettingsMax)
      .describe('The changed settings, e.g. `targets.small.prices.version`, without their values.'),
    price_lists: z
      .array(z.string().max(400))
      .max(changedSettingsMax)
      .describe('Price lists that came into force, as `<id> <version>`.'),
    actor: actorSchema,
  })
  .describe('A running gateway loaded a changed configuration, which applies from the next request on.');

/** Every event of a `configuration-<instance id>` stream, by type. */
export const configurationEventSchemas = { ConfigurationChanged: configurationChanged } as const;

/** An event of the stream in which a process records its configuration. */
export type ConfigurationEvent = {
  readonly type: 'ConfigurationChanged';
  readonly data: Readonly<z.infer<typeof configurationChanged>>;
};
