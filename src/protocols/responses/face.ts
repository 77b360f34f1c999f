import { openaiErrors } from '../answers/openai-error.ts';
import type { JsonFace } from '../face.ts';
import { readResponsesInference } from './inference.ts';
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
