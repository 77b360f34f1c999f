import { metrics, type Attributes } from '@opentelemetry/api';
import type { Usage } from '../../domain/usage.ts';

/** Bucket boundaries given by the conventions. */
const secondsBounds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const tokenBounds = Array.from({ length: 14 }, (_, place) => 4 ** place);

/** Metrics of each request at an upstream. */
export interface GenAiMetrics {
  /** `attributes` includes `error.type` if it failed. */
  ended(seconds: number, attributes: Attributes): void;
  firstChunk(seconds: number, attributes: Attributes): void;
  /** The charged usage. */
  used(usage: Usage, attributes: Attributes): void;
}

export function createGenAiMetrics(): GenAiMetrics {
  const meter = metrics.getMeter('waybill');
  const inSeconds = { unit: 's', advice: { explicitBucketBoundaries: secondsBounds } };
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'GenAI operation duration.',
    ...inSeconds,
  });
  const toFirstChunk = meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
    description: 'Time from the request to the first chunk of a streamed answer.',
    ...inSeconds,
  });
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Number of input and output tokens used.',
    unit: '{token}',
    advice: { explicitBucketBoundaries: tokenBounds },
  });
  return {
    ended: (seconds, attributes) => duration.record(seconds, attributes),
    firstChunk: (seconds, attributes) => toFirstChunk.record(seconds, attributes),
    used: ({ input_tokens: input, output_tokens: output }, attributes) => {
      tokens.record(input, { ...attributes, 'gen_ai.token.type': 'input' });
      if (output > 0) tokens.record(output, { ...attributes, 'gen_ai.token.type': 'output' });
    },
  };
}
