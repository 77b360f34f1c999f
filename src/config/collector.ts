import { z } from 'zod';

/** The OpenTelemetry variables that decide whether anything is sent. The SDK reads these and all others itself. */
export const telemetryVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('Where traces and metrics of requests are sent over OTLP. Absent: none are made.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional().describe('The same for traces alone, as a complete URL.'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.string().optional().describe('The same for metrics alone, as a complete URL.'),
  OTEL_SDK_DISABLED: z.string().optional().describe('`true` switches telemetry off, whatever the other variables say.'),
  OTEL_NODE_RESOURCE_DETECTORS: z
    .string()
    .optional()
    .describe('Which attributes of host and process are sent (`host`, `process`). Absent: only an id of the process.'),
});

/** What is sent to an OpenTelemetry collector. */
export interface Collector {
  readonly exportsSpans: boolean;
  readonly exportsMetrics: boolean;
  /** Whether the attributes of host and process are configured. */
  readonly hasDetectors: boolean;
}

/** `null`: nothing is sent. An empty variable counts as absent, as OpenTelemetry specifies. */
export function collectorOf(environment: Readonly<Record<string, string | undefined>>): Collector | null {
  const isSet = (name: keyof z.infer<typeof telemetryVariables>): boolean => (environment[name] ?? '').trim() !== '';
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return null;
  const both = isSet('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exportsSpans = both || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const exportsMetrics = both || isSet('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT');
  if (!exportsSpans && !exportsMetrics) return null;
  return { exportsSpans, exportsMetrics, hasDetectors: isSet('OTEL_NODE_RESOURCE_DETECTORS') };
}
