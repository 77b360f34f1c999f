import { openaiErrors } from '../answers/openai-error.ts';
import type { JsonFace } from '../face.ts';
import { readEmbeddingsInference } from './inference.ts';
import { embeddingsTextMap } from './text-map.ts';

export const embeddingsFace = {
  name: 'embeddings',
  upstreamPath: '/embeddings',
  forwardedHeaders: ['openai-beta'],
  texts: embeddingsTextMap,
  read: readEmbeddingsInference,
  errors: openaiErrors,
  lessWork: 'Send fewer or shorter texts',
} as const satisfies JsonFace;
