import { estimatedTokens } from '../../domain/usage.ts';
import { readTokenCount } from '../answers/token-count.ts';
import type { Reading } from '../face.ts';
import type { InferenceRequest } from '../inference-request.ts';
import { readUnstoredInference } from './unstored.ts';

/**
 * Reads a request to count the input tokens of a response. It is free of charge. Permissions, models and casting are as
 * for the response itself. Raises `GatewayError` (400).
 */
export function readInputCountInference(body: Buffer, reading: Reading): InferenceRequest {
  const request = readUnstoredInference(body, reading, readInputCountInference);
  const { bytes, castable } = request.input;
  return {
    ...request,
    answers: {
      unstreamed: { form: 'json', read: readTokenCount },
      stream: null,
      ownAnswer: () => (castable === 'part' ? null : estimate(bytes)),
    },
  };
}

function estimate(bytes: number): Buffer {
  return Buffer.from(JSON.stringify({ object: 'response.input_tokens', input_tokens: estimatedTokens(bytes) }));
}
