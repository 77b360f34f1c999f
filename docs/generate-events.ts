import { stringify } from 'yaml';
import { kafkaDefaults } from '../src/config/kafka-section.ts';
import { eventCatalogue, type DomainEvent } from '../src/domain/event-catalogue.ts';
import {
  integrationTopics,
  integrationType,
  publications,
  type IntegrationTopic,
  type Publication,
} from '../src/domain/integration-event.ts';
import { publishedSchema, type ObjectSchema } from './pages/published-schema.ts';

type EventType = DomainEvent['type'];

interface PublishedType {
  readonly type: EventType;
  readonly publication: Publication;
}

/** The published types, in the order of the catalogue. */
const publishedTypes: readonly PublishedType[] = Object.keys(eventCatalogue).flatMap((name) => {
  const type = name as EventType; // the keys are the types
  const publication = publications[type];
  return publication === null ? [] : [{ type, publication }];
});

/** The pages for consumers, by path: a JSON Schema for each published type, and an AsyncAPI 3 document. */
export function eventPages(): ReadonlyMap<string, string> {
  const schemas = publishedTypes.map(
    ({ type, publication }) =>
      [`docs/schemas/${type}.v1.json`, `${JSON.stringify(publishedSchema(type, publication), null, 2)}\n`] as const,
  );
  return new Map([...schemas, ['docs/asyncapi.yaml', asyncApi()]]);
}

function asyncApi(): string {
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Waybill events',
      version: '1.0.0',
      description: description(),
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: { host: '{brokers}', protocol: 'kafka', variables: { brokers: { description: '`kafka.brokers`' } } },
    },
    channels: Object.fromEntries(integrationTopics.map((topic) => [topic, channelOf(topic)])),
    operations: Object.fromEntries(
      integrationTopics.map((topic) => [
        `publish_${topic}`,
        { action: 'send', channel: { $ref: `#/channels/${topic}` } },
      ]),
    ),
    components: {
      messageTraits: { cloudEvent: cloudEventTrait },
      messages: Object.fromEntries(publishedTypes.map((published) => [published.type, messageOf(published)])),
    },
  };
  return `# Written by npm run docs.\n${stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })}`;
}

function description(): string {
  return [
    'Events of the ledger as CloudEvents 1.0 in binary mode: attributes in headers, the data as value.',
    'Delivered at least once, in order within a key. De-duplicate by `ce_source` and `ce_id`; within a `ce_subject` a message whose',
    '`ce_sequence` is not above the last one is a duplicate, until a backup of the ledger is restored. New types and optional',
    'fields may be added: ignore unknown ones. With examples: kafka.md.',
  ].join(' ');
}

const purposes: Readonly<Record<IntegrationTopic, string>> = {
  ledger:
    'Money: credits, holds and bills of wallets, top-ups, payments, transfers, allocations. Key: the id of the wallet, top-up, transfer or allocation; of a payment the hash of its bank reference.',
  responses: 'Stored responses and files, without their contents and names. Key: the id of the owner.',
  identity: 'Keys, people, policies, without names and key material. Key: the id of the key, the person or the scope.',
};

function channelOf(topic: IntegrationTopic): object {
  const { name, partitions } = kafkaDefaults.topics[topic];
  const types = publishedTypes.filter(({ publication }) => publication.topic === topic);
  return {
    address: name,
    title: `${topic} events`,
    description: purposes[topic],
    messages: Object.fromEntries(types.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }])),
    bindings: {
      kafka: {
        topic: name,
        partitions,
        topicConfiguration: { 'cleanup.policy': ['delete'] },
        bindingVersion: '0.5.0',
      },
    },
  };
}

function messageOf({ type, publication }: PublishedType): object {
  const schema: ObjectSchema = publishedSchema(type, publication);
  return {
    name: integrationType(type),
    title: type,
    summary: schema.description,
    contentType: 'application/json',
    traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
    payload: { $ref: `./schemas/${type}.v1.json` },
  };
}

const text = (description: string): object => ({ type: 'string', description });

const cloudEventTrait = {
  headers: {
    type: 'object',
    required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'ce_sequence'],
    properties: {
      ce_specversion: { type: 'string', const: '1.0' },
      ce_id: { type: 'string', format: 'uuid', description: 'The id of the event in the log.' },
      ce_source: text('The installation: `kafka.source`.'),
      ce_type: text('`waybill.<event type>.v1`'),
      ce_subject: text('The stream, e.g. `wallet-<id>`.'),
      ce_time: {
        type: 'string',
        format: 'date-time',
        description: 'When the event was recorded, by the clock of the log.',
      },
      ce_dataschema: text('The `$id` of the schema of the value.'),
      ce_partitionkey: text('The same as the key of the message.'),
      ce_sequence: {
        type: 'string',
        pattern: '^[0-9]{16}$',
        description:
          'The revision in the stream, from 0. Only streams of files have gaps: not all their events are published.',
      },
      'content-type': { type: 'string', const: 'application/json' },
    },
  },
  bindings: {
    kafka: {
      key: { type: 'string', description: 'The id of the wallet, owner, key, person or scope: see the channel.' },
      bindingVersion: '0.5.0',
    },
  },
};
