import type { JsonFace } from '../face.ts';
import { readMessagesInference } from './inference.ts';
import { anthropicErrors } from './error.ts';
import { readCountInference } from './count.ts';
import { messagesTextMap } from './text-map.ts';

export const messagesFace = {
  name: 'messages',
  upstreamPath: '/messages',
  forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
  // The only version. Upstreams refuse a request that names none.
  defaultHeaders: { 'anthropic-version': '2023-06-01' },
  forwardedQuery: { beta: 'true' },
  texts: messagesTextMap,
  read: readMessagesInference,
  errors: anthropicErrors,
  lessWork: 'Lower `max_tokens`, or shorten the input',
} as const satisfies JsonFace;

/** `count_tokens`: counts the input tokens of a message. */
export const countFace = {
  ...messagesFace,
  upstreamPath: '/messages/count_tokens',
  isFree: true,
  read: readCountInference,
} as const satisfies JsonFace;
