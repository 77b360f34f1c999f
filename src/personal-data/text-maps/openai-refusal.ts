import type { TextShape } from '../text-map.ts';
import { refusalWordsMap } from './refusal-words.ts';

/** The error body of OpenAI and compatible servers; messages quote the caller's text, and `param` the names of members. */
export const openaiRefusal: TextShape = {
  'error.message': 'text',
  error: 'text',
  'error.type|code': 'vocabulary',
  'error.param': 'text',
  'object|type|code': 'vocabulary',
  param: 'text',
  ...refusalWordsMap,
};
