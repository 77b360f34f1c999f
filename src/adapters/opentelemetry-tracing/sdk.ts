import { context, diag, DiagLogLevel, metrics, propagation, trace } from '@opentelemetry/api';
import {
  defaultResource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { startNodeSdk } from '@opentelemetry/sdk-node';
import manifest from '../../../package.json' with { type: 'json' };

/** Options of the SDK, beside the environment variables that it reads itself. */
export interface SdkOptions {
  /** Whether to export spans; if not, only metrics. */
  readonly exportsSpans: boolean;
  readonly exportsMetrics: boolean;
  /** Whether the environment names the detectors of resources. */
  readonly hasDetectors: boolean;
  /** Called with every complaint of the SDK, which may repeat the answer of the collector. */
  readonly onComplaint: (what: string) => void;
}

/**
 * Starts the official SDK, which reads the standard environment variables itself. Unless they say so, nothing is
 * exported about the host, the process or its owner. Returns a function that ends it, after a last export.
 */
export function startSdk({ exportsSpans, exportsMetrics, hasDetectors, onComplaint }: SdkOptions): () => Promise<void> {
  const named = resourceFromAttributes({ 'service.name': manifest.name, 'service.version': manifest.version });
  const sdk = startNodeSdk({
    baseResource: defaultResource().merge(named),
    ...(!hasDetectors && { resourceDetectors: [serviceInstanceIdDetector, serviceNameEnvDetector] }),
    ...(!exportsSpans && { spanProcessors: [] }),
    ...(!exportsMetrics && { metricReaders: [] }),
    logRecordProcessors: [],
  });
  const ignore = (): void => undefined;
  const logger = { error: onComplaint, warn: onComplaint, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  return async () => {
    try {
      await sdk.shutdown();
    } finally {
      // Allows another start in this process with a new configuration.
      for (const api of [trace, metrics, propagation, context, diag]) api.disable();
    }
  };
}
