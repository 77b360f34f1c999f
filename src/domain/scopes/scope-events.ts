import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { priceTermsShape } from '../prices/price-terms.ts';
import { declaredTagsSchema, metadataTagsSchema } from '../tags/tag-terms.ts';
import { requestLimitsSchema } from './request-limits.ts';
import type { EventsOf } from '../events-of.ts';

/**
 * The kinds of scope that are created explicitly. A person is a scope too, with a stream of its own; the platform
 * always exists.
 */
export const managedScopeKinds = ['reseller', 'tenant', 'group'] as const;
/** The name of such a kind. */
export type ManagedScopeKind = (typeof managedScopeKinds)[number];

const scope = {
  scope_kind: z.enum(managedScopeKinds).describe('The kind of scope.'),
  scope_id: z.uuid().describe('The id of the scope.'),
};
const reason = z.string().max(200).describe('The reason, in words; names no person.');
const actor = actorSchema.optional();
const name = z.string().min(1).max(200).describe('Name of an organisation or of a part of one, for people.');

const scopeCreated = z
  .strictObject({
    ...scope,
    parent_id: z
      .uuid()
      .nullable()
      .describe('The reseller of a tenant, the tenant of a group; `null`: directly below the platform.'),
    name,
    actor,
  })
  .describe('A reseller, tenant or group was created with a name. First event of its stream.');

const scopeChanged = z.strictObject({ ...scope, name, actor }).describe('A reseller, tenant or group was renamed.');

const scopeSuspended = z
  .strictObject({ ...scope, reason, actor })
  .describe('All keys below the scope are refused until it is resumed.');

const scopeResumed = z.strictObject({ ...scope, actor }).describe('The suspension has ended.');

const scopeClosed = z
  .strictObject({ ...scope, reason, actor })
  .describe('All keys below the scope are refused permanently.');

const scopeLimitsSet = z
  .strictObject({ ...scope, ...requestLimitsSchema, actor })
  .describe(
    'The rate limits of all keys of a tenant, or of the people in a group, in total were set at the level of the actor. The lowest of these, those of the other levels and the configured ones applies. Without limits: those of this level and the levels below were lifted.',
  );

const scopeTagsDeclared = z
  .strictObject({ ...scope, tags: declaredTagsSchema, metadata_tags: metadataTagsSchema, actor })
  .describe(
    'The tags that requests of a tenant may have were declared at the level of the actor, in place of those of this level. Names of all levels may be sent; of one name, the values that each of them allows. None: those of this level and the levels below were lifted.',
  );

const scopePricesSet = z
  .strictObject({
    ...scope,
    prices_id: z.uuid().describe('Another one for each change.'),
    ...priceTermsShape,
    actor,
  })
  .describe(
    'What those below a reseller or a tenant pay was set at the level of the actor, in place of what that level had set. Without a factor and profiles: what the level above charges.',
  );

/** Every event of a `scope-<kind>-<id>` stream, by type. */
export const scopeEventSchemas = {
  ScopeCreated: scopeCreated,
  ScopeChanged: scopeChanged,
  ScopeSuspended: scopeSuspended,
  ScopeResumed: scopeResumed,
  ScopeClosed: scopeClosed,
  ScopeLimitsSet: scopeLimitsSet,
  ScopeTagsDeclared: scopeTagsDeclared,
  ScopePricesSet: scopePricesSet,
} as const;

/** An event of a scope's stream. */
export type ScopeEvent = EventsOf<typeof scopeEventSchemas>;
