import type { TextShape } from '../text-map.ts';
import { refusalWords } from './refusal-words.ts';

/** The error body of OpenAI and of who speaks like them; messages quote what the caller sent. */
export const openaiRefusal: TextShape = {
  'error.message': 'text',
  error: 'text',
  'error.type|code|param': 'vocabulary',
  'object|type|code|param': 'vocabulary',
  ...refusalWords,
};
