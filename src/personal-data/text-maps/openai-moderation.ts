import type { TextShape } from '../text-map.ts';

/** What a moderation found, of a whole answer or in a record; alone or as a list of results. */
export const openaiModeration: TextShape = {
  'type|model|code': 'vocabulary',
  message: 'text',
  'categories|category_scores|category_applied_input_types.*~': 'vocabulary',
  'category_applied_input_types.*[]': 'vocabulary',
  'results[]': () => openaiModeration,
};
