import kafkajs, { Kafka, logLevel, type Admin, type Message, type Producer, type SASLOptions } from 'kafkajs';
import { integrationTopics, type IntegrationEvent, type IntegrationTopic } from '../domain/integration-event.ts';
import { PublisherUnavailable, TopicsUnusable, type EventPublisher } from '../ports/event-publisher.ts';
import { partitionOf } from './kafka-event-publisher/partition.ts';

/** A declared topic. */
export interface KafkaTopic {
  readonly name: string;
  /** Decides which keys share a partition, and so which events are ordered: part of the contract with consumers. */
  readonly partitions: number;
}

export interface KafkaTls {
  /** Certificates and key as PEM text; absent: the system's authorities, and no client certificate. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface KafkaEventPublisherOptions {
  /** `host:port`, at least one. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly topics: Readonly<Record<IntegrationTopic, KafkaTopic>>;
  readonly tls?: KafkaTls;
  readonly sasl?: SASLOptions;
  /** Longest silence of a broker on one request, milliseconds. Default 3,000. */
  readonly requestTimeoutMs?: number;
  /** Longest time of one check or publication with all its retries, milliseconds. Default 5,000. */
  readonly publishTimeoutMs?: number;
}

const acksOfAllReplicas = -1;
const connectTimeoutMs = 2_000;
const retry = { retries: 3, initialRetryTime: 100, maxRetryTime: 1_000 };

/** Half of what a broker accepts by default in one request for one partition. */
const sendBytesMax = 512 * 1024;
const sendEventsMax = 500;
/** Overhead of an event beside its key, headers and value: the names and lengths around them. */
const eventOverheadBytes = 600;

/** As kafkajs names the two errors of a broker for a send that is above `max.message.bytes`, and above a segment. */
const tooLargeTypes: ReadonlySet<string> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/**
 * Publishes to Kafka with kafkajs 2.2.4, and works around its defects. Each `send` is for one partition: with several,
 * it may resolve after a leader change although a part was never written. Sends to a partition never overlap, because
 * retries could reorder them. Every acknowledgement is checked. The idempotent mode stays off, because one lost
 * sequence number breaks it permanently. A failed producer is discarded, and the next publication creates a new one.
 *
 * What was acknowledged of a failed publication is not sent again with the next. A broker that throttles this client takes
 * one send of a new connection and leaves the others waiting: if all were sent again, the first partition would be written for
 * ever, and the last never.
 */
export function createKafkaEventPublisher(options: KafkaEventPublisherOptions): EventPublisher {
  return new KafkaEventPublisher(options);
}

class KafkaEventPublisher implements EventPublisher {
  readonly #options: KafkaEventPublisherOptions;
  readonly #timeoutMs: number;
  readonly #kafka: Kafka;
  readonly #closing = Promise.withResolvers<never>();
  #producer: Producer | null = null;
  /** Ids of the events that were acknowledged since the last whole publication. */
  #acknowledged = new Set<string>();
  #isClosed = false;

