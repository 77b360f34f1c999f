import type { TextMap } from '../../src/personal-data/text-map.ts';
import { chatCompletionsTexts } from '../../src/protocols/chat/text-map.ts';
import { embeddingsTexts } from '../../src/protocols/embeddings/text-map.ts';
import { messagesTexts } from '../../src/protocols/messages/text-map.ts';
import { responsesTexts } from '../../src/protocols/responses/text-map.ts';
import { systemOneTexts } from '../../src/protocols/systemone/text-map.ts';

/** Where text lives in what goes over each path with JSON bodies, below `/v1`. */
export const pathTexts: Readonly<Record<string, TextMap>> = {
  '/chat/completions': chatCompletionsTexts,
  '/responses': responsesTexts,
  '/messages': messagesTexts,
  '/messages/count_tokens': messagesTexts,
  '/embeddings': embeddingsTexts,
  '/systemone': systemOneTexts,
};
