import { loadConfig, processEnvironment } from '../config.ts';
import { kafkaDefaults, type KafkaConfig } from '../config/kafka-section.ts';
import { notUsable } from './cli-error.ts';

/** The Kafka settings, or their defaults; for commands that only print. Raises `ConfigError`. */
export function kafkaSettings(): KafkaConfig {
  return configured() ?? kafkaDefaults;
}

/** The Kafka settings. Raises `CliError` if there are none, and `ConfigError`. */
export function kafkaToPublishTo(): KafkaConfig {
  const kafka = configured();
  if (kafka !== null) return kafka;
  throw notUsable('kafka_not_configured', 'no Kafka is configured: set WAYBILL_CONFIG to a file with a kafka section');
}

function configured(): KafkaConfig | null {
  const environment = processEnvironment();
  // The sandbox has no Kafka, and only its own process can read its configuration.
  return environment['WAYBILL_CONFIG'] === undefined ? null : (loadConfig(environment).kafka ?? null);
}