  constructor(options: KafkaEventPublisherOptions) {
    this.#options = options;
    this.#timeoutMs = options.publishTimeoutMs ?? 5_000;
    this.#closing.promise.catch(() => undefined);
    this.#kafka = new Kafka({
      clientId: options.clientId,
      brokers: [...options.brokers],
      ...(options.tls === undefined ? {} : { ssl: options.tls }),
      // kafkajs writes its authenticator, which keeps the password, into the object that it is given.
      ...(options.sasl === undefined ? {} : { sasl: { ...options.sasl } }),
      connectionTimeout: connectTimeoutMs,
      requestTimeout: options.requestTimeoutMs ?? 3_000,
      retry,
      logLevel: logLevel.NOTHING,
    });
  }

  async check(): Promise<void> {
    try {
      this.#assertOpen();
      await this.#bounded(this.#checkTopics());
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async publish(events: readonly IntegrationEvent[]): Promise<void> {
    try {
      this.#assertOpen();
      const producer = await this.#bounded(this.#connected());
      // Only of these: what was acknowledged and is not published again need not be known.
      const known = new Set(events.map(idOf).filter((id) => this.#acknowledged.has(id)));
      this.#acknowledged = known;
      const sending = this.#sendAll(
        producer,
        events.filter((event) => !known.has(idOf(event))),
      );
      await this.#bounded(sending).catch((error: unknown) => {
        this.#discard(producer, sending);
        throw error;
      });
      this.#acknowledged = new Set();
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.reject(new PublisherUnavailable('the publisher was closed'));
    const producer = this.#producer;
    this.#producer = null;
    if (producer !== null) letGo(producer);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new PublisherUnavailable('the publisher was closed');
  }

  /** A running call may connect again: the producer is disconnected again when it has ended. */
  #discard(producer: Producer, sending: Promise<void>): void {
    if (this.#producer === producer) this.#producer = null;
    letGo(producer);
    sending.catch(() => undefined).finally(() => letGo(producer));
  }

  async #checkTopics(): Promise<void> {
    const admin = this.#kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      const problems = await this.#problemsOf(admin);
      if (problems.length > 0) throw new TopicsUnusable(problems.join('; '));
    } finally {
      letGo(admin);
    }
  }

  async #problemsOf(admin: Admin): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const topic of integrationTopics) {
      const { name, partitions } = this.#options.topics[topic];
      const found = await partitionsOf(admin, name);
      if (found === null) problems.push(`topic ${name} does not exist: create it with ${partitions} partitions`);
      else if (found !== partitions) {
        problems.push(
          `topic ${name} has ${found} partitions and ${partitions} are declared: other partitions put the events of a key out of order; make a new topic, or declare ${found} when its consumers know`,
        );
      } else if (await isCompacted(admin, name)) {
        problems.push(
          `topic ${name} is compacted, and would keep one event of each key: set its cleanup.policy to delete`,
        );
      }
    }
    return problems;
  }

  async #connected(): Promise<Producer> {
    if (this.#producer !== null) return this.#producer;
    const producer = this.#kafka.producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      maxInFlightRequests: 1,
      // Every message names its partition.
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
    });
    try {
      await producer.connect();
    } catch (error) {
      letGo(producer);
      throw error;
    }
    if (this.#isClosed) letGo(producer);
    else this.#producer = producer;
    return producer;
  }

  /** Sends to all partitions concurrently, and sequentially within each; settles when no send is running. */
  async #sendAll(producer: Producer, events: readonly IntegrationEvent[]): Promise<void> {
    const settled = await Promise.allSettled(
      [...this.#byPartition(events).values()].map(async ({ topic, partition, sends }) => {
        for (const { messages } of sends) await this.#send(producer, { topic, partition }, messages);
      }),
    );
    const failure = settled.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  /** Sends in halves what the topic does not take in one piece: its `max.message.bytes` is of a whole send. */
  async #send(producer: Producer, place: Place, messages: readonly Message[]): Promise<void> {
    try {
      await this.#sendWhole(producer, place, messages);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      if (messages.length === 1) throw new PublisherUnavailable(tooLarge(place.topic, messages), { cause: error });
      const half = messages.length >> 1;
      await this.#send(producer, place, messages.slice(0, half));
      await this.#send(producer, place, messages.slice(half));
    }
  }

  async #sendWhole(producer: Producer, { topic, partition }: Place, messages: readonly Message[]): Promise<void> {
    this.#assertOpen();
    const acknowledged = await producer.send({ topic, messages: [...messages], acks: acksOfAllReplicas });
    const [only, ...others] = acknowledged;
    const isWritten =
      others.length === 0 && only?.topicName === topic && only.partition === partition && only.errorCode === 0;
    if (isWritten && only.baseOffset !== undefined && BigInt(only.baseOffset) >= 0n) {
      for (const message of messages) this.#acknowledged.add(idOf(message));
      return;
    }
    throw new PublisherUnavailable(`${topic}/${partition} was not acknowledged: ${JSON.stringify(acknowledged)}`);
  }

  #byPartition(events: readonly IntegrationEvent[]): ReadonlyMap<string, PartitionSends> {
    const places = new Map<string, PartitionSends>();
    for (const event of events) {
      const { name: topic, partitions } = this.#options.topics[event.topic];
      const partition = partitionOf(event.key, partitions);
      const at = `${topic}/${partition}`;
      const place = places.get(at) ?? { topic, partition, sends: [] };
      addTo(place, event);
      places.set(at, place);
    }
    return places;
  }

  async #bounded<Result>(work: Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        reject(
          new PublisherUnavailable(`no answer within ${this.#timeoutMs} ms: it is silent, or throttles this client`),
        ),
      this.#timeoutMs,
    );
    try {
      return await Promise.race([work, promise, this.#closing.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #explained(error: unknown): TopicsUnusable | PublisherUnavailable {
    if (error instanceof TopicsUnusable) return error;
    const words = error instanceof Error ? error.message : 'unknown';
    return new PublisherUnavailable(
      `Kafka at ${this.#options.brokers.join(', ')}: ${words}${this.#advice(error, words)}`,
      {
        cause: error,
      },
    );
  }

  #advice(error: unknown, words: string): string {
    // All that a broker says to a client that does not encrypt or log in as it asks.
    if (words === 'Closed connection') return ': do kafka.tls and kafka.sasl say what this broker asks for?';
    if (!lacksRight(error)) return '';
    const names = integrationTopics.map((topic) => this.#options.topics[topic].name);
    return `: allow the user of this relay to Describe and Write ${names.join(', ')}`;
  }
}

/** Every event that the relay publishes has an id. */
function idOf({ headers }: Pick<Message, 'headers'>): string {
  return String(headers?.['ce_id']);
}

/** Whether a rule of the broker stands against it. What kafkajs raises has the reason at some depth. */
function lacksRight(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'TOPIC_AUTHORIZATION_FAILED') || lacksRight(error.cause);
}

