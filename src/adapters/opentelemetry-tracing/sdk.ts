import { context, diag, DiagLogLevel, metrics, propagation, trace } from '@opentelemetry/api';
import {
  defaultResource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { startNodeSdk } from '@opentelemetry/sdk-node';
import manifest from '../../../package.json' with { type: 'json' };

/** What the SDK is started with, beside the variables that it reads itself. */
export interface SdkOptions {
  /** Whether spans are told; where not, measurements alone are. */
  readonly tellsSpans: boolean;
  readonly tellsMetrics: boolean;
  /** Whether the environment names the detectors of resources. */
  readonly hasDetectors: boolean;
  /** Told of everything that the SDK complains of; what it says may repeat the answer of whoever was told. */
  readonly onComplaint: (what: string) => void;
}

/**
 * The official SDK, which reads the standard variables of the process's environment itself. Without a word in them nothing is
 * told of the host, the process or its owner. Answers what ends it, after a last export.
 */
export function startSdk({ tellsSpans, tellsMetrics, hasDetectors, onComplaint }: SdkOptions): () => Promise<void> {
  const named = resourceFromAttributes({ 'service.name': manifest.name, 'service.version': manifest.version });
  const sdk = startNodeSdk({
    baseResource: defaultResource().merge(named),
    ...(!hasDetectors && { resourceDetectors: [serviceInstanceIdDetector, serviceNameEnvDetector] }),
    ...(!tellsSpans && { spanProcessors: [] }),
    ...(!tellsMetrics && { metricReaders: [] }),
    logRecordProcessors: [],
  });
  const ignore = (): void => undefined;
  const logger = { error: onComplaint, warn: onComplaint, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  return async () => {
    try {
      await sdk.shutdown();
    } finally {
      // Whoever starts it again in this process gets what is new.
      for (const api of [trace, metrics, propagation, context, diag]) api.disable();
    }
  };
}
