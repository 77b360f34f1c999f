import type { TextMap } from '../../personal-data/text-map.ts';
import { openaiRefusal } from '../../personal-data/text-maps/openai-refusal.ts';

/**
 * `POST /v1/audio/speech`. What is cast in its input would be spoken aloud. The answer is audio, or records that hold
 * it.
 */
export const audioSpeechTextMap: TextMap = {
  request: {
    'input|instructions': 'text',
    'model|voice|response_format|stream_format': 'vocabulary',
    'voice.id': 'opaque',
  },
  answer: {},
  refusal: openaiRefusal,
  record: {
    type: 'vocabulary',
    '{type=speech.audio.delta}.audio': 'opaque',
  },
};
