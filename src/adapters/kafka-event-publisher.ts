import { Kafka, logLevel, type Admin, type Message, type Producer, type SASLOptions } from 'kafkajs';
import { integrationTopics, type IntegrationEvent, type IntegrationTopic } from '../domain/integration-event.ts';
import { PublisherUnavailable, TopicsUnusable, type EventPublisher } from '../ports/event-publisher.ts';
import { partitionOf } from './kafka-event-publisher/partition.ts';

/** A topic as it was declared. */
export interface KafkaTopic {
  readonly name: string;
  /** Decides which keys share a partition, and with it what is in order: a part of the contract with consumers. */
  readonly partitions: number;
}

export interface KafkaTls {
  /** Certificates and key as PEM text; absent: the authorities of the system, and no certificate of our own. */
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

/** Half of what a broker with default settings takes in one request of one partition. */
const sendBytesMax = 512 * 1024;
const sendEventsMax = 500;
/** What an event costs beside its key, headers and value: the names and lengths around them. */
const eventOverheadBytes = 600;

/**
 * Publishes to Kafka with kafkajs 2.2.4, around what is known of it. A `send` holds one partition: with several, a leader
 * that moves between them makes it resolve though a part was never written. No two sends of a partition are under way at
 * once, as retries would swap them. Every acknowledgement is looked at. The idempotent mode stays off: one lost sequence
 * number spoils it for good. A producer that failed is thrown away, and the next publication makes a new one.
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
  #isClosed = false;

  constructor(options: KafkaEventPublisherOptions) {
    this.#options = options;
    this.#timeoutMs = options.publishTimeoutMs ?? 5_000;
    this.#closing.promise.catch(() => undefined);
    this.#kafka = new Kafka({
      clientId: options.clientId,
      brokers: [...options.brokers],
      ...(options.tls === undefined ? {} : { ssl: options.tls }),
      ...(options.sasl === undefined ? {} : { sasl: options.sasl }),
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
      const sending = this.#sendAll(producer, events);
      await this.#bounded(sending).catch((error: unknown) => {
        this.#discard(producer, sending);
        throw error;
      });
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

  /** What is still under way may connect once more: the producer is let go of again when that has ended. */
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
      // Every message says its partition.
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

  /** All partitions at once, within each one send after the other; settles when nothing is under way any more. */
  async #sendAll(producer: Producer, events: readonly IntegrationEvent[]): Promise<void> {
    const settled = await Promise.allSettled(
      [...this.#byPartition(events).values()].map(async ({ topic, partition, sends }) => {
        for (const { messages } of sends) await this.#send(producer, { topic, partition }, messages);
      }),
    );
    const failure = settled.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  async #send(producer: Producer, { topic, partition }: Place, messages: Message[]): Promise<void> {
    this.#assertOpen();
    const acknowledged = await producer.send({ topic, messages, acks: acksOfAllReplicas });
    const [only, ...others] = acknowledged;
    const isWritten =
      others.length === 0 && only?.topicName === topic && only.partition === partition && only.errorCode === 0;
    if (isWritten && only.baseOffset !== undefined && BigInt(only.baseOffset) >= 0n) return;
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
      () => reject(new PublisherUnavailable(`no answer within ${this.#timeoutMs} ms`)),
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
    const why = error instanceof Error ? error.message : 'unknown';
    return new PublisherUnavailable(`Kafka at ${this.#options.brokers.join(', ')}: ${why}`, { cause: error });
  }
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

/** `null`: there is no such topic. */
async function partitionsOf(admin: Admin, topic: string): Promise<number | null> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.find(({ name }) => name === topic)?.partitions.length ?? null;
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return null;
    throw error;
  }
}

/** Closing may hang or fail like anything else with a broker that is away; nobody waits for it. */
function letGo(client: Admin | Producer): void {
  client.disconnect().catch(() => undefined);
}
