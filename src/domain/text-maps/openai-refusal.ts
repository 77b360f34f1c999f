import type { TextShape } from '../text-map.ts';

/** The error body of OpenAI and of who speaks like them; messages quote what the caller sent. */
export const openaiRefusal: TextShape = {
  'error.message': 'text',
  error: 'text',
  'error.type|code|param': 'vocabulary',
};
