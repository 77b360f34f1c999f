import { loadConfig, processEnvironment } from '../config.ts';
import { kafkaDefaults, type KafkaConfig } from '../config/kafka-section.ts';
import { notUsable } from './cli-error.ts';

/** How Kafka is set, or would be by default: for looking only. Raises `ConfigError`. */
export function kafkaSettings(): KafkaConfig {
  return configured() ?? kafkaDefaults;
}

/** How Kafka is set. Raises a `CliError` where it is not, and `ConfigError`. */
export function kafkaToPublishTo(): KafkaConfig {
  const kafka = configured();
  if (kafka !== null) return kafka;
  throw notUsable('kafka_not_configured', 'no Kafka is configured: set WAYBILL_CONFIG to a file with a kafka section');
}

function configured(): KafkaConfig | null {
  const environment = processEnvironment();
  // The sandbox has none, and its configuration can be read only where it runs.
  return environment['WAYBILL_CONFIG'] === undefined ? null : (loadConfig(environment).kafka ?? null);
}
