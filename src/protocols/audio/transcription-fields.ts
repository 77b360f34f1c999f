import { fieldsOf, type FormFields } from '../requests/form-fields.ts';

/**
 * Form fields for recordings: those of OpenAI's interface, and those that vLLM (sampling, `to_language`), Speaches
 * (`hotwords`, `vad_filter`, `without_timestamps`) and Mistral (`context_bias`, `diarize`) add. None names another
 * recording, model or account, and none makes the recording longer.
 */
export const transcriptionFields: FormFields = new Map([
  ...fieldsOf('file', 'file'),
  ...fieldsOf('one', 'model', 'language', 'prompt', 'response_format', 'stream', 'temperature'),
  ...fieldsOf('object', 'chunking_strategy'),
  ...fieldsOf('list', 'include', 'keywords', 'languages', 'known_speaker_names', 'known_speaker_references'),
  ...fieldsOf('list', 'timestamp_granularities', 'context_bias'),
  ...fieldsOf('one', 'seed', 'top_p', 'top_k', 'min_p', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'),
  ...fieldsOf('one', 'to_language', 'hotwords', 'vad_filter', 'without_timestamps', 'diarize'),
]);
