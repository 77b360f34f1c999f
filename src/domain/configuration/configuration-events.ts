import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { priceListSchema } from '../price-list.ts';
import type { EventsOf } from '../events-of.ts';

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

/** Most price lists in one event. */
export const listedPricesMax = 200;

const priceListsLoaded = z
  .strictObject({
    instance_id: z.string().max(100).describe('The gateway process that has them.'),
    part: z.number().int().min(1).describe('Which of the parts this is, from 1.'),
    parts: z.number().int().min(1).max(1_000).describe('How many events tell all of the lists.'),
    price_lists: z
      .array(priceListSchema)
      .max(listedPricesMax)
      .describe('As they were configured, in the order of the targets.'),
  })
  .describe(
    'The price lists that a gateway starts with, or takes with the changed configuration of the next event: all of them, whole. What a level makes of them for those below is told by `PriceListDerived`.',
  );

/** Every event of a `configuration-<instance id>` stream, by type. */
export const configurationEventSchemas = {
  ConfigurationChanged: configurationChanged,
  PriceListsLoaded: priceListsLoaded,
} as const;

/** An event of the stream in which a process records its configuration. */
export type ConfigurationEvent = EventsOf<typeof configurationEventSchemas>;
