import type { TextShape } from '../text-map.ts';

/** Where servers that only speak like a protocol put the words of a refusal, beside `error`; they quote the caller. */
export const refusalWords: TextShape = {
  'message|detail': 'text',
  'detail.message': 'text',
  'detail.error_type': 'vocabulary',
  'detail[].loc[]': 'text',
  'detail[].msg': 'text',
  'detail[].type': 'vocabulary',
  // Quotes what the caller sent.
  'detail[].input|ctx.**': 'text',
  'detail[].input|ctx.**~': 'text',
};
