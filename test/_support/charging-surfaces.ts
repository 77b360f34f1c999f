/** Surfaces that charge, by their names in configuration: of sound one that makes it and one that hears it. */
export const chargingSurfaces: readonly string[] = [
  'chat_completions',
  'messages',
  'responses',
  'embeddings',
  'systemone',
  'audio_speech',
  'audio_transcriptions',
];
