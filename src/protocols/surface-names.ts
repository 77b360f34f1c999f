/** Every surface of inferences, as in configuration. `faces.ts` has the face of each. */
export const surfaceNames = [
  'chat_completions',
  'responses',
  'messages',
  'embeddings',
  'systemone',
  'audio_speech',
  'audio_transcriptions',
  'audio_translations',
] as const;

export type SurfaceName = (typeof surfaceNames)[number];
