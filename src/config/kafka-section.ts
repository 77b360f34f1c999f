import { z } from 'zod';
import { count, milliseconds, settingName } from './setting.ts';

const kafkaTopic = (fallback: string, partitions: number) =>
  z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,249}$/, 'a name that Kafka takes')
        .default(fallback)
        .describe('Name of the topic, which must exist.'),
      partitions: count(partitions, 10_000).describe(
        'Number of partitions. The gateway does not start if the broker reports another number.',
      ),
    })
    .prefault({});

/** The section `kafka`: brokers and topics of the relay. */
export const kafkaSection = z.strictObject({
  brokers: z
    .array(z.string().regex(/^[^\s:/]+:\d{1,5}$/, 'host:port'))
    .min(1)
    .max(100)
    .describe('Bootstrap brokers, `host:port`.'),
  client_id: settingName.default('waybill').describe('Client id that brokers see.'),
  source: z
    .string()
    .min(1)
    .max(200)
    .default('waybill')
    .describe('Value of `ce_source`, which names this installation to consumers.'),
  topics: z
    .strictObject({
      ledger: kafkaTopic('waybill.ledger.v1', 12),
      responses: kafkaTopic('waybill.responses.v1', 12),
      identity: kafkaTopic('waybill.identity.v1', 3),
    })
    .prefault({}),
  sasl: z
    .strictObject({
      mechanism: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).describe('Login mechanism.'),
      username: z.string().min(1).describe('The user; write `${NAME}`.'),
      password: z.string().min(1).describe('The password; write `${NAME}`.'),
    })
    .optional(),
  tls: z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether connections are encrypted.'),
      ca_file: z
        .string()
        .min(1)
        .optional()
        .describe('PEM file of the certificate authority. Absent: those of the system.'),
      cert_file: z.string().min(1).optional().describe('PEM file of the client certificate.'),
      key_file: z.string().min(1).optional().describe('PEM file of the key of that certificate.'),
    })
    .prefault({}),
  publish_timeout_ms: milliseconds(5_000, 60_000).describe('Time limit of one publication, with all its retries.'),
  checkpoint_ms: milliseconds(1_000, 60_000).describe('Least time between two checkpoints.'),
  lease_ms: milliseconds(15_000, 600_000).describe(
    'A relay with pending events that makes no progress for this long loses its lease to another gateway.',
  ),
});

/** The defaults of every setting but the address. */
export const kafkaDefaults = Object.freeze(kafkaSection.parse({ brokers: ['127.0.0.1:9092'] }));

export type KafkaConfig = z.infer<typeof kafkaSection>;
