import type { TextShape } from '../text-map.ts';

/** Where servers that imitate a protocol put the message of a refusal, beside `error`; it quotes the caller's text. */
export const refusalWordsMap: TextShape = {
  'message|detail': 'text',
  'detail.message': 'text',
  'detail.error_type': 'vocabulary',
  'detail[].loc[]': 'text',
  'detail[].msg': 'text',
  'detail[].type': 'vocabulary',
  // Quotes the caller's text.
  'detail[].input|ctx.**': 'text',
  'detail[].input|ctx.**~': 'text',
};
