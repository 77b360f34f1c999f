import { openaiErrors } from '../answers/openai-error.ts';
import type { JsonFace } from '../face.ts';
import { readCompactionInference } from './compaction.ts';
import { readResponsesInference } from './inference.ts';
import { readInputCountInference } from './input-count.ts';
import { responsesTextMap } from './text-map.ts';

export const responsesFace = {
  name: 'responses',
  upstreamPath: '/responses',
  forwardedHeaders: ['openai-beta'],
  texts: responsesTextMap,
  read: readResponsesInference,
  errors: openaiErrors,
  lessWork: 'Lower `max_output_tokens`, or shorten the input',
} as const satisfies JsonFace;

/** `compact`: replaces a conversation by a shorter one. */
export const compactionFace = {
  ...responsesFace,
  upstreamPath: '/responses/compact',
  read: readCompactionInference,
  lessWork: 'Shorten the input',
} as const satisfies JsonFace;

/** `input_tokens`: counts the input tokens of a response. */
export const inputCountFace = {
  ...responsesFace,
  upstreamPath: '/responses/input_tokens',
  isFree: true,
  read: readInputCountInference,
} as const satisfies JsonFace;
