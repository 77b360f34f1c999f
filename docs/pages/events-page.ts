import { administrationEventSchemas } from '../../src/domain/administration/administration-events.ts';
import { kafkaDefaults } from '../../src/config/kafka-section.ts';
import { apiKeyEventSchemas } from '../../src/domain/api-key-events.ts';
import { billEventSchemas } from '../../src/domain/bills/bill-events.ts';
import { checkpointEventSchemas } from '../../src/domain/checkpoints/checkpoint-events.ts';
import { configurationEventSchemas } from '../../src/domain/configuration/configuration-events.ts';
import { contentEventSchemas } from '../../src/domain/content-events.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { fileEventSchemas } from '../../src/domain/file-events.ts';
import { publications } from '../../src/domain/integration-event.ts';
import { idempotentRequestEventSchemas } from '../../src/domain/idempotency/idempotent-request-events.ts';
import { logInEventSchemas } from '../../src/domain/log-ins/log-in-events.ts';
import { policyEventSchemas } from '../../src/domain/policy-events.ts';
import { principalEventSchemas } from '../../src/domain/principal-events.ts';
import { readModelEventSchemas } from '../../src/domain/read-models/read-model-events.ts';
import { relayEventSchemas } from '../../src/domain/relay-events.ts';
import { allocationEventSchemas } from '../../src/domain/payments/allocation-events.ts';
import { bankEntryEventSchemas } from '../../src/domain/payments/bank-entry-events.ts';
import { paymentEventSchemas, topupEventSchemas } from '../../src/domain/payments/topup-events.ts';
import { payoutEventSchemas } from '../../src/domain/payments/payout-events.ts';
import { transferEventSchemas } from '../../src/domain/payments/transfer-events.ts';
import { apiKeyChangeEventSchemas } from '../../src/domain/scopes/api-key-change-events.ts';
import { principalChangeEventSchemas } from '../../src/domain/scopes/principal-change-events.ts';
import { derivedListEventSchemas } from '../../src/domain/prices/derived-list-events.ts';
import { marginEventSchemas } from '../../src/domain/prices/margin-events.ts';
import { scopeEventSchemas } from '../../src/domain/scopes/scope-events.ts';
import { responseEventSchemas } from '../../src/domain/responses/response-events.ts';
import { keptCreditEventSchemas, keptDebitEventSchemas } from '../../src/domain/wallet-closing-events.ts';
import { noticeEventSchemas } from '../../src/domain/notices/notice-events.ts';
import { deliveryEventSchemas } from '../../src/domain/webhooks/delivery-events.ts';
import { webhookEventSchemas } from '../../src/domain/webhooks/webhook-events.ts';
import { walletEventSchemas } from '../../src/domain/wallet-events.ts';
import {
  administrationStream,
  allocationStream,
  apiKeyStream,
  billStream,
  checkpointStream,
  configurationStream,
  contentStream,
  deliveryStream,
  noticeStream,
  derivedListStream,
  resellerStream,
  fileStream,
  idempotencyStream,
  keptCreditStream,
  keptDebitStream,
  bankEntryStream,
  paymentStream,
  policyPrefix,
  principalStream,
  readModelStream,
  relayStream,
  responseStream,
  scopePrefix,
  topupStream,
  payoutStream,
  transferStream,
  walletStream,
  webhookStream,
} from '../../src/ledger/stream-names.ts';
import { markdownTable } from './markdown-table.ts';
import { anchorOf, recordOf, type SchemaField, type SharedRecord } from './schema-fields.ts';

/** A field that so many events have is told once. */
const manyEvents = 3;
/** What is told in fewer words stands in its place each time. */
const longMeaningWords = 7;

type EventType = keyof typeof eventCatalogue;

/** A kind of stream and what it may hold; together they hold every type of the catalogue (a test checks it). */
const streams: readonly { readonly name: string; readonly schemas: object }[] = [
  { name: walletStream('<wallet id>'), schemas: walletEventSchemas },
  { name: apiKeyStream('<key id>'), schemas: { ...apiKeyEventSchemas, ...apiKeyChangeEventSchemas } },
  {
    name: principalStream('<user id>'),
    schemas: { ...principalEventSchemas, ...principalChangeEventSchemas, ...logInEventSchemas },
  },
  { name: `${policyPrefix}<scope kind>-<scope id>`, schemas: policyEventSchemas },
  { name: `${scopePrefix}<scope kind>-<scope id>`, schemas: scopeEventSchemas },
  { name: topupStream('<top-up id>'), schemas: topupEventSchemas },
  { name: paymentStream('<hash of the bank reference>'), schemas: paymentEventSchemas },
  { name: bankEntryStream('<amount>', '<day or reference>'), schemas: bankEntryEventSchemas },
  { name: transferStream('<transfer id>'), schemas: transferEventSchemas },
  { name: payoutStream('<payout id>'), schemas: payoutEventSchemas },
  { name: allocationStream('<allocation id>'), schemas: allocationEventSchemas },
  { name: webhookStream('<webhook id>'), schemas: webhookEventSchemas },
  { name: deliveryStream('<delivery id>'), schemas: deliveryEventSchemas },
  { name: noticeStream('<notice id>'), schemas: noticeEventSchemas },
  { name: administrationStream('<hash of the request>'), schemas: administrationEventSchemas },
  { name: relayStream('<relay>'), schemas: relayEventSchemas },
  { name: readModelStream('<name>@<version>'), schemas: readModelEventSchemas },
  { name: responseStream('<response id>'), schemas: responseEventSchemas },
  { name: fileStream('<file id>'), schemas: fileEventSchemas },
  { name: billStream('<tenant id>'), schemas: billEventSchemas },
  { name: checkpointStream, schemas: checkpointEventSchemas },
  { name: configurationStream('<instance id>'), schemas: configurationEventSchemas },
  { name: resellerStream('<reseller id>'), schemas: marginEventSchemas },
  { name: derivedListStream('<key>'), schemas: derivedListEventSchemas },
  { name: contentStream('<content id>'), schemas: contentEventSchemas },
  { name: idempotencyStream('<hash of the key>'), schemas: idempotentRequestEventSchemas },
  { name: keptCreditStream('<wallet id>', '<credit id>'), schemas: keptCreditEventSchemas },
  { name: keptDebitStream('<wallet id>', '<debit id>'), schemas: keptDebitEventSchemas },
];

