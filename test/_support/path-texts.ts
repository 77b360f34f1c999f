import type { TextMap } from '../../src/personal-data/text-map.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { embeddingsTextMap } from '../../src/protocols/embeddings/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { systemOneTextMap } from '../../src/protocols/systemone/text-map.ts';

/** Where text lives in what goes over each path with JSON bodies, below `/v1`. */
export const pathTexts: Readonly<Record<string, TextMap>> = {
  '/chat/completions': chatCompletionsTextMap,
  '/responses': responsesTextMap,
  '/responses/compact': responsesTextMap,
  '/responses/input_tokens': responsesTextMap,
  '/messages': messagesTextMap,
  '/messages/count_tokens': messagesTextMap,
  '/embeddings': embeddingsTextMap,
  '/systemone': systemOneTextMap,
};
