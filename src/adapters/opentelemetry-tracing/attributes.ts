import type { Attributes } from '@opentelemetry/api';
import type { Usage } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import { UpstreamFailure, type UpstreamWork } from '../../ports/upstream.ts';

// Names of the semantic conventions for generative AI. Their status is "development": a release may rename them.

/** Operation and provider of each surface. Names missing from the conventions follow their style. */
const operations: Readonly<Record<string, readonly [operation: string, provider: string]>> = {
  chat_completions: ['chat', 'openai'],
  responses: ['chat', 'openai'],
  messages: ['chat', 'anthropic'],
  count_tokens: ['count_tokens', 'anthropic'],
  input_tokens: ['count_tokens', 'openai'],
  embeddings: ['embeddings', 'openai'],
  audio_speech: ['text_to_speech', 'openai'],
  audio_transcriptions: ['transcription', 'openai'],
  audio_translations: ['translation', 'openai'],
  systemone: ['decide', 'systemone'],
};

/** The address of an upstream. */
export interface UpstreamAddress {
  readonly host: string;
  readonly port: number;
}

/** The name of a span, and the attributes that it shares with its metrics: few values, all from the configuration. */
export function workAttributes(
  { surface, model }: UpstreamWork,
  address: UpstreamAddress | undefined,
): { readonly name: string; readonly attributes: Attributes } {
  const [operation, provider] = operations[surface] ?? [surface, 'openai'];
  const attributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    ...(address && { 'server.address': address.host, 'server.port': address.port }),
  };
  return { name: `${operation} ${model}`, attributes };
}

/** The charged usage as attributes of the conventions: subsets are included in their totals. */
export function usageAttributes(usage: Usage): Attributes {
  const subsets = {
    'gen_ai.usage.cache_read.input_tokens': usage.cached_input_tokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_tokens + usage.cache_write_1h_tokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning_tokens,
    'gen_ai.usage.audio.input_tokens': usage.audio_input_tokens,
    'gen_ai.usage.audio.output_tokens': usage.audio_output_tokens,
    'gen_ai.usage.image.input_tokens': usage.image_input_tokens,
  };
  return {
    'gen_ai.usage.input_tokens': usage.input_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    ...Object.fromEntries(Object.entries(subsets).filter(([, tokens]) => tokens > 0)),
  };
}

/** A failure as one of a few error types. Its message may contain content, and is not exported. */
export function errorType(error: unknown): string {
  if (error instanceof GatewayError) return error.code;
  if (error instanceof UpstreamFailure) return error.reason;
  return error instanceof Error ? error.name : '_OTHER';
}
