import type { TextMap, TextShape } from '../../personal-data/text-map.ts';
import { openaiRefusal } from '../../personal-data/text-maps/openai-refusal.ts';

/** What a whole answer and the last record of a stream have in common. */
const transcript: TextShape = {
  text: 'text',
  'logprobs[].token': 'token_text',
  'languages[].code': 'vocabulary',
  'usage.type': 'vocabulary',
};

const segment: TextShape = {
  id: 'opaque',
  type: 'vocabulary',
  'speaker|text': 'text',
};

/** `POST /v1/audio/transcriptions` and `…/translations`: the fields of the form as members, and JSON answers. */
export const audioTranscriptionsTextMap: TextMap = {
  request: {
    prompt: 'text',
    'keywords|known_speaker_names[]': 'text',
    // Voices as data URLs.
    'known_speaker_references[]': 'url',
    'model|language|response_format|chunking_strategy': 'vocabulary',
    'languages|include|timestamp_granularities[]': 'vocabulary',
    'chunking_strategy.type': 'vocabulary',
  },
  answer: {
    '': transcript,
    'language|task': 'vocabulary',
    'words[].word': 'text',
    'segments[]': segment,
  },
  refusal: openaiRefusal,
  record: {
    type: 'vocabulary',
    '{type=transcript.text.delta}.delta': 'text',
    '{type=transcript.text.delta}.segment_id': 'opaque',
    '{type=transcript.text.delta}.logprobs[].token': 'token_text',
    '{type=transcript.text.segment}': segment,
    '{type=transcript.text.done}': transcript,
    'error.message': 'text',
    'error.type|code': 'vocabulary',
    'error.param': 'text',
  },
  channels: [
    {
      name: 'text',
      kind: 'text',
      pieces: ['{type=transcript.text.delta}.delta'],
      ends: ['{type=transcript.text.done}'],
      wholes: ['{type=transcript.text.done}.text'],
    },
  ],
};
