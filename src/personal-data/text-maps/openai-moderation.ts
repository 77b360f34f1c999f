import type { TextShape } from '../text-map.ts';

/** The result of a moderation, in a whole answer or a record; a single one or a list. */
export const openaiModeration: TextShape = {
  'type|model|code': 'vocabulary',
  message: 'text',
  'categories|category_scores|category_applied_input_types.*~': 'vocabulary',
  'category_applied_input_types.*[]': 'vocabulary',
  'results[]': () => openaiModeration,
};
