import type { TextMap, TextShape } from '../../personal-data/text-map.ts';
import { refusalWordsMap } from '../../personal-data/text-maps/refusal-words.ts';

/** Text, or a record of any depth that contains it. */
const entry: TextShape = { '**': 'text', '**~': 'text' };

const question: TextShape = {
  type: 'vocabulary',
  instructions: entry,
  '{type=noul}.criteria.true|false': entry,
  '{type=choice}.criteria.*': entry,
  '{type=choice}.criteria.*~': 'text',
  '{type=score}.criteria[]': entry,
};

const answered: TextShape = {
  type: 'vocabulary',
  // A label of the caller's, like the names of the probabilities; those of a score are the levels.
  '{type=choice}.choice': 'text',
  '{type=choice}.probabilities.*~': 'text',
  '{type=score|noul}.probabilities.*~': 'vocabulary',
  '{type=score}.legend.*': entry,
  '{type=score}.legend.*~': 'vocabulary',
};

/** `POST /v1/systemone`. Names of questions are the caller's, and some upstreams show them to the model. */
export const systemOneTextMap: TextMap = {
  opening: { 'state.**': 'text' },
  request: {
    'model|keep_alive': 'vocabulary',
    state: entry,
    'questions.*': question,
    'questions.*~': 'text',
    instructions: entry,
    'images[]': 'opaque',
    'assets.*.type|format': 'vocabulary',
    'assets.*.data_base64': 'opaque',
    // The state refers to these names.
    'assets.*~': 'vocabulary',
    'user|session_id|cache_salt': 'text',
    'trace|chat_template_kwargs|provider.**': 'text',
    'trace|chat_template_kwargs|provider.**~': 'text',
  },
  answer: {
    'model|object|provider': 'vocabulary',
    id: 'opaque',
    'answers.*': answered,
    'answers.*~': 'text',
    'diagnostics.**': 'text',
    'diagnostics.**~': 'vocabulary',
  },
  refusal: {
    error: 'text',
    'error.message': 'text',
    'error.type|code': 'vocabulary',
    'error.param': 'text',
    ...refusalWordsMap,
  },
};
