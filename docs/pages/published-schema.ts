import { z } from 'zod';
import { eventCatalogue, type DomainEvent } from '../../src/domain/event-catalogue.ts';
import { integrationSchemaId, type Publication } from '../../src/domain/integration-event.ts';

/** The part of a JSON Schema that is looked at here. */
export interface ObjectSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** The JSON Schema of what leaves of an event: open to what later versions add, without what is withheld. */
export function publishedSchema(type: DomainEvent['type'], publication: Publication): ObjectSchema {
  const { withheld, withheldOfOperators = [] } = publication;
  const { $schema, ...whole } = z.toJSONSchema(eventCatalogue[type], {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { properties = {}, required = [], ...rest } = whole;
  return {
    $schema,
    $id: integrationSchemaId(type),
    title: type,
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !withheld.includes(name))),
    required: required.filter((name) => !withheld.includes(name) && !withheldOfOperators.includes(name)),
  } as ObjectSchema; // the literal has more than is looked at
}
