import type { TextShape } from '../text-map.ts';
import { refusalWords } from './refusal-words.ts';

/** The error body of OpenAI and compatible servers; messages quote the caller's text. */
export const openaiRefusal: TextShape = {
  'error.message': 'text',
  error: 'text',
  'error.type|code|param': 'vocabulary',
  'object|type|code|param': 'vocabulary',
  ...refusalWords,
};