/** The event types that the page describes. */
export const describedEventTypes: readonly EventType[] = streams.flatMap(({ schemas }) => typesIn(schemas));

function typesIn(schemas: object): readonly EventType[] {
  // Each of these records is a part of the catalogue.
  return Object.keys(schemas) as EventType[];
}

/** `docs/events.md`: every type of event with every field. */
export function eventsPage(): string {
  const shared = new Map(
    describedEventTypes.flatMap((type) =>
      recordOf(eventCatalogue[type]).shared.map((record) => [record.title, record]),
    ),
  );
  return `# Events

All events that Waybill records. An event has a \`type\`, its \`data\` (below), \`metadata\` (\`v\`: the version of
the schema; \`digest\`: a digest of the event and of the previous event of its stream), a UUID, its stream with a
gapless \`revision\`, its \`position\` in the whole log, and \`recordedAt\` by the clock of the log. All types are
at version 1. A released schema never changes: additions are optional fields or new types. A reader stops before an
event of an unknown type.

Amounts are strings: euro with nine decimals. Events contain no secrets, and only the ids of people. Texts of
requests and answers are encrypted in separate streams, which are deleted as a whole (\`ContentPart\`). Do not put
names of people into names of keys or into reasons: these cannot be deleted later.

${markdownTable(['stream', 'event types'], streams.map(streamRow))}

${streams.map(streamSection).join('\n\n')}

## Published

If Kafka is configured, a relay publishes these events as CloudEvents 1.0 in binary mode, at least once, in order
within each key: see [events on Kafka](kafka.md), [asyncapi.yaml](asyncapi.yaml) and the JSON Schema of each type in
[schemas](schemas). \`waybill events tail\` shows the same messages without Kafka. Names, key material and texts typed by people are
withheld. The ids of people are published: they are pseudonyms for analytics by person, and only this system can
resolve them.

${markdownTable(['topic', 'withheld', 'event types'], publicationRows())}

## Fields of many events

${markdownTable(
  ['field', 'type', 'meaning'],
  [...fieldsOfMany.values()].map((field) => fieldRow(field)),
)}

## Shared records

${[...shared.values()].map((record) => recordSection(record.title, record)).join('\n\n')}
`;
}

/** The types by where they go and what they lose on the way; last those that stay. */
function publicationRows(): readonly string[][] {
  const byFate = Map.groupBy(describedEventTypes, (type) => JSON.stringify(publicationOf(type)));
  return [...byFate]
    .map(([fate, types]) => [...(JSON.parse(fate) as string[]), types.join(' · ')])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : one > other ? 1 : 0));
}

/** The topic of a type, and what is withheld. */
function publicationOf(type: EventType): readonly [topic: string, withheld: string] {
  const publication = publications[type];
  if (publication === null) return ['–', 'the whole event'];
  const { topic, withheld, withheldOfOperators = [] } = publication;
  const always = withheld.toSorted().map((name) => `\`${name}\``);
  const ofOperators = withheldOfOperators.map((name) => `\`${name}\` when an operator resolved it`);
  return [`\`${kafkaDefaults.topics[topic].name}\``, [...always, ...ofOperators].join(', ')];
}

function streamRow({ name, schemas }: (typeof streams)[number]): string[] {
  return [
    `\`${name}\``,
    typesIn(schemas)
      .map((type) => `[${type}](#${anchorOf(type)})`)
      .join(' · '),
  ];
}

function streamSection({ name, schemas }: (typeof streams)[number]): string {
  const sections = typesIn(schemas).map((type) => recordSection(type, recordOf(eventCatalogue[type])));
  return [`## \`${name}\``, ...sections].join('\n\n');
}

function recordSection(heading: string, { meaning, fields }: SharedRecord): string {
  const rows = fields.map((field) =>
    fieldsOfMany.has(fieldKey(field))
      ? fieldRow({ ...field, meaning: '[as in many](#fields-of-many-events)' })
      : fieldRow(field),
  );
  return `### ${heading}\n\n${meaning}\n\n${markdownTable(['field', 'type', 'meaning'], rows)}`;
}

const fieldKey = (field: SchemaField): string => JSON.stringify(fieldRow(field));

/** The fields that many events have with the same type and meaning, by what is told of them. */
const fieldsOfMany: ReadonlyMap<string, SchemaField> = new Map(
  [
    ...Map.groupBy(
      describedEventTypes.flatMap((type) => recordOf(eventCatalogue[type]).fields),
      fieldKey,
    ),
  ].flatMap(([key, [field, ...others]]) =>
    field !== undefined && others.length + 1 >= manyEvents && field.meaning.split(' ').length > longMeaningWords
      ? [[key, field] as const]
      : [],
  ),
);

function fieldRow({ path, type, limit, isRequired, meaning }: SchemaField): string[] {
  const parts = [type, ...(limit === '' ? [] : [limit]), ...(isRequired ? [] : ['optional'])];
  return [`\`${path}\``, parts.join(', '), meaning];
}