interface Place {
  readonly topic: string;
  readonly partition: number;
}

interface PartitionSends extends Place {
  readonly sends: { readonly messages: Message[]; bytes: number }[];
}

function addTo({ partition, sends }: PartitionSends, { key, headers, value }: IntegrationEvent): void {
  const bytes = Buffer.byteLength(value) + eventOverheadBytes;
  let send = sends.at(-1);
  if (send === undefined || send.messages.length >= sendEventsMax || send.bytes + bytes > sendBytesMax) {
    send = { messages: [], bytes: 0 };
    sends.push(send);
  }
  send.messages.push({ key, value, headers, partition });
  send.bytes += bytes;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && tooLargeTypes.has(String(error.type));
}

function tooLarge(topic: string, [message]: readonly Message[]): string {
  const bytes = Buffer.byteLength(message?.value ?? '') + eventOverheadBytes;
  return `topic ${topic} does not take an event of about ${bytes} bytes: raise its max.message.bytes; Kafka's own default is enough`;
}

/** `null`: the topic does not exist. */
async function partitionsOf(admin: Admin, topic: string): Promise<number | null> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.find(({ name }) => name === topic)?.partitions.length ?? null;
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return null;
    throw error;
  }
}

/** Whether a topic forgets all but the last event of a key. A user who may not see its settings is not told. */
async function isCompacted(admin: Admin, topic: string): Promise<boolean> {
  const named = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: ['cleanup.policy'] };
  try {
    const { resources } = await admin.describeConfigs({ resources: [named], includeSynonyms: false });
    return resources.some(({ configEntries }) =>
      configEntries.some(({ configValue }) => configValue.includes('compact')),
    );
  } catch (error) {
    if (error instanceof Error && 'type' in error && String(error.type).endsWith('AUTHORIZATION_FAILED')) return false;
    throw error;
  }
}

/** Closing may hang or fail when the broker is unavailable, so it is not awaited. */
function letGo(client: Admin | Producer): void {
  client.disconnect().catch(() => undefined);
}
