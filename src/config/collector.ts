import { z } from 'zod';

/** Standard variables of OpenTelemetry that decide whether anything is told; the SDK reads these and the others itself. */
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

/** Who collects traces and measurements. */
export interface Collector {
  readonly tellsSpans: boolean;
  readonly tellsMetrics: boolean;
  /** Whether it is said what may be told of host and process. */
  readonly hasDetectors: boolean;
}

/** `null`: nobody does. An empty variable is an absent one, as OpenTelemetry has it. */
export function collectorOf(environment: Readonly<Record<string, string | undefined>>): Collector | null {
  const isSet = (name: keyof z.infer<typeof telemetryVariables>): boolean => (environment[name] ?? '').trim() !== '';
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return null;
  const both = isSet('OTEL_EXPORTER_OTLP_ENDPOINT');
  const tellsSpans = both || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const tellsMetrics = both || isSet('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT');
  if (!tellsSpans && !tellsMetrics) return null;
  return { tellsSpans, tellsMetrics, hasDetectors: isSet('OTEL_NODE_RESOURCE_DETECTORS') };
}
