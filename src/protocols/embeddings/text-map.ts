import type { TextMap } from '../../personal-data/text-map.ts';
import { openaiRefusal } from '../../personal-data/text-maps/openai-refusal.ts';

/** `POST /v1/embeddings`. */
export const embeddingsTextMap: TextMap = {
  isCompared: true,
  request: {
    'model|encoding_format': 'vocabulary',
    'provider.**': 'vocabulary',
    'provider.**~': 'vocabulary',
    input: 'text',
    'input[]': 'text',
    user: 'text',
  },
  answer: {
    'object|model': 'vocabulary',
    'data[].object': 'vocabulary',
    // Base64, if the caller asked for it.
    'data[].embedding': 'opaque',
  },
  refusal: openaiRefusal,
};
