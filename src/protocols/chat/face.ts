import { openaiErrors } from '../answers/openai-error.ts';
import type { JsonFace } from '../face.ts';
import { readChatInference } from './inference.ts';
import { chatCompletionsTextMap } from './text-map.ts';

export const chatFace = {
  name: 'chat_completions',
  upstreamPath: '/chat/completions',
  forwardedHeaders: ['openai-beta'],
  texts: chatCompletionsTextMap,
  read: readChatInference,
  errors: openaiErrors,
  lessWork: 'Lower `max_tokens` and `n`, or shorten the input',
} as const satisfies JsonFace;
