import type { TextMap } from '../../src/domain/text-map.ts';
import { chatCompletionsTexts } from '../../src/domain/text-maps/chat-completions.ts';
import { embeddingsTexts } from '../../src/domain/text-maps/embeddings.ts';
import { messagesTexts } from '../../src/domain/text-maps/messages.ts';
import { responsesTexts } from '../../src/domain/text-maps/responses.ts';
import { systemOneTexts } from '../../src/domain/text-maps/systemone.ts';

/** Where text lives in what goes over each path with JSON bodies, below `/v1`. */
export const pathTexts: Readonly<Record<string, TextMap>> = {
  '/chat/completions': chatCompletionsTexts,
  '/responses': responsesTexts,
  '/messages': messagesTexts,
  '/messages/count_tokens': messagesTexts,
  '/embeddings': embeddingsTexts,
  '/systemone': systemOneTexts,
};
